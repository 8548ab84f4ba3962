import { useState } from 'react'
import { CallError } from '../api/call.ts'
import { failureText } from '../admin/calls.ts'

/** Runs one change at a time. Holds whether it runs, its result, and problems by field. */
export function useAction() {
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<{ text: string; good: boolean } | null>(null)
  const [fields, setFields] = useState<Record<string, string>>({})

  /**
   * @param failed the sentence for a failure; the cause follows it
   * @param work makes the change and returns the sentence for success, or null without one
   * @returns whether the change succeeded
   */
  async function run(failed: string, work: () => Promise<string | null>): Promise<boolean> {
    setBusy(true)
    setResult(null)
    setFields({})
    try {
      const text = await work()
      if (text) setResult({ text, good: true })
      return true
    } catch (error) {
      const named = (error instanceof CallError && error.problem?.fields) || {}
      setFields(named)
      if (Object.keys(named).length === 0) setResult({ text: `${failed} ${failureText(error)}`, good: false })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, result, fields, run }
}
