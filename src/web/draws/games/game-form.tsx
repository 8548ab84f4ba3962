import { useState } from 'react'
import { DRAW_LIMITS } from '../../../domain/base/balls.ts'
import type { GameColour } from '../../../domain/draws/operators.ts'
import { STAFF_LIMITS } from '../../../domain/admin/staff.ts'
import { CallError, get } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field } from '../../ui/field.tsx'
import { formText } from '../../ui/form-text.ts'
import { failureText, formFailure, sendAdminCall } from '../../admin/calls.ts'
import { SaveForm } from '../../admin/save-form.tsx'
import { useForm } from '../../api/use-form.ts'
import { GameLooks } from './game-looks.tsx'
import type { StaffGame } from './games-page.tsx'

/**
 * Changes a game's name, operator, colour and serial numbers, or pauses it. Until the user types, another user's save refreshes the
 * fields; after that, saving shows the conflict.
 */
export function GameForm({ game, onSaved }: { game: StaffGame; onSaved: () => void }) {
  const [typed, setTyped] = useState(false)
  /** The version in the fields, and the newest version that the user has seen. */
  const [shown, setShown] = useState(game.version)
  const [seen, setSeen] = useState(game.version)
  if (!typed && shown !== game.version) {
    setShown(game.version)
    setSeen(game.version)
  }

  /** What another user saved meanwhile. The next save replaces it. */
  async function storedValues(refusal: unknown): Promise<string | null> {
    if (!(refusal instanceof CallError) || refusal.status !== 409) return null
    const { games } = await get<'GET /api/admin/games'>('/api/admin/games').catch(() => ({ games: [] }))
    const now = games.find(({ key }) => key === game.key)
    if (!now || now.version === seen) return null
    setSeen(now.version)
    onSaved()
    const values = [now.name, now.operator, now.active ? 'played' : 'not played'].filter(Boolean).join(', ')
    return `${failureText(refusal)} It now says: ${values}. Save again to replace it with yours.`
  }

  const { busy, result, fields, submit } = useForm(
    async (error) => (await storedValues(error)) ?? formFailure(error),
  )
  const save = submit(async (form) => {
    await sendAdminCall('PUT /api/admin/games/:key', {
      params: { key: game.key },
      body: {
        version: seen,
        name: formText(form, 'name'),
        operator: formText(form, 'operator'),
        active: new FormData(form).has('active'),
        colour: (formText(form, 'colour') || null) as GameColour | null,
        firstSerial: Number(formText(form, 'firstSerial')) || null,
        reason: formText(form, 'reason'),
      },
    })
    setTyped(false)
    onSaved()
    return 'Saved.'
  })

  return (
    <SaveForm
      key={shown}
      label={`Change ${game.name}`}
      result={result}
      onSubmit={save}
      className="mt-2"
      onChange={() => setTyped(true)}
    >
      <Field
        label="Name"
        name="name"
        defaultValue={game.name}
        required
        maxLength={DRAW_LIMITS.gameName}
        error={fields.name}
      />
      <Field
        label="Operator"
        name="operator"
        defaultValue={game.operator}
        maxLength={DRAW_LIMITS.gameName}
        error={fields.operator}
      />
      <GameLooks game={game} fields={fields} />
      <Field label="Reason (optional)" name="reason" maxLength={STAFF_LIMITS.reason} />
      <Checkbox label="This game is played" name="active" defaultChecked={game.active} />
      <div>
        <Button type="submit" disabled={busy}>
          Save
        </Button>
      </div>
    </SaveForm>
  )
}
