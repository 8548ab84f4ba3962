import type { LagosDate } from '../../../domain/base/calendar.ts'
import { STAFF_LIMITS } from '../../../domain/admin/staff.ts'
import { sendAdminCall } from '../../admin/calls.ts'
import { StaffForm, type Values } from '../../admin/staff-form.tsx'
import { Field } from '../../ui/field.tsx'
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
  async function end(body: Values) {
    await sendAdminCall('POST /api/admin/games/:key/end', { params: { key: game.key }, body })
    onSaved()
    return `${game.name} has no draws from that day.`
  }
  return (
    <section aria-label={`End of ${game.name}`} className="mt-4 border-t border-line pt-2">
      <h2 className="font-bold">End this game</h2>
      <StaffForm
        label={`End ${game.name}`}
        button={`End ${game.name}`}
        look="danger"
        send={end}
        className="mt-2"
      >
        <Field
          label="No draws from"
          name="validFrom"
          type="date"
          required
          min={earliest}
          defaultValue={earliest}
        />
        <Field label="Reason (optional)" name="reason" maxLength={STAFF_LIMITS.reason} />
      </StaffForm>
    </section>
  )
}
