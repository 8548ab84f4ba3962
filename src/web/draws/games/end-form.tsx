import type { LagosDate } from '../../../domain/base/calendar.ts'
import { STAFF_LIMITS } from '../../../domain/admin/staff.ts'
import { formFailure, sendAdminCall } from '../../admin/calls.ts'
import { SaveForm } from '../../admin/save-form.tsx'
import { useForm } from '../../api/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formText } from '../../ui/form-text.ts'
import type { StaffGame } from './games-page.tsx'

/** Ends a game from a day on. */
export function EndForm({
  game,
  earliest,
  onSaved,
}: {
  game: StaffGame
  earliest: LagosDate
  onSaved: () => void
}) {
  const { busy, result, fields, submit } = useForm(formFailure)
  const end = submit(async (form) => {
    const body = { validFrom: formText(form, 'validFrom') as LagosDate, reason: formText(form, 'reason') }
    await sendAdminCall('POST /api/admin/games/:key/end', { params: { key: game.key }, body })
    onSaved()
    return `${game.name} has no draws from that day.`
  })
  return (
    <section aria-label={`End of ${game.name}`} className="mt-4 border-t border-line pt-2">
      <h2 className="font-bold">End this game</h2>
      <SaveForm label={`End ${game.name}`} result={result} onSubmit={end} className="mt-2">
        <Field
          label="No draws from"
          name="validFrom"
          type="date"
          required
          min={earliest}
          defaultValue={earliest}
          error={fields.validFrom}
        />
        <Field label="Reason (optional)" name="reason" maxLength={STAFF_LIMITS.reason} />
        <div>
          <Button type="submit" kind="danger" disabled={busy}>
            End {game.name}
          </Button>
        </div>
      </SaveForm>
    </section>
  )
}
