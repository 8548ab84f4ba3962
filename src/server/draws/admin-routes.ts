import { z } from 'zod'
import { LIMITS } from '../../domain/limits.ts'
import { endpoint, type Routes } from '../http/endpoint.ts'
import { correctDraw } from './correct-draw.ts'
import { readDrawsCsv } from './csv.ts'
import { deleteDraw } from './delete-draw.ts'
import { importDraws } from './import-draws.ts'
import { recordDraw } from './record-draw.ts'
import { removeSamples } from './samples.ts'

/** Values of a draw as they are typed; the domain's rules say what is wrong with them. */
const typed = z.union([z.string().max(40), z.number()])
const drawBody = z.strictObject({
  game: z.string().max(40),
  date: z.string().max(40),
  serial: typed.nullish(),
  status: z.enum(['ok', 'no_draw']).optional(),
  winning: z.array(typed).max(20).default([]),
  machine: z.array(typed).max(20).default([]),
})
const id = z.strictObject({
  id: z
    .string()
    .regex(/^\d{1,15}$/, 'This is not the number of a draw.')
    .transform(Number),
})
const version = z.int().min(1)
const reason = z.string().trim().min(1, 'Say why.').max(LIMITS.reason)
const written = z.strictObject({ id: z.int(), version: z.int() })
const note = z.strictObject({
  line: z.int(),
  game: z.string(),
  date: z.string(),
  reasons: z.array(z.string()),
})

export const drawAdminRoutes = {
  'POST /api/admin/draws': endpoint({
    summary: 'Record a draw',
    access: 'admin',
    body: drawBody,
    answer: written.extend({ warnings: z.array(z.string()) }),
    status: 201,
    async handle({ services: { db, draws }, now, actor, body }) {
      const recorded = await recordDraw(db, now, actor, draws.current().games, body)
      await draws.atLeast(Infinity)
      return recorded
    },
  }),

  'PUT /api/admin/draws/:id': endpoint({
    summary: 'Correct a draw, with a reason',
    access: 'admin',
    params: id,
    body: drawBody.omit({ game: true }).extend({ version, reason }),
    answer: written,
    async handle({ services: { db, draws }, now, actor, params, body }) {
      const { version: seen, reason: why, ...input } = body
      const correction = { id: params.id, version: seen, reason: why, input }
      const corrected = await correctDraw(db, now, actor, draws.current().games, correction)
      await draws.atLeast(Infinity)
      return corrected
    },
  }),

  'DELETE /api/admin/draws/:id': endpoint({
    summary: 'Delete a draw, with a reason; it stays in the trail',
    access: 'admin',
    params: id,
    body: z.strictObject({ version, reason }),
    answer: z.strictObject({ deleted: z.literal(true) }),
    async handle({ services: { db, draws }, now, actor, params, body }) {
      await deleteDraw(db, now, actor, { id: params.id, ...body })
      await draws.atLeast(Infinity)
      return { deleted: true as const }
    },
  }),

  'POST /api/admin/draws/import': endpoint({
    summary: 'Import draws from a CSV file sent as the body',
    access: 'admin',
    query: z.strictObject({
      addGames: z.enum(['yes', 'no']).default('no'),
      name: z.string().max(100).default('upload'),
    }),
    file: { type: 'text/csv', limit: LIMITS.importBytes },
    answer: z.strictObject({
      inserted: z.int(),
      unchanged: z.int(),
      corrected: z.int(),
      refused: z.array(note),
      warned: z.array(note),
      gamesAdded: z.array(z.string()),
      samplesRemoved: z.int(),
    }),
    async handle({ services: { db, draws }, now, actor, query, body }) {
      const rows = readDrawsCsv(body as unknown as Uint8Array)
      const report = await importDraws(db, now, actor, rows, {
        name: query.name,
        addGames: query.addGames === 'yes',
      })
      await draws.atLeast(Infinity)
      return report
    },
  }),

  'POST /api/admin/samples/remove': endpoint({
    summary: 'Remove every generated draw',
    access: 'admin',
    body: z.strictObject({ confirm: z.literal(true, 'Confirm that the sample draws shall go.') }),
    answer: z.strictObject({ removed: z.int() }),
    async handle({ services: { db, draws }, now, actor }) {
      const removed = await removeSamples(db, now, actor)
      await draws.atLeast(Infinity)
      return { removed }
    },
  }),
} satisfies Routes
