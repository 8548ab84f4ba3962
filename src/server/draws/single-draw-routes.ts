import { z } from 'zod'
import { lagosDate } from '../../domain/base/calendar.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { balls, date, publicId, schedule, tableRow } from './shapes.ts'
import { latestDraw } from './latest-draw.ts'
import { correctionsOf, findPublicDraw, neighboursOf, publicIdOf } from './single-draw.ts'

const draw = tableRow.extend({ publicId })
export const drawOfGame = draw.extend({
  game: z.strictObject({ key: z.string(), name: z.string(), operator: z.string() }),
})

export const correction = z.strictObject({
  at: z.number(),
  reason: z.string(),
  changes: z.array(z.strictObject({ what: z.string(), old: z.string(), new: z.string() })),
})

const drawAnswer = drawOfGame.extend({
  /** The same event of the year before. */
  lastYear: draw.nullable(),
  /** The next draw of the game. */
  next: draw.nullable(),
  /** The game's next close, while the next draw is not recorded. */
  nextClose: schedule.extend({ date }).nullable(),
  /** Oldest first. */
  corrections: z.array(correction),
})

const latestAnswer = z.strictObject({
  /** Null without results. */
  latest: z
    .strictObject({
      name: z.string(),
      date,
      /** Milliseconds; null if the game has no draw on this weekday. */
      closesAt: z.number().nullable(),
      winning: balls,
      sample: z.boolean(),
    })
    .nullable(),
})

/** A public id, or a game's key and a date: `diamond.2025-06-23`. */
const drawParams = z.strictObject({ draw: z.string().max(80) })

export const noSuchDraw = () => new Refusal('not-found', 'There is no such draw. It may have been removed.')

export const singleDrawRoutes = {
  'GET /api/draws/:draw': endpoint({
    summary:
      'One draw (its public id, or `game.date`), the same event of the year before, the next draw, and the corrections',
    access: 'games-results',
    followsDraws: true,
    params: drawParams,
    answer: drawAnswer,
    async handle({ services: { db, draws }, params, now }) {
      const found = await findPublicDraw(db, publicIdOf(draws.current(), params.draw))
      if (!found) throw noSuchDraw()
      const { id, ...draw } = found
      return {
        ...draw,
        ...neighboursOf(draws.current(), draw, now),
        corrections: await correctionsOf(db, id),
      }
    },
  }),

  'GET /api/public/latest-draw': endpoint({
    summary: 'The numbers of the latest result, for the pages before the login',
    access: 'anyone',
    followsDraws: true,
    answer: latestAnswer,
    version: ({ draws }, { now }) => `${draws.current().seq} ${lagosDate(now)}`,
    handle({ services: { draws }, now }) {
      const today = lagosDate(now)
      return draws.derived(`latest draw ${today}`, (snapshot) => {
        const draw = latestDraw(snapshot, today)
        if (!draw) return { latest: null }
        const { name, date, closesAt, winning, sample } = draw
        return { latest: { name, date, closesAt, winning, sample } }
      })
    },
  }),
} satisfies Routes
