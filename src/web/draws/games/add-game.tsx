import { capitalised, type LagosDate, parseClock, WEEKDAYS } from '../../../domain/base/calendar.ts'
import { DRAW_LIMITS } from '../../../domain/base/balls.ts'
import { isGameKey, nameFromKey } from '../../../domain/draws/games.ts'
import { type GameColour, OPERATORS } from '../../../domain/draws/operators.ts'
import { formFailure, sendAdminCall } from '../../admin/calls.ts'
import { SaveForm } from '../../admin/save-form.tsx'
import { useForm } from '../../api/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formText } from '../../ui/form-text.ts'
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
  const { busy, result, fields, submit } = useForm(formFailure)
  const add = submit(async (form) => {
    const of = (name: string) => formText(form, name)
    const times = WEEKDAYS.flatMap((weekday) => {
      const close = parseClock(of(weekday))
      return close === null ? [] : [{ weekday, close }]
    })
    const serial = of('firstSerial')
    const body = {
      ...(isGameKey(proposed) && { key: proposed }),
      name: of('name'),
      operator: of('operator'),
      colour: (of('colour') || null) as GameColour | null,
      firstSerial: serial === '' ? null : Number(serial),
      validFrom: of('validFrom') as LagosDate,
      times,
    }
    await sendAdminCall('POST /api/admin/games', { body })
    form.reset()
    onSaved(body.name)
  })
  return (
    <SaveForm label="Add a game" result={result} onSubmit={add} className="mt-2 max-w-3xl">
      <Field
        label="Name"
        name="name"
        required
        maxLength={DRAW_LIMITS.gameName}
        defaultValue={isGameKey(proposed) ? nameFromKey(proposed) : proposed}
        error={fields.name}
      />
      <Field
        label="Operator"
        name="operator"
        required
        maxLength={DRAW_LIMITS.gameName}
        list="operators"
        error={fields.operator}
      />
      <datalist id="operators">
        {[...new Set([...Object.values(OPERATORS), ...operators])].map((operator) => (
          <option key={operator} value={operator} />
        ))}
      </datalist>
      <GameLooks fields={fields} />
      <Field
        label="Draws from"
        name="validFrom"
        type="date"
        required
        min={earliest}
        defaultValue={earliest}
        error={fields.validFrom}
      />
      <fieldset className="sm:col-span-2">
        <legend className="text-label font-bold">Closes at</legend>
        <p className="text-sm text-quiet">Leave a weekday without a draw empty.</p>
        <div className="mt-1 grid grid-cols-2 gap-2 sm:grid-cols-4">
          {WEEKDAYS.map((weekday) => (
            <Field
              key={weekday}
              label={capitalised(weekday)}
              name={weekday}
              type="time"
              error={weekday === WEEKDAYS[0] ? fields.times : undefined}
            />
          ))}
        </div>
      </fieldset>
      <div>
        <Button type="submit" disabled={busy}>
          Add the game
        </Button>
      </div>
    </SaveForm>
  )
}
