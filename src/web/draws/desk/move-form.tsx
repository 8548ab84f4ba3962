import { type FormEvent, useEffect, useRef, useState } from 'react'
import { STAFF_LIMITS } from '../../../domain/staff-limits.ts'
import { failureText, sendAdminCall, unconfirmedWarnings } from '../../admin/calls.ts'
import { CallError } from '../../api/call.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { formText } from '../../ui/form-text.ts'

interface Props {
  draw: { id: number; version: number; game: string }
  games: readonly { key: string; name: string }[]
  onCancel: () => void
  onDone: () => void
}

/** Moves a draw that was entered for the wrong game. A problem with the other game is at its field. */
export function MoveForm({ draw, games, onCancel, onDone }: Props) {
  const [fields, setFields] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  /** The warnings that the user has read, and the game that they are about. */
  const [seen, setSeen] = useState<{ game: string; warnings: string[] } | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('select')?.focus(), [])

  async function move(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const [game, reason] = ['game', 'reason'].map((name) => formText(event.currentTarget, name)) as [
      string,
      string,
    ]
    const missing = {
      ...(!game && { game: 'Choose a game.' }),
      ...(!reason.trim() && { reason: 'Say why.' }),
    }
    setFields(missing)
    setFailure(null)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      const read = seen?.game === game ? seen.warnings : []
      const body = { version: draw.version, game, reason, seen: read }
      await sendAdminCall('POST /api/admin/draws/:id/move', { params: { id: draw.id }, body })
      onDone()
    } catch (error) {
      const warnings = unconfirmedWarnings(error)
      const wrong = (error instanceof CallError && error.problem?.fields) || {}
      if (warnings) setSeen({ game, warnings })
      else if (wrong.game || wrong.reason) setFields(wrong)
      if (warnings || !wrong.game)
        setFailure(failureText(error) + (warnings ? ' Press the button again to move it.' : ''))
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Move draw"
      onSubmit={(event) => void move(event)}
      className="mt-2 max-w-md space-y-2 rounded-lg bg-soft p-3"
    >
      <p>
        Both games are as if the result had been entered for the right one. The old game is kept with the
        corrections.
      </p>
      <Select label="Right game" name="game" defaultValue="" error={fields.game}>
        <option value="">Choose a game</option>
        {games
          .filter(({ key }) => key !== draw.game)
          .map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
      </Select>
      <Field label="Reason" name="reason" maxLength={STAFF_LIMITS.reason} error={fields.reason} />
      {failure && <Banner kind={seen ? 'warn' : 'bad'}>{failure}</Banner>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={busy}>
          Move it
        </Button>
        <Button kind="plain" onClick={onCancel}>
          Back
        </Button>
      </div>
    </form>
  )
}
