import { type FormEvent, useState } from 'react'
import { DRAW_LIMITS } from '../../../domain/draw-limits.ts'
import { STAFF_LIMITS } from '../../../domain/staff-limits.ts'
import { CallError, get } from '../../api/call.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field } from '../../ui/field.tsx'
import { formText } from '../../ui/form-text.ts'
import { failureText, sendAdminCall } from '../../admin/calls.ts'
import type { StaffGame } from './games-page.tsx'

/**
 * Changes a game's name, operator and whether it is played. Until the user types, another user's save refreshes the
 * fields; after that, saving shows the conflict.
 */
export function GameForm({ game, onSaved }: { game: StaffGame; onSaved: () => void }) {
  const [failure, setFailure] = useState<string | null>(null)
  const [fields, setFields] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const [typed, setTyped] = useState(false)
  /** The version in the fields, and the newest version that the user has seen. */
  const [shown, setShown] = useState(game.version)
  const [seen, setSeen] = useState(game.version)
  if (!typed && shown !== game.version) {
    setShown(game.version)
    setSeen(game.version)
  }

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    setFailure(null)
    setFields({})
    try {
      await sendAdminCall('PUT /api/admin/games/:key', {
        params: { key: game.key },
        body: {
          version: seen,
          name: formText(form, 'name'),
          operator: formText(form, 'operator'),
          active: new FormData(form).has('active'),
          reason: formText(form, 'reason'),
        },
      })
      setTyped(false)
      onSaved()
    } catch (error) {
      setFields((error instanceof CallError && error.problem?.fields) || {})
      setFailure(failureText(error))
      if (error instanceof CallError && error.status === 409) await showStored(failureText(error))
    } finally {
      setBusy(false)
    }
  }

  async function showStored(cause: string) {
    const { games } = await get<'GET /api/admin/games'>('/api/admin/games').catch(() => ({ games: [] }))
    const now = games.find(({ key }) => key === game.key)
    if (!now || now.version === seen) return
    setSeen(now.version)
    const values = [now.name, now.operator, now.active ? 'played' : 'not played'].filter(Boolean).join(', ')
    setFailure(`${cause} It now says: ${values}. Save again to replace it with yours.`)
    onSaved()
  }

  return (
    <form
      key={shown}
      aria-label={`Change ${game.name}`}
      onSubmit={(event) => void save(event)}
      onChange={() => setTyped(true)}
      className="mt-2 grid gap-2 *:min-w-0 sm:grid-cols-2"
    >
      {failure && (
        <div className="sm:col-span-2">
          <Banner kind="bad">{failure}</Banner>
        </div>
      )}
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
      <Field label="Reason (optional)" name="reason" maxLength={STAFF_LIMITS.reason} />
      <Checkbox label="This game is played" name="active" defaultChecked={game.active} />
      <div>
        <Button type="submit" disabled={busy}>
          Save
        </Button>
      </div>
    </form>
  )
}
