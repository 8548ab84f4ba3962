import { type FormEvent, useState } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import { CallError } from '../../api/call.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field } from '../../ui/field.tsx'
import { formText } from '../../ui/form-text.ts'
import { causeOf, change } from '../calls.ts'
import type { StaffGame } from '../games-page.tsx'

/** Name, operator, on or off. Key and draws of the game stay. */
export function GameForm({ game, onSaved }: { game: StaffGame; onSaved: () => void }) {
  const [failure, setFailure] = useState<string | null>(null)
  const [fields, setFields] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    setFailure(null)
    setFields({})
    try {
      await change('PUT /api/admin/games/:key', {
        params: { key: game.key },
        body: {
          version: game.version,
          name: formText(form, 'name'),
          operator: formText(form, 'operator'),
          active: new FormData(form).has('active'),
          reason: formText(form, 'reason'),
        },
      })
      onSaved()
    } catch (error) {
      setFields((error instanceof CallError && error.problem?.fields) || {})
      setFailure(causeOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      aria-label={`Change ${game.name}`}
      onSubmit={(event) => void save(event)}
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
        maxLength={LIMITS.gameName}
        error={fields.name}
      />
      <Field
        label="Operator"
        name="operator"
        defaultValue={game.operator}
        maxLength={LIMITS.gameName}
        error={fields.operator}
      />
      <Field label="Reason (optional)" name="reason" maxLength={LIMITS.reason} />
      <Checkbox label="This game is played" name="active" defaultChecked={game.active} />
      <div>
        <Button type="submit" disabled={busy}>
          Save
        </Button>
      </div>
    </form>
  )
}
