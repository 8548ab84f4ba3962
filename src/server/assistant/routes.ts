import { z } from 'zod'
import { SEARCH_LIMITS } from '../../domain/search-limits.ts'
import { answerQuestion } from '../../domain/answer-question.ts'
import { DRAW_TYPES, SEARCH_BOXES } from '../../domain/positions.ts'
import { hasSamples } from '../draws/queries.ts'
import { ball, tableRow } from '../draws/shapes.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import { limitUse } from '../api/limit-use.ts'

const searchRow = z.strictObject({ number: ball, type: z.enum(DRAW_TYPES), box: z.enum(SEARCH_BOXES) })

export const assistantRoutes = {
  'GET /api/assistant': endpoint({
    summary: 'Turns a question in words into a number search and answers with the matches',
    access: 'assistant',
    query: z.strictObject({ question: z.string().max(SEARCH_LIMITS.question) }),
    answer: z.strictObject({
      search: z
        .strictObject({
          rows: z.array(searchRow).readonly(),
          game: z.string().nullable(),
          year: z.int().nullable(),
        })
        .nullable(),
      gameName: z.string().nullable(),
      unknown: z.array(z.string()),
      assumed: z.array(z.string()),
      messages: z.array(z.strictObject({ row: z.int(), found: z.boolean(), text: z.string() })),
      luck: z.array(z.string()),
      rows: z.array(tableRow.extend({ game: z.string(), name: z.string(), operator: z.string() })),
      total: z.int(),
      sample: z.boolean(),
    }),
    async handle(call) {
      await limitUse(call, 'search')
      const { games, history } = call.services.draws.current()
      const { query } = call
      return { ...answerQuestion(query.question, games, history), sample: hasSamples(history) }
    },
  }),
} satisfies Routes
