import { useState } from 'react'
import { CallError } from '../../api/call.ts'
import { formErrorText } from '../complete-sign-in.ts'

/** Runs one change of a profile section. Holds whether it runs, its result, and problems by field. */
export function useChange() {
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<{ text: string; good: boolean } | null>(null)
  const [fields, setFields] = useState<Record<string, string>>({})

  /** @returns whether the change succeeded */
  async function run(change: () => Promise<string | null>): Promise<boolean> {
    setBusy(true)
    setResult(null)
    setFields({})
    try {
      const text = await change()
      if (text) setResult({ text, good: true })
      return true
    } catch (error) {
      const problem = error instanceof CallError ? error.problem : null
      if (problem?.fields) setFields(problem.fields)
      else {
        const known = problem && problem.status < 500 && problem.status !== 429
        const text = known ? problem.title : formErrorText(error, 'That did not work. Please try again.')
        setResult({ text, good: false })
      }
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    result,
    fields,
    setFields,
    run,
    show: (text: string, good = false) => setResult({ text, good }),
  }
}
