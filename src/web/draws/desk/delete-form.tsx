import { type FormEvent, useEffect, useRef, useState } from 'react'
import { STAFF_LIMITS } from '../../../domain/staff-limits.ts'
import { CallError } from '../../api/call.ts'
import { serverNow } from '../../api/server-time.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { failureText, sendAdminCall } from '../../admin/calls.ts'

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
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  async function remove(event: FormEvent) {
    event.preventDefault()
    if (reason.trim() === '') {
      setError('Say why.')
      return
    }
    setBusy(true)
    try {
      const body = { version: draw.version, reason }
      await sendAdminCall('DELETE /api/admin/draws/:id', { params: { id: draw.id }, body })
      onDone(serverNow())
    } catch (failure) {
      // Already deleted: by an earlier call whose answer was lost, or by a colleague.
      if (failure instanceof CallError && failure.status === 404) onDone(serverNow())
      else setError(failureText(failure))
      setBusy(false)
    }
  }
  return (
    <form
      ref={form}
      aria-label="Delete draw"
      onSubmit={(event) => void remove(event)}
      className="mt-2 rounded-lg bg-error-soft p-3"
    >
      <p className="font-bold text-error">Delete this draw? Players will no longer see it.</p>
      <p className="mt-1">
        Its forecasts are as they were without it, and wait for their result. The public record counts draws
        without a result.
      </p>
      <Field
        label="Reason"
        value={reason}
        maxLength={STAFF_LIMITS.reason}
        error={error}
        onChange={(event) => setReason(event.target.value)}
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
