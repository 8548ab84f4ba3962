import { useState } from 'react'
import { DRAW_TYPES } from '../../../platform/rules/base/balls.ts'
import {
  capitalised,
  clockOf,
  formatDayMonth,
  formatDuration,
  formatLongDate,
  weekdayOf,
} from '../../../platform/rules/base/calendar.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { useNow } from '../../../platform/web/api/use-now.ts'
import { usePoll } from '../../../platform/web/api/use-poll.ts'
import { Mark } from '../../../platform/web/ui/mark.tsx'
import { Failure } from '../../../platform/web/ui/states.tsx'
import { dayState } from '../../rules/day-result.ts'
import { pageAt, pagesOf, WALL } from '../../rules/wall.ts'
import { stripeOf } from '../operator.tsx'
import { stateText } from '../state-word.tsx'
import { useAwake, useControls } from './use-controls.ts'
import { useArrivals } from './use-arrivals.ts'

const ADDRESS = '/api/public/wall'

type Wall = AnswerOf<'GET /api/public/wall'>
type Game = Wall['games'][number]

export const calls = () => [ADDRESS]

/** Today's results on a TV, and those of the days before: pages that take turns, without a tap. */
export default function WallPage() {
  const { data, error, isFetching, refetch } = useCall('GET /api/public/wall', ADDRESS)
  const now = useNow(1000)
  const [answeredAt, setAnsweredAt] = useState(now)
  usePoll(ADDRESS, WALL.pollMs)
  // The time of the newest good answer. A failed request leaves it.
  const isAnswered = !isFetching && !error
  const [wasAnswered, setWasAnswered] = useState(isAnswered)
  if (isAnswered !== wasAnswered) {
    setWasAnswered(isAnswered)
    if (isAnswered) setAnsweredAt(now)
  }
  if (!data) return <Failure text="The results could not be loaded." onRetry={refetch} />
  return <Shown wall={data} now={now} answeredAt={answeredAt} />
}

interface ShownProps {
  wall: Wall
  now: number
  answeredAt: number
}

function Shown({ wall, now, answeredAt }: ShownProps) {
  const { today, games, before } = wall
  const arrivals = useArrivals(games, now)
  const [openedAt] = useState(now)
  const controls = useControls()
  useAwake()
  const pages = pagesOf(games)
  const turning = before.length > 0 ? pageAt(now - Math.max(openedAt, arrivals.newest), pages.length) : 0
  const page = controls.held ?? turning
  const isToday = page < pages.length
  return (
    <main id="content" className={`wall wall-at-${new Date(now).getUTCHours() % 4}`}>
      <header className="wall-head">
        <Mark size={32} />
        <h1>{isToday ? 'Today' : 'Before today'}</h1>
        <span>{isToday ? formatLongDate(today).slice(0, -5) : daysOf(before)}</span>
        <p aria-hidden="true">
          <span className={isToday ? 'is-shown' : ''}>Today</span>
          <span className={isToday ? '' : 'is-shown'}>Before</span>
        </p>
      </header>
      {isToday && games.length === 0 ? (
        <p className="wall-none">No draw today. {nextWords(wall)}</p>
      ) : (
        <ol
          className={`wall-rows ${(isToday ? pages[page]! : before).length > WALL.leastRows ? 'is-full' : ''}`}
        >
          {isToday
            ? pages[page]!.map((game) => (
                <TodayRow
                  key={game.key}
                  game={game}
                  now={now}
                  isNext={game.key === nextKey(games, now)}
                  isNew={arrivals.isNew(game.key)}
                />
              ))
            : before.map((game) => (
                <Row key={`${game.key} ${game.date}`} game={game} note={dayAndTime(game)} />
              ))}
        </ol>
      )}
      <Aside wall={wall} now={now} answeredAt={answeredAt} />
      <p role="status" className="visually-hidden">
        {arrivals.text}
      </p>
      {controls.isOpen && (
        <div role="dialog" aria-label="Results on a TV" className="wall-bar">
          <button type="button" onClick={controls.close}>
            Close
          </button>
          <button type="button" className="is-plain" onClick={() => controls.hold(page)}>
            {controls.held === null ? 'Hold this page' : 'Let the pages turn'}
          </button>
          <span>Esc or Back also closes.</span>
        </div>
      )}
    </main>
  )
}

interface TodayRowProps {
  game: Game
  now: number
  isNext: boolean
  isNew: boolean
}

function TodayRow({ game, now, isNext, isNew }: TodayRowProps) {
  const { schedule, draw } = game
  const time = schedule && clockOf(schedule.closesAt)
  if (draw?.state === 'drawn') return <Row game={game} note={isNew ? 'Just in' : time} isNew={isNew} />
  const state = dayState(schedule, draw, now)
  const isWaiting = state === 'open' || state === 'closing-soon'
  const left = schedule && `in ${formatDuration(schedule.closesAt - now)}`
  const words = isWaiting ? (isNext ? `Next, ${left}` : left) : stateText(state, schedule, now)
  return (
    <li className={`wall-row ${stripeOf(game.operator, game.colour)}`}>
      <Name name={game.name} />
      <p className="wall-wait">
        {time && <time>{time}</time>}
        <span className={isWaiting ? (isNext ? 'is-next' : '') : `is-${state}`}>{words}</span>
      </p>
    </li>
  )
}

/** A game with its numbers. */
function Row({ game, note, isNew = false }: { game: Game; note: string | null; isNew?: boolean }) {
  const { name, operator, colour, draw } = game
  return (
    <li className={`wall-row ${stripeOf(operator, colour)} ${isNew ? 'is-new' : ''}`}>
      <Name name={name} note={note} />
      {DRAW_TYPES.map((type) => (
        <p key={type} className={`wall-${type}`}>
          <span className="visually-hidden">{capitalised(type)} numbers: </span>
          {draw![type].map((number) => (
            <b key={number}>
              {number}
              <span className="visually-hidden"> </span>
            </b>
          ))}
        </p>
      ))}
    </li>
  )
}

const Name = ({ name, note }: { name: string; note?: string | null }) => (
  <div className="wall-name">
    <b className={name.length > 12 ? 'is-long' : ''}>{name}</b>
    {note && <small>{note}</small>}
  </div>
)

function Aside({ wall: { address, qr, sample }, now, answeredAt }: ShownProps) {
  const isLate = now - answeredAt > WALL.staleMs
  return (
    <aside className="wall-aside">
      <time className="wall-clock">{clockOf(now)}</time>
      <svg
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        className="wall-qr"
        aria-hidden="true"
      >
        <path d={qr.path} />
      </svg>
      <p className="wall-address">
        All results on your phone<b>{address}</b>
      </p>
      <div className="wall-foot">
        <p role="status" className={isLate ? 'is-late' : ''}>
          {isLate ? (
            `Not live since ${clockOf(answeredAt)}`
          ) : (
            <span aria-hidden="true">Live {clockOf(answeredAt)}</span>
          )}
        </p>
        {sample && <p>Generated samples, no real draws</p>}
        <p>
          <b>18+</b> Past draws do not change the odds.
        </p>
      </div>
    </aside>
  )
}

const dayName = (date: Wall['today']) => `${capitalised(weekdayOf(date))} ${Number(date.slice(8))}`

function dayAndTime({ date, schedule }: Wall['before'][number]): string {
  return schedule ? `${formatDayMonth(date)}, ${clockOf(schedule.closesAt)}` : formatDayMonth(date)
}

/** `Sunday 22 and Saturday 21`, and from three days on the first and the last. */
function daysOf(before: Wall['before']): string {
  const days = [...new Set(before.map(({ date }) => date))].map(dayName)
  return days.length < 3 ? days.join(' and ') : `${days[0]} to ${days[days.length - 1]}`
}

function nextWords({ next }: Wall): string {
  return next ? `Next: ${next.name}, ${formatDayMonth(next.date).slice(0, 3)} ${clockOf(next.closesAt)}` : ''
}

/** The game that closes next. */
const nextKey = (games: readonly Game[], now: number) =>
  games.find(({ schedule, draw }) => schedule && !draw && schedule.closesAt > now)?.key
