import { z } from 'zod'
import { parseBall } from '../../platform/rules/base/balls.ts'
import { endpoint, type Routes } from '../../platform/server/api/endpoint.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { ball, date } from '../../draws/server/shapes.ts'
import { numberAnswer } from '../rules/numbers/number-facts.ts'

const answer = z.strictObject({
  number: ball,
  /** Draws with the number among the winning five, all draws since the first date, and the count that luck alone gives. */
  count: z.int(),
  draws: z.int(),
  from: date.nullable(),
  expected: z.number(),
  usual: z.strictObject({ low: z.int(), high: z.int() }),
  /** Draws on days after the number's last one, beside luck. */
  waited: z.strictObject({ value: z.int(), mean: z.number(), low: z.int(), high: z.int() }),
  relatives: z.array(z.strictObject({ name: z.string(), cell: z.string(), ball: ball.nullable() })),
  /** Most recently played first. */
  games: z.array(
    z.strictObject({
      game: z.string(),
      name: z.string(),
      count: z.int(),
      draws: z.int(),
      last: date.nullable(),
      since: z.int(),
      longest: z.int(),
      longestByLuck: z.number(),
    }),
  ),
  sample: z.boolean(),
})

export const numberRoutes = {
  'GET /api/numbers/:number': endpoint({
    summary: 'One number: its relatives, how often it came, and when it was last played in each game',
    access: 'games-results',
    followsDraws: true,
    params: z.strictObject({ number: z.string().max(20) }),
    answer,
    handle({ services: { draws }, params }) {
      const number = parseBall(params.number)
      if (number === null) throw new Refusal('not-found', 'There is no such number. Numbers go from 1 to 90.')
      return draws.derived(`number ${number}`, (snapshot) => numberAnswer(snapshot, number))
    },
  }),
} satisfies Routes
