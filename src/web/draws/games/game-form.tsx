import { useState } from 'react'
import { DRAW_LIMITS } from '../../../domain/base/balls.ts'
import { STAFF_LIMITS } from '../../../domain/admin/staff.ts'
import { CallError, get } from '../../api/call.ts'
import { Checkbox, Field } from '../../ui/field.tsx'
import { failureText, formFailure, sendAdminCall } from '../../admin/calls.ts'
import { StaffForm, type Values } from '../../admin/staff-form.tsx'
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

  async function save({ active, colour, firstSerial, ...values }: Values) {
    await sendAdminCall('PUT /api/admin/games/:key', {
      params: { key: game.key },
      body: {
        ...values,
        version: seen,
        active: active !== undefined,
        colour: colour || null,
        firstSerial: Number(firstSerial) || null,
      },
    })
    setTyped(false)
    onSaved()
    return 'Saved.'
  }

  return (
    <StaffForm
      key={shown}
      label={`Change ${game.name}`}
      button="Save"
      send={save}
      explain={async (error) => (await storedValues(error)) ?? formFailure(error)}
      className="mt-2"
      onChange={() => setTyped(true)}
    >
      <Field label="Name" name="name" defaultValue={game.name} required maxLength={DRAW_LIMITS.gameName} />
      <Field label="Operator" name="operator" defaultValue={game.operator} maxLength={DRAW_LIMITS.gameName} />
      <GameLooks game={game} />
      <Field label="Reason (optional)" name="reason" maxLength={STAFF_LIMITS.reason} />
      <Checkbox label="This game is played" name="active" defaultChecked={game.active} />
    </StaffForm>
  )
}
