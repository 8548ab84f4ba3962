import { useState } from 'react'
import { formatClock } from '../../../domain/base/calendar.ts'
import type { AnswerOf } from '../../api/call.ts'
import { Checkbox, Field } from '../../ui/field.tsx'

/** The usual night, in minutes since midnight. */
const NIGHT = { from: 22 * 60, until: 6 * 60 }

interface Props {
  push: AnswerOf<'GET /api/push'>
  isStaff: boolean
  quietError: string | undefined
}

/** The fields of a choice: games, quiet hours and, for staff, late draws. Before the first choice, all games are ticked. */
export function PushChoices({ push: { games, choice }, isStaff, quietError }: Props) {
  const [chosen, setChosen] = useState(() => new Set(choice?.games ?? games.map(({ key }) => key)))
  const [isQuiet, setQuiet] = useState(choice?.quiet != null)
  const { from, until } = choice?.quiet ?? NIGHT
  const isAll = games.every(({ key }) => chosen.has(key))

  function choose(key: string, isOn: boolean) {
    const next = new Set(chosen)
    if (isOn) next.add(key)
    else next.delete(key)
    setChosen(next)
  }

  return (
    <>
      <details>
        <summary className="flex min-h-11 items-center text-brand underline">
          Games: {isAll ? 'all' : chosen.size} chosen
        </summary>
        <fieldset>
          <legend className="visually-hidden">Games</legend>
          <Checkbox
            label="All games"
            checked={isAll}
            onChange={({ target }) => setChosen(new Set(target.checked ? games.map(({ key }) => key) : []))}
          />
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-x-3">
            {games.map(({ key, name }) => (
              <Checkbox
                key={key}
                label={name}
                name="games"
                value={key}
                checked={chosen.has(key)}
                onChange={({ target }) => choose(key, target.checked)}
              />
            ))}
          </div>
        </fieldset>
      </details>
      <div>
        <Checkbox
          label="Quiet hours (Lagos time)"
          name="quiet"
          checked={isQuiet}
          onChange={({ target }) => setQuiet(target.checked)}
          error={quietError}
        />
        {isQuiet && (
          <>
            <div className="flex flex-wrap gap-3">
              <Field label="From" name="from" type="time" defaultValue={formatClock(from)} />
              <Field label="Until" name="until" type="time" defaultValue={formatClock(until)} />
            </div>
            <p className="mt-1 text-sm text-quiet">Results wait, and then come in one summary.</p>
          </>
        )}
      </div>
      {isStaff && (
        <Checkbox
          label="Late draws (staff), also in quiet hours"
          name="lateDraws"
          defaultChecked={choice?.lateDraws ?? false}
        />
      )}
    </>
  )
}
