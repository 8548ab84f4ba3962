import { z } from 'zod'
import { LAB_SETS } from '../rules/lab/scope.ts'
import { gameCounts } from '../rules/answers.ts'
import { parseWindow } from '../rules/statistics.ts'
import { ball, date } from '../../draws/server/shapes.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { endpoint, type Routes } from '../../platform/server/api/endpoint.ts'
import { asc, isNull } from 'drizzle-orm'
import type { Db } from '../../platform/server/db/connect.ts'
import { numberGroups } from './tables.ts'

const sample = z.strictObject({ draws: z.int(), from: date.nullable(), to: date.nullable() })
const window = z.strictObject({
  window: z
    .string()
    .refine((text) => parseWindow(text) !== null, 'The window must be 30, 100, all or a year.')
    .default('100'),
})
const ranked = z.array(z.strictObject({ number: ball, count: z.int(), byLuck: z.number() }))
const windowAndSet = window.extend({ set: z.enum(LAB_SETS).default('winning') })
const usual = z.strictObject({ low: z.int(), high: z.int() })
const common = { window: z.string(), years: z.array(z.int()), sample: z.boolean() }

const frequentAnswer = z.strictObject({
  ...common,
  set: z.enum(LAB_SETS),
  frequentNumbers: z.array(
    z.strictObject({
      id: z.string(),
      gameName: z.string(),
      topNumbers: z.array(ball),
      counts: ranked,
      usual: z.strictObject({ first: usual }),
      expected: z.number(),
      draws: sample,
    }),
  ),
})

const countsAnswer = z.strictObject({
  ...common,
  set: z.enum(LAB_SETS),
  id: z.string(),
  gameName: z.string(),
  counts: z.array(z.int()),
  expected: z.number(),
  usual,
  draws: sample,
})

const group = z.strictObject({ id: z.int(), name: z.string(), numbers: z.array(ball) })

const movingAnswer = z.strictObject({
  ...common,
  groups: z.array(group),
  /** How often the numbers that groups pointed to came, over all games and groups. */
  groupMoves: z.strictObject({ trials: z.int(), hits: z.int(), expected: z.number(), usual }),
  movingNumbers: z.array(
    z.strictObject({
      id: z.string(),
      gameName: z.string(),
      now: z.array(z.strictObject({ number: ball, inARow: z.int() })),
      /** The numbers that groups point to for the next draw, with the numbers of the group that came. */
      pointed: z.array(z.strictObject({ group: z.int(), number: ball, came: z.array(ball) })),
      pairs: z.strictObject({ total: z.int(), sharing: z.int(), expected: z.number() }),
      top: z.array(z.strictObject({ number: ball, count: z.int() })),
      draws: sample,
    }),
  ),
})

export const statisticsRoutes = {
  'GET /api/frequentNumbers': endpoint({
    summary:
      'The five most frequent numbers of each game, with the counts that luck alone gives. `set` takes the winning numbers, the machine numbers or both',
    access: 'frequent-numbers',
    followsDraws: true,
    query: windowAndSet,
    answer: frequentAnswer,
    handle: ({ services: { worker }, query }) => worker.run('frequent-numbers', query),
  }),

  'GET /api/frequentNumbers/:game': endpoint({
    summary: 'How often each of the 90 numbers came in a game, with the count that luck alone gives',
    access: 'frequent-numbers',
    followsDraws: true,
    params: z.strictObject({ game: z.string().max(40) }),
    query: windowAndSet,
    answer: countsAnswer,
    handle({ services: { draws }, params, query }) {
      const answer = gameCounts(draws.current(), params.game, query)
      if (!answer) throw new Refusal('not-found', 'There are no draws of this game.')
      return answer
    },
  }),

  'GET /api/movingNumbers': endpoint({
    summary: 'Numbers that came in consecutive draws of a game, with the counts that luck alone gives',
    access: 'moving-numbers',
    followsDraws: true,
    query: window,
    answer: movingAnswer,
    async handle({ services: { db, worker }, query }) {
      return worker.run('moving-numbers', { ...query, groups: await groupsInUse(db) })
    },
  }),
} satisfies Routes

/** The groups that players see, in the order of their numbers. */
async function groupsInUse(db: Db): Promise<{ id: number; name: string; numbers: number[] }[]> {
  const { id, name, numbers } = numberGroups
  return db
    .select({ id, name, numbers })
    .from(numberGroups)
    .where(isNull(numberGroups.retiredAt))
    .orderBy(asc(numbers))
}
