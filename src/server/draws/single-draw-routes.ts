import { z } from 'zod'
import { lagosDate } from '../../domain/calendar.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { balls, date, publicId, schedule, tableRow } from './shapes.ts'
import { latestDraw } from './latest-draw.ts'
import { correctionsOf, findPublicDraw, neighboursOf } from './single-draw.ts'

const draw = tableRow.extend({ publicId })
const drawOfGame = draw.extend({
  game: z.strictObject({ key: z.string(), name: z.string(), operator: z.string() }),
})

const drawAnswer = drawOfGame.extend({
  /** The same event of the year before. */
  lastYear: draw.nullable(),
  /** The next draw of the game. */
  next: draw.nullable(),
  /** The game's next close, while the next draw is not recorded. */
  nextClose: schedule.extend({ date }).nullable(),
  /** Oldest first. */
  corrections: z.array(
    z.strictObject({
      at: z.number(),
      reason: z.string(),
      changes: z.array(z.strictObject({ what: z.string(), old: z.string(), new: z.string() })),
    }),
  ),
})

const latestAnswer = z.strictObject({
  /** Null without results. */
  latest: z.strictObject({ name: z.string(), date, winning: balls, sample: z.boolean() }).nullable(),
})

const params = z.strictObject({ publicId: z.string().max(40) })

const noSuchDraw = () => new Refusal('not-found', 'There is no such draw. It may have been removed.')

export const singleDrawRoutes = {
  'GET /api/draws/:publicId': endpoint({
    summary: 'One draw, the same event of the year before, the next draw, and the corrections',
    access: 'games-results',
    params,
    answer: drawAnswer,
    async handle({ services: { db, draws }, params, now }) {
      const found = await findPublicDraw(db, params.publicId)
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
    answer: latestAnswer,
    handle({ services: { draws }, now }) {
      const today = lagosDate(now)
      return draws.derived(`latest draw ${today}`, (snapshot) => {
        const draw = latestDraw(snapshot, today)
        if (!draw) return { latest: null }
        const { name, date, winning, sample } = draw
        return { latest: { name, date, winning, sample } }
      })
    },
  }),

  'GET /api/public/draws/:publicId': endpoint({
    summary: 'One draw for its public page, without signing in',
    access: 'anyone',
    params,
    answer: drawOfGame,
    async handle({ services: { db }, params }) {
      const found = await findPublicDraw(db, params.publicId)
      if (!found) throw noSuchDraw()
      const { id: _id, ...draw } = found
      return draw
    },
  }),
} satisfies Routes
