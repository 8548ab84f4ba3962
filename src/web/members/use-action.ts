import { useState } from 'react'
import { CallError } from '../api/call.ts'
import { causeOf } from '../admin/calls.ts'

/** One change at a time: whether it runs, what came of it, what is wrong at which field. */
export function useAction() {
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ text: string; good: boolean } | null>(null)
  const [fields, setFields] = useState<Record<string, string>>({})

  /**
   * @param failed what did not happen, in a sentence; the cause follows it
   * @param work does it and gives the sentence of success, or null where something else tells it
   * @returns whether it went well
   */
  async function run(failed: string, work: () => Promise<string | null>): Promise<boolean> {
    setBusy(true)
    setSaid(null)
    setFields({})
    try {
      const text = await work()
      if (text) setSaid({ text, good: true })
      return true
    } catch (error) {
      const named = (error instanceof CallError && error.problem?.fields) || {}
      setFields(named)
      if (Object.keys(named).length === 0) setSaid({ text: `${failed} ${causeOf(error)}`, good: false })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, said, fields, run }
}
