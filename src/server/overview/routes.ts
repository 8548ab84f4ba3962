import { z } from 'zod'
import { addDays, dayOf, type LagosDate, lagosDate } from '../../domain/calendar.ts'
import { scheduleOf } from '../../domain/day-result.ts'
import { drawsOf, findDraw, type History } from '../../domain/history.ts'
import { opens } from '../../domain/plans.ts'
import { latestResultDate } from '../../domain/results-view.ts'
import { frequentNumbers } from '../../domain/statistics.ts'
import type { Snapshot } from '../draws/memory.ts'
import { hasSamples } from '../draws/queries.ts'
import { ball, date, tableRow } from '../draws/shapes.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import { openPredictions } from '../predictions/queries.ts'

const overview = z.strictObject({
  today: date,
  /** Today's results that are in, and the number of today's draws. */
  resultsToday: z.strictObject({ in: z.int(), of: z.int() }),
  latest: tableRow.extend({ game: z.string(), name: z.string() }).nullable(),
  next: z.strictObject({ game: z.string(), name: z.string(), closesAt: z.number(), date }).nullable(),
  /** The most frequent number of the game drawn last; left out for plans that do not open frequent numbers. */
  frequent: z
    .strictObject({ name: z.string(), number: ball, count: z.int(), byLuck: z.number(), draws: z.int() })
    .nullable()
    .optional(),
  /** Predictions whose draw has not closed; left out for plans that do not open them. */
  predictions: z
    .strictObject({
      open: z.int(),
      next: z.strictObject({ name: z.string(), date, closesAt: z.number() }).nullable(),
    })
    .optional(),
  draws: z.int(),
  sample: z.boolean(),
})

/** The draws behind the "most frequent" card. */
const FREQUENT_WINDOW = { last: 100 }

export const overviewRoutes = {
  'GET /api/overview': endpoint({
    summary: 'The figures of the Overview cards; figures that need another plan are left out',
    access: 'signed-in',
    answer: overview,
    async handle({ services: { db, draws }, person, now }) {
      const snapshot = draws.current()
      const today = lagosDate(now)
      const latest = latestDraw(snapshot, today)
      const base = {
        today,
        resultsToday: resultsOf(snapshot, today),
        latest,
        next: nextDraw(snapshot, now),
        draws: drawsOf(snapshot.history),
        sample: hasSamples(snapshot.history),
      }
      return {
        ...base,
        ...(opens(person, 'frequent-numbers') && { frequent: latest && mostFrequent(snapshot, latest) }),
        ...(opens(person, 'prediction') && {
          predictions: await openPredictions(db, now, snapshot.games),
        }),
      }
    },
  }),
} satisfies Routes

function resultsOf({ games, history }: Snapshot, date: LagosDate) {
  const scheduled = scheduleOf(games, date).map(({ game }) => game.key)
  const drawn = games
    .filter(({ key }) => findDraw(history, key, dayOf(date))?.state === 'drawn')
    .map(({ key }) => key)
  return { in: drawn.length, of: new Set([...scheduled, ...drawn]).size }
}

/** The draw with the latest close among the results of the latest date. */
function latestDraw({ games, history }: Snapshot, today: LagosDate) {
  const date = latestResultDate(history, today)
  if (!date) return null
  const closes = new Map(scheduleOf(games, date).map(({ game, schedule }) => [game.key, schedule.closesAt]))
  const drawn = games.flatMap((game) => {
    const draw = findDraw(history, game.key, dayOf(date))
    return draw?.state === 'drawn' ? [{ ...draw, name: game.name }] : []
  })
  return drawn.sort((a, b) => (closes.get(b.game) ?? 0) - (closes.get(a.game) ?? 0))[0] ?? null
}

/** Every game draws at least once a week. */
const DAYS_AHEAD = 7

function nextDraw({ games }: Snapshot, now: number) {
  for (let i = 0; i <= DAYS_AHEAD; i++) {
    const date = addDays(lagosDate(now), i)
    const next = scheduleOf(games, date).find(({ schedule }) => schedule.closesAt > now)
    if (next) return { game: next.game.key, name: next.game.name, closesAt: next.schedule.closesAt, date }
  }
  return null
}

function mostFrequent({ history }: { history: History }, { game, name }: { game: string; name: string }) {
  const { top, sample } = frequentNumbers(history.games.get(game)!, FREQUENT_WINDOW)
  const [first] = top
  return first ? { name, ...first, draws: sample.draws } : null
}
