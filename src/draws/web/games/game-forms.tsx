import { useState } from 'react'
import { STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { type LagosDate, capitalised, parseClock, WEEKDAYS } from '../../../platform/rules/base/calendar.ts'
import { isGameKey, nameFromKey } from '../../rules/games.ts'
import { OPERATORS, GAME_COLOURS } from '../../rules/operators.ts'
import { failureText, formFailure, sendAdminCall } from '../../../people/web/staff/calls.ts'
import { StaffForm, type Values } from '../../../people/web/staff/staff-form.tsx'
import { CallError, get } from '../../../platform/web/api/call.ts'
import { Field, Checkbox, useProblem, Select } from '../../../platform/web/ui/field.tsx'
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

  async function save({ active, ...values }: Values) {
    await sendAdminCall('PUT /api/admin/games/:key', {
      params: { key: game.key },
      body: {
        ...fieldsOf(values),
        version: seen,
        active: active !== undefined,
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

interface Props {
  /** The short name of an import that no game has; empty without one. */
  proposed: string
  earliest: LagosDate
  operators: readonly string[]
  onSaved: (name: string) => void
}

/** Adds a game with its weekly times. */
export function AddGame({ proposed, earliest, operators, onSaved }: Props) {
  async function add(
    { name = '', operator = '', colour = '', firstSerial = '', validFrom, ...closes }: Values,
    form: HTMLFormElement,
    id: string,
  ) {
    const times = WEEKDAYS.flatMap((weekday) => {
      const close = parseClock(closes[weekday] ?? '')
      return close === null ? [] : [{ weekday, close }]
    })
    const body = {
      ...(isGameKey(proposed) && { key: proposed }),
      ...fieldsOf({ name, operator, colour, firstSerial }),
      validFrom,
      times,
    }
    await sendAdminCall('POST /api/admin/games', { body, form: id })
    form.reset()
    onSaved(name)
  }
  return (
    <StaffForm label="Add a game" button="Add the game" send={add} className="mt-2 max-w-3xl">
      <Field
        label="Name"
        name="name"
        required
        maxLength={DRAW_LIMITS.gameName}
        defaultValue={isGameKey(proposed) ? nameFromKey(proposed) : proposed}
      />
      <Field label="Operator" name="operator" required maxLength={DRAW_LIMITS.gameName} list="operators" />
      <datalist id="operators">
        {[...new Set([...Object.values(OPERATORS), ...operators])].map((operator) => (
          <option key={operator} value={operator} />
        ))}
      </datalist>
      <GameLooks />
      <Field
        label="Draws from"
        name="validFrom"
        type="date"
        required
        min={earliest}
        defaultValue={earliest}
      />
      <TimesFields />
    </StaffForm>
  )
}

function TimesFields() {
  const problem = useProblem('times')
  return (
    <fieldset className="sm:col-span-2">
      <legend className="text-label font-bold">Closes at</legend>
      <p className="text-sm text-quiet">Leave a weekday without a draw empty.</p>
      <div className="mt-1 grid grid-cols-2 gap-2 sm:grid-cols-4">
        {WEEKDAYS.map((weekday, place) => (
          <Field
            key={weekday}
            label={capitalised(weekday)}
            name={weekday}
            type="time"
            error={place === 0 ? problem : undefined}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** The typed values of a game's fields; what is left empty becomes null. */
const fieldsOf = ({ colour, firstSerial, ...values }: Values) => ({
  ...values,
  colour: colour || null,
  firstSerial: Number(firstSerial) || null,
})

/** The colour and the first serial number of a game. */
function GameLooks({ game }: { game?: StaffGame }) {
  return (
    <>
      <Select
        label="Colour"
        name="colour"
        defaultValue={game?.colour ?? ''}
        options={[
          ['', 'Of its operator'],
          ...GAME_COLOURS.map((colour) => [colour, capitalised(colour)] as const),
        ]}
      />
      <Field
        label="First serial number (optional)"
        name="firstSerial"
        type="number"
        min={1}
        max={DRAW_LIMITS.highestSerial}
        defaultValue={game?.firstSerial ?? ''}
        hint="The desk proposes it for the first draw."
      />
    </>
  )
}
