import { capitalised, type LagosDate, parseClock, WEEKDAYS } from '../../../domain/base/calendar.ts'
import { DRAW_LIMITS } from '../../../domain/base/balls.ts'
import { isGameKey, nameFromKey } from '../../../domain/draws/games.ts'
import { OPERATORS } from '../../../domain/draws/operators.ts'
import { sendAdminCall } from '../../admin/calls.ts'
import { StaffForm, type Values } from '../../admin/staff-form.tsx'
import { Field, useProblem } from '../../ui/field.tsx'
import { GameLooks } from './game-looks.tsx'

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
    { name = '', operator, colour, firstSerial, validFrom, ...values }: Values,
    form: HTMLFormElement,
  ) {
    const times = WEEKDAYS.flatMap((weekday) => {
      const close = parseClock(values[weekday] ?? '')
      return close === null ? [] : [{ weekday, close }]
    })
    const body = {
      ...(isGameKey(proposed) && { key: proposed }),
      name,
      operator,
      colour: colour || null,
      firstSerial: firstSerial ? Number(firstSerial) : null,
      validFrom,
      times,
    }
    await sendAdminCall('POST /api/admin/games', { body })
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
      <Times />
    </StaffForm>
  )
}

function Times() {
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
