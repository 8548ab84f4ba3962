import { type FormEvent, useState } from 'react'
import { CallError } from '../api/call.ts'
import { failureText } from './calls.ts'

export interface Save {
  busy: boolean
  outcome: { kind: 'good' | 'bad'; text: string } | null
  /** The errors of the fields by their names. */
  fields: Record<string, string>
  submit: (event: FormEvent<HTMLFormElement>) => void
}

interface Options {
  /** The message after success; without it, the refreshed screen is the answer. */
  doneText?: string
  /** A longer text for a failure; null for the usual one. */
  explain?: (error: unknown) => Promise<string | null>
}

/** Sends a form, one save at a time. Keeps the outcome, and the errors of the fields. */
export function useSave(
  save: (form: HTMLFormElement) => Promise<unknown>,
  { doneText, explain }: Options = {},
): Save {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Save['outcome']>(null)
  const [fields, setFields] = useState<Record<string, string>>({})

  async function run(form: HTMLFormElement) {
    setBusy(true)
    setOutcome(null)
    setFields({})
    try {
      await save(form)
      if (doneText) setOutcome({ kind: 'good', text: doneText })
    } catch (error) {
      setFields((error instanceof CallError && error.problem?.fields) || {})
      setOutcome({ kind: 'bad', text: (await explain?.(error)) ?? failureText(error) })
    }
    setBusy(false)
  }

  return {
    busy,
    outcome,
    fields,
    submit: (event) => {
      event.preventDefault()
      if (!busy) void run(event.currentTarget)
    },
  }
}
