import { useState } from 'react'
import { useForm } from '../../api/use-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formText } from '../../ui/form-text.ts'
import { formFailure, sendAdminCall } from '../../admin/calls.ts'

/** Enters when staff saw a draw happen. */
export function ObservedForm({ draw }: { draw: { game: string; date: string } }) {
  const { busy, result, fields, submit } = useForm(formFailure)
  const [isVoid, setVoid] = useState(false)
  const save = submit(async (form) => {
    const { game, date } = draw
    const body = { game, date, time: formText(form, 'time') }
    const { voided } = await sendAdminCall('POST /api/admin/draws/observed', { body })
    setVoid(voided)
    return voided
      ? 'The time is saved. The forecasts that were too late for it are void now.'
      : 'The time is saved.'
  })
  const isSaved = result?.kind === 'good'

  return (
    <form
      noValidate
      aria-label="Time of the draw"
      onSubmit={save}
      className="mt-2 max-w-md space-y-2 border-t border-line pt-2"
    >
      <Field
        label="Seen drawn at"
        name="time"
        type="time"
        required
        hint="If the draw was seen before its close, forecasts from 15 minutes before this time on become void for every author. All are revealed, and no more are taken. That is public and cannot be undone."
        error={fields.time ?? (isSaved ? undefined : result?.text)}
      />
      {isSaved && <Banner kind={isVoid ? 'warn' : 'good'}>{result.text}</Banner>}
      <Button type="submit" kind="plain" disabled={busy}>
        Save the time
      </Button>
    </form>
  )
}
