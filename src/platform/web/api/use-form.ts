import { type FormEvent, useRef, useState } from 'react'
import type { FormAnswer } from './answers.ts'
import { CallError } from './call.ts'
import { type Drafted, useDraft } from './use-draft.ts'

/** Thrown by the work of a form whose fields are wrong before anything is sent. */
export class WrongFields extends Error {
  // No initial values: compiled for the oldest browsers, they need a helper that is larger than the class.
  declare readonly fields: Record<string, string>

  constructor(fields: Record<string, string>) {
    super('Wrong fields')
    this.fields = fields
  }
}

/** The problems of a form by the names of its fields; empty for another failure. */
export function fieldsOf(error: unknown): Record<string, string> {
  if (error instanceof WrongFields) return error.fields
  return (error instanceof CallError && error.problem?.fields) || {}
}

export interface Result {
  kind: 'good' | 'bad'
  text: string
}

interface FormState {
  busy: boolean
  /** The message about the last change. */
  result: Result | null
  /** The problems by the names of the fields. */
  fields: Record<string, string>
}

/** The state of a page that answers a form which was sent without script. */
export const stateOf = ({ message, good = false, fields }: FormAnswer): Partial<FormState> => ({
  result: message === null ? null : { kind: good ? 'good' : 'bad', text: message },
  fields,
})

const NOTHING: FormState = { busy: false, result: null, fields: {} }

/** Makes the change. Returns the message for success, if there is one. @param id of the form, for a call that makes something */
type Work = (id: string) => Promise<string | null | void>
/** The message for a failure; null where the problems of the fields say it all. */
type Explain = (error: unknown) => string | null | Promise<string | null>

/**
 * Sends a form, or makes another change: one at a time, with its result and the problems of its fields.
 * @param first what the page shows at first, see {@link stateOf}
 * @param drafted the form whose text is kept until it is sent or dropped; `DraftNote` says so
 */
export function useForm(explain: Explain, first: Partial<FormState> = {}, drafted?: Drafted) {
  const id = useRef('')
  const draft = useDraft(drafted, id)
  const [state, setState] = useState<FormState>({ ...NOTHING, ...first })
  const isBusy = useRef(false)

  /**
   * Nothing happens while another change runs.
   * @returns whether the change succeeded
   */
  async function run(work: Work, explainThis = explain): Promise<boolean> {
    if (isBusy.current) return false
    isBusy.current = true
    setState({ ...NOTHING, busy: true })
    try {
      id.current ||= newKey()
      const text = await work(id.current)
      id.current = ''
      setState({ ...NOTHING, result: text ? { kind: 'good', text } : null })
      draft.drop()
      return true
    } catch (error) {
      // Nothing was made with the id, or it was other values that were sent before: the next press is another form.
      if (error instanceof CallError && error.problem?.code === 'conflict') id.current = ''
      const fields = fieldsOf(error)
      const text = error instanceof WrongFields ? null : await explainThis(error)
      setState({ ...NOTHING, result: text ? { kind: 'bad', text } : null, fields })
      return false
    } finally {
      isBusy.current = false
    }
  }

  return {
    ...state,
    draft,
    run,
    /** Shows the result of another form. */
    show: (text: string, isGood: boolean) =>
      setState({ ...NOTHING, result: { kind: isGood ? 'good' : 'bad', text } }),
    /** Handles the submission of a form, and focuses its first wrong field. Its own address serves it without script. */
    submit:
      (work: (form: HTMLFormElement, id: string) => ReturnType<Work>) =>
      (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        const form = event.currentTarget
        void run((own) => work(form, own)).then(() =>
          setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus()),
        )
      },
  }
}

/** A new id of a form or a line: it stays the same until its answer has arrived, so that a repeat makes nothing twice. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
