/** Everything that a page is rendered from, on the server and again in the browser. */
export interface Answers {
  /** The server's time when it answered, in milliseconds. */
  now: number
  /** The version of the history that the answers contain at least; for plans with live results. */
  seq?: number
  /** The API's answers to the calls that the page declares, by address. */
  calls: Record<string, { status: number; body: unknown; followsDraws?: true }>
  /** The page's own address, when the request had another one. */
  address?: string
  /** Whether the browser asked to save data. */
  savesData?: true
  /** The result of a form that was sent without script. */
  form?: FormAnswer
}

export interface FormAnswer {
  /** The form's name, on a page with several. */
  form?: string
  /** The message above the form. */
  message: string | null
  /** Whether the message reports success. */
  good?: boolean
  fields: Record<string, string>
  /** The typed values, without passwords. */
  values: Record<string, string>
}
