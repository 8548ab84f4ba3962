import { type FormEvent, useState } from 'react'
import { CallError } from '../../api/call.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formText } from '../../ui/form-text.ts'
import { failureText, sendAdminCall } from '../../admin/calls.ts'

/** Enters when staff saw a draw happen. Forecasts lock before that time. */
export function ObservedForm({ draw }: { draw: { game: string; date: string } }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | undefined>()
  const [outcome, setOutcome] = useState<{ kind: 'good' | 'warn'; text: string } | null>(null)

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { game, date } = draw
    const body = { game, date, time: formText(event.currentTarget, 'time') }
    setBusy(true)
    setError(undefined)
    setOutcome(null)
    try {
      const { voided } = await sendAdminCall('POST /api/admin/draws/observed', { body })
      setOutcome(
        voided
          ? { kind: 'warn', text: 'The time is saved. The forecasts for this draw are void now.' }
          : { kind: 'good', text: 'The time is saved.' },
      )
    } catch (failure) {
      const fields = failure instanceof CallError ? failure.problem?.fields : undefined
      setError(fields?.time ?? failureText(failure))
    }
    setBusy(false)
  }

  return (
    <form
      noValidate
      aria-label="Time of the draw"
      onSubmit={(event) => void save(event)}
      className="mt-2 max-w-md space-y-2 border-t border-line pt-2"
    >
      <Field
        label="Seen drawn at"
        name="time"
        type="time"
        required
        hint="Forecasts lock before this time. If the draw was seen before its close, its forecasts become void for every author. That is public and cannot be undone."
        error={error}
      />
      {outcome && <Banner kind={outcome.kind}>{outcome.text}</Banner>}
      <Button type="submit" kind="plain" disabled={busy}>
        Save the time
      </Button>
    </form>
  )
}
