import { useEffect, useRef } from 'react'
import { STAFF_LIMITS } from '../../../domain/admin/staff.ts'
import { CallError } from '../../api/call.ts'
import { useForm, WrongFields } from '../../api/use-form.ts'
import { serverNow } from '../../api/server-time.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formText } from '../../ui/form-text.ts'
import { formFailure, sendAdminCall } from '../../admin/calls.ts'

/** Asks for a confirmation and a reason before a draw is deleted. */
export function DeleteForm({
  draw,
  onCancel,
  onDone,
}: {
  draw: { id: number; version: number }
  onCancel: () => void
  /** @param now the server's time of the deletion, in milliseconds */
  onDone: (now: number) => void
}) {
  const { busy, result, fields, submit } = useForm(formFailure)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const remove = submit(async (typed) => {
    const reason = formText(typed, 'reason')
    if (reason.trim() === '') throw new WrongFields({ reason: 'Say why.' })
    const body = { version: draw.version, reason }
    try {
      await sendAdminCall('DELETE /api/admin/draws/:id', { params: { id: draw.id }, body })
    } catch (error) {
      // Already deleted: by an earlier call whose answer was lost, or by a colleague.
      if (!(error instanceof CallError && error.status === 404)) throw error
    }
    onDone(serverNow())
  })
  return (
    <form ref={form} aria-label="Delete draw" onSubmit={remove} className="mt-2 rounded-lg bg-error-soft p-3">
      <p className="font-bold text-error">Delete this draw? Players will no longer see it.</p>
      <p className="mt-1">
        Its forecasts are as they were without it, and wait for their result. The public record counts draws
        without a result.
      </p>
      <Field
        label="Reason"
        name="reason"
        maxLength={STAFF_LIMITS.reason}
        error={fields.reason ?? result?.text}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button type="submit" disabled={busy}>
          Delete it
        </Button>
        <Button kind="plain" onClick={onCancel}>
          Keep it
        </Button>
      </div>
    </form>
  )
}
