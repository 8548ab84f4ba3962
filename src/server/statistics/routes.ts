import { z } from 'zod'
import { allYears } from '../../domain/history.ts'
import { frequentNumbers, movingNumbers, parseWindow } from '../../domain/statistics.ts'
import { hasSamples } from '../draws/queries.ts'
import { ball, date } from '../draws/shapes.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'

const sample = z.strictObject({ draws: z.int(), from: date.nullable(), to: date.nullable() })
const window = z.strictObject({
  window: z
    .string()
    .refine((text) => parseWindow(text) !== null, 'The window must be 30, 100, all or a year.')
    .default('100'),
})
const ranked = z.array(z.strictObject({ number: ball, count: z.int(), byLuck: z.number() }))
const common = { window: z.string(), years: z.array(z.int()), sample: z.boolean() }

const frequentAnswer = z.strictObject({
  ...common,
  frequentNumbers: z.array(
    z.strictObject({
      id: z.string(),
      gameName: z.string(),
      topNumbers: z.array(ball),
      counts: ranked,
      expected: z.number(),
      draws: sample,
    }),
  ),
})

const movingAnswer = z.strictObject({
  ...common,
  movingNumbers: z.array(
    z.strictObject({
      id: z.string(),
      gameName: z.string(),
      now: z.array(z.strictObject({ number: ball, inARow: z.int() })),
      pairs: z.strictObject({ total: z.int(), sharing: z.int(), expected: z.number() }),
      top: ranked,
      expectedPerNumber: z.number(),
      draws: sample,
    }),
  ),
})

export const statisticsRoutes = {
  'GET /api/frequentNumbers': endpoint({
    summary: 'The five most frequent winning numbers of each game, with the counts that luck alone gives',
    access: 'frequent-numbers',
    query: window,
    answer: frequentAnswer,
    handle({ services: { draws }, query }) {
      return draws.derived(`frequent ${query.window}`, ({ games, history }) => ({
        window: query.window,
        years: allYears(history),
        sample: hasSamples(history),
        frequentNumbers: games.flatMap(({ key, name }) => {
          const gameDraws = history.games.get(key)
          if (!gameDraws) return []
          const { top, expected, sample: drawn } = frequentNumbers(gameDraws, parseWindow(query.window)!)
          return [
            {
              id: key,
              gameName: name,
              topNumbers: top.map((entry) => entry.number),
              counts: top,
              expected,
              draws: drawn,
            },
          ]
        }),
      }))
    },
  }),

  'GET /api/movingNumbers': endpoint({
    summary: 'Numbers that came in consecutive draws of a game, with the counts that luck alone gives',
    access: 'moving-numbers',
    query: window,
    answer: movingAnswer,
    handle({ services: { draws }, query }) {
      return draws.derived(`moving ${query.window}`, ({ games, history }) => ({
        window: query.window,
        years: allYears(history),
        sample: hasSamples(history),
        movingNumbers: games.flatMap(({ key, name }) => {
          const gameDraws = history.games.get(key)
          if (!gameDraws) return []
          const { sample: drawn, ...moving } = movingNumbers(gameDraws, parseWindow(query.window)!)
          return [{ id: key, gameName: name, ...moving, draws: drawn }]
        }),
      }))
    },
  }),
} satisfies Routes
