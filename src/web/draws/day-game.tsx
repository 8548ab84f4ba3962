import { formatClock, formatDuration, lagosMinutes } from '../../domain/calendar.ts'
import type { DayState } from '../../domain/day-result.ts'
import { DRAW_TYPES } from '../../domain/positions.ts'
import { capitalised } from '../../domain/calendar.ts'
import type { AnswerOf } from '../api/call.ts'
import { Ball } from '../ui/ball.tsx'

type DayLine = AnswerOf<'GET /api/days/:date'>['games'][number]
/** The desk previews a draw that has no public id yet. */
type Game = Omit<DayLine, 'draw'> & { draw: Omit<NonNullable<DayLine['draw']>, 'publicId'> | null }

interface Props {
  game: Game
  state: DayState
  now: number
  today: boolean
}

/** One game of a day: its close, its state, and its numbers once they are recorded. */
export function DayGame({ game, state, now, today }: Props) {
  const { schedule, draw } = game
  return (
    <li className="rounded-lg border border-line bg-sheet p-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="font-bold">{game.name}</h2>
        <StateBadge state={state} text={stateText(state, schedule, now, today)} />
      </div>
      <p className="text-sm text-quiet">
        {game.operator}
        {schedule && `, closes ${formatClock(lagosMinutes(schedule.closesAt))}`}
        {draw?.serial && `, draw ${draw.serial}`}
      </p>
      {draw && draw.state !== 'no_draw' && (
        <dl className="mt-2 space-y-2">
          {DRAW_TYPES.map((type) => (
            <div key={type}>
              <dt className="text-xs text-quiet">{capitalised(type)} numbers</dt>
              <dd>{draw[type].length > 0 ? <Numbers numbers={draw[type]} type={type} /> : 'Not in yet'}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

/** Five balls to look at, and the numbers as text joined by ' - ', as the specification writes them. */
function Numbers({ numbers, type }: { numbers: readonly number[]; type: 'winning' | 'machine' }) {
  return (
    <>
      <span className="flex flex-wrap gap-1.5" aria-hidden="true">
        {numbers.map((number) => (
          <Ball key={number} number={number} look={type} />
        ))}
      </span>
      <span className="text-sm text-quiet">{numbers.join(' - ')}</span>
    </>
  )
}

function stateText(state: DayState, schedule: Game['schedule'], now: number, today: boolean): string {
  const closesAt = schedule?.closesAt ?? 0
  switch (state) {
    case 'open':
      return today ? `Open, closes in ${formatDuration(closesAt - now)}` : 'Open'
    case 'closing-soon':
      return `Closing soon, ${formatDuration(closesAt - now)} left`
    case 'drawing':
      return 'Drawing'
    case 'late':
      return `Late by ${formatDuration(now - (schedule?.expectedAt ?? 0))}`
    case 'not-recorded':
      return 'Not recorded'
    case 'no-draw':
      return 'No draw'
    case 'unconfirmed':
      return 'Unconfirmed'
    case 'result-in':
      return 'Result in'
  }
}

const LOOKS: Record<DayState, string> = {
  open: 'border-edge text-quiet',
  'closing-soon': 'border-warn text-warn',
  drawing: 'border-warn text-warn',
  late: 'border-error text-error',
  'not-recorded': 'border-edge text-quiet',
  'no-draw': 'border-edge text-quiet',
  unconfirmed: 'border-warn text-warn',
  'result-in': 'border-brand text-brand',
}

function StateBadge({ state, text }: { state: DayState; text: string }) {
  return <span className={`rounded-full border px-2 text-sm ${LOOKS[state]}`}>{text}</span>
}
