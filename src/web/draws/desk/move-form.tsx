import { useEffect, useRef, useState } from 'react'
import { STAFF_LIMITS } from '../../../domain/admin/staff.ts'
import { failureText, sendAdminCall, unconfirmedWarnings } from '../../admin/calls.ts'
import { fieldsOf, useForm, WrongFields } from '../../api/use-form.ts'
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
  /** The warnings that the user has read, and the game that they are about. */
  const [seen, setSeen] = useState<{ game: string; warnings: string[] } | null>(null)
  const { busy, result, fields, submit } = useForm((error) => {
    if (unconfirmedWarnings(error)) return `${failureText(error)} Press the button again to move it.`
    return fieldsOf(error).game ? null : failureText(error)
  })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('select')?.focus(), [])

  const move = submit(async (typed) => {
    const game = formText(typed, 'game')
    const reason = formText(typed, 'reason')
    if (!game || !reason.trim())
      throw new WrongFields({
        ...(!game && { game: 'Choose a game.' }),
        ...(!reason.trim() && { reason: 'Say why.' }),
      })
    const read = seen?.game === game ? seen.warnings : []
    const body = { version: draw.version, game, reason, seen: read }
    try {
      await sendAdminCall('POST /api/admin/draws/:id/move', { params: { id: draw.id }, body })
    } catch (error) {
      const warnings = unconfirmedWarnings(error)
      if (warnings) setSeen({ game, warnings })
      throw error
    }
    onDone()
  })

  return (
    <form
      ref={form}
      noValidate
      aria-label="Move draw"
      onSubmit={move}
      className="mt-2 max-w-md space-y-2 rounded-lg bg-soft p-3"
    >
      <p>
        Both games are as if the result had been entered for the right one. The old game is kept with the
        corrections.
      </p>
      <Select
        label="Right game"
        name="game"
        defaultValue=""
        error={fields.game}
        options={[
          ['', 'Choose a game'],
          ...games.filter(({ key }) => key !== draw.game).map(({ key, name }) => [key, name] as const),
        ]}
      />
      <Field label="Reason" name="reason" maxLength={STAFF_LIMITS.reason} error={fields.reason} />
      {result && <Banner kind={seen ? 'warn' : 'bad'}>{result.text}</Banner>}
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
