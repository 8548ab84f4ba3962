import { useId } from 'react'
import { clockOf, formatDayMonth, lagosDate } from '../../../platform/rules/base/calendar.ts'
import type { ComingDraw } from '../../rules/predictions.ts'
import { Ball } from '../../../platform/web/ui/ball.tsx'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Field } from '../../../platform/web/ui/field.tsx'
import type { FormGame, drawNoteFor } from './draw-note.ts'

interface GameFieldProps {
  games: readonly FormGame[]
  game: string
  onGame: (name: string) => void
  note: ReturnType<typeof drawNoteFor>
  error: string | undefined
}

/** The game by its name, with the games that a shorter name may mean. */
export function GameField({ games, game, onGame, note, error }: GameFieldProps) {
  const list = useId()
  return (
    <div>
      <Field
        label="Game name"
        name="gameName"
        list={list}
        autoComplete="off"
        required
        value={game}
        hint={
          <>
            {note.text} {note.warning && <b className="text-warn">{note.warning}</b>}
          </>
        }
        error={error}
        onChange={(event) => onGame(event.currentTarget.value)}
      />
      <datalist id={list}>
        {games.map(({ key, name }) => (
          <option key={key} value={name} />
        ))}
      </datalist>
      {note.choices.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-2">
          {note.choices.map(({ key, name }) => (
            <Button key={key} kind="plain" onClick={() => onGame(name)}>
              {name}
            </Button>
          ))}
        </p>
      )}
    </div>
  )
}

/** The next draws of the game, to choose by a tap. */
export function Draws({
  draws,
  chosen,
  onChoose,
}: {
  draws: readonly ComingDraw[]
  chosen: string
  onChoose: (date: string) => void
}) {
  if (draws.length === 0) return null
  return (
    <p className="mt-2 flex flex-wrap gap-2">
      {draws.map(({ date, closesAt }) => (
        <Button key={date} kind="plain" aria-pressed={date === chosen} onClick={() => onChoose(date)}>
          {formatDayMonth(lagosDate(closesAt))}, {clockOf(closesAt)}
        </Button>
      ))}
    </p>
  )
}

/** The numbers as balls, to proofread. Without links, which would leave the form. */
export function Preview({ numbers }: { numbers: readonly number[] }) {
  return (
    <p className="mt-2 flex flex-wrap gap-1.5" aria-hidden="true">
      {numbers.map((number) => (
        <Ball key={number} number={number} look="forecast" unlinked />
      ))}
    </p>
  )
}
