import { z } from 'zod'
import { addDays, type LagosDate, lagosDate } from '../../../platform/rules/base/calendar.ts'
import { nextDraw } from '../../../draws/rules/day-result.ts'
import { drawsOf, hasSamples, type History, HISTORY_LIMITS } from '../../../draws/rules/history.ts'
import { opens } from '../../../platform/rules/access/plans.ts'
import { frequentNumbers } from '../../../statistics/rules/statistics.ts'
import { latestDraw } from '../../../draws/server/queries.ts'
import { gamesOfDay } from '../../../draws/rules/day-result.ts'
import type { Snapshot } from '../../../draws/server/memory.ts'
import { ball, date, dayGame } from '../../../draws/server/shapes.ts'
import { endpoint, type Routes } from '../../../platform/server/api/endpoint.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { openPredictions, lastChecked } from '../../../forecasts/server/queries.ts'
import { contextOf } from '../../../forecasts/server/prediction-answers.ts'
import { present } from '../../../platform/rules/base/lists.ts'

const overview = z.strictObject({
  today: date,
  /** Today's games, as `GET /api/days/today` has them. */
  games: z.array(dayGame),
  /** Until today's first result: the day before, the number of its draws with a result, and the last three of them. */
  lastNight: z.strictObject({ date, total: z.int(), games: z.array(dayGame) }).nullable(),
  /** Of the games of the latest day with a result, the one that closed last. */
  latest: z.strictObject({ name: z.string(), date }).nullable(),
  /** The draw that closes next; `since` is the close before it. */
  next: z
    .strictObject({ name: z.string(), operator: z.string(), date, closesAt: z.number(), since: z.number() })
    .nullable(),
  /** The most frequent number of the game drawn last; left out for plans that do not open frequent numbers. */
  frequent: z
    .strictObject({ name: z.string(), number: ball, count: z.int(), byLuck: z.number(), draws: z.int() })
    .nullable()
    .optional(),
  /** Forecasts that count and whose draw has not closed; left out for plans that do not open them. */
  predictions: z
    .strictObject({
      open: z.int(),
      next: z.strictObject({ name: z.string(), date, closesAt: z.number() }).nullable(),
      /** The forecast that was scored last: its game, and `Not won, 1 of 2 came`. */
      checked: z.strictObject({ name: z.string(), score: z.string() }).nullable(),
    })
    .optional(),
  draws: z.int(),
  sample: z.boolean(),
})

/** The draws behind the "most frequent" card. */
const FREQUENT_WINDOW = { last: 100 }

export const overviewRoutes = {
  'GET /api/overview': endpoint({
    summary: 'The games of today, the next draw, and the figures of the Overview cards that the plan opens',
    access: 'signed-in',
    followsDraws: true,
    answer: overview,
    async handle({ services, person, now }) {
      const { draws } = services
      const today = lagosDate(now)
      const { frequent, ...figures } = draws.derived(`overview ${today}`, (snapshot) =>
        figuresOf(snapshot, today),
      )
      const { games } = draws.current()
      return {
        ...figures,
        next: nextOf(games, now),
        ...(opens(person, 'frequent-numbers') && { frequent }),
        ...(opens(person, 'prediction') && { predictions: await forecastsOf(services, now) }),
      }
    },
  }),
} satisfies Routes

/** The line of the Prediction card. */
async function forecastsOf(services: Services, now: number) {
  const context = await contextOf(services, now)
  return { ...(await openPredictions(services.db, context)), checked: lastChecked(context) }
}

/** What changes only with the draws and the day. */
function figuresOf(snapshot: Snapshot, today: LagosDate) {
  const { history } = snapshot
  const latest = latestDraw(snapshot, today)
  const games = gamesOfDay(snapshot, today)
  return {
    today,
    games,
    lastNight: games.some(hasResult) ? null : lastNightOf(snapshot, today),
    latest: latest && { name: latest.name, date: latest.date },
    frequent: latest && mostFrequent(history, latest),
    draws: drawsOf(history),
    sample: hasSamples(history),
  }
}

const hasResult = ({ draw }: ReturnType<typeof gamesOfDay>[number]) => draw?.state === 'drawn'

function lastNightOf(snapshot: Snapshot, today: LagosDate) {
  const yesterday = addDays(today, -1)
  const drawn = gamesOfDay(snapshot, yesterday).filter(hasResult)
  if (drawn.length === 0) return null
  return { date: yesterday, total: drawn.length, games: drawn.slice(-HISTORY_LIMITS.lastNight).reverse() }
}

function nextOf(games: Snapshot['games'], now: number) {
  const next = nextDraw(games, now)
  if (!next) return null
  const { game, date, schedule, since } = next
  return { name: game.name, operator: game.operator, date, closesAt: schedule.closesAt, since }
}

function mostFrequent(history: History, { game, name }: { game: string; name: string }) {
  const { top, sample } = frequentNumbers(present(history.games.get(game)), FREQUENT_WINDOW)
  const [first] = top
  if (!first) return null
  const { number, count, byLuck } = first
  return { name, number, count, byLuck, draws: sample.draws }
}
