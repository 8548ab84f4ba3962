/** What a page is drawn from, on the server and once more in the browser: nothing else goes in. */
export interface Answers {
  /** The server's time when it answered, in milliseconds. */
  now: number
  /** By address: what the API answered to the calls that the page declares. */
  calls: Record<string, { status: number; body: unknown }>
  /** A form that was sent without script and came back. */
  form?: FormAnswer
}

export interface FormAnswer {
  /** The sentence above the form. */
  message: string | null
  /** Whether the sentence is good news. */
  good?: boolean
  fields: Record<string, string>
  /** What was typed; never a password. */
  values: Record<string, string>
}
