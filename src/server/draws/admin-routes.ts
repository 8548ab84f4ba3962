import { z } from 'zod'
import { type LagosDate, lagosDate, parseDate } from '../../domain/calendar.ts'
import { DRAW_SOURCES, DRAW_STATES } from '../../domain/draw.ts'
import { LIMITS } from '../../domain/limits.ts'
import { endpoint, type Routes } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { correctDraw } from './correct-draw.ts'
import { FORMATS, readDraws } from './csv.ts'
import { deleteDraw } from './delete-draw.ts'
import { deskDay, drawsPage } from './desk-queries.ts'
import { checkDraws, importDraws } from './import-draws.ts'
import { recordDraw } from './record-draw.ts'
import { restoreDraw } from './restore-draw.ts'
import { removeSamples } from './samples.ts'
import { setSecondPerson } from './second-person.ts'
import { balls, date, schedule, slot } from './shapes.ts'

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

const deskDraw = z.strictObject({
  id: z.int(),
  version: z.int(),
  date,
  state: z.enum(DRAW_STATES),
  serial: z.int().nullable(),
  winning: balls,
  machine: balls,
  source: z.enum(DRAW_SOURCES),
  mine: z.boolean(),
  /** Waits for somebody who types the numbers without seeing them; they are left out here. */
  hidden: z.boolean(),
})
const deskGame = z.strictObject({
  key: z.string(),
  name: z.string(),
  operator: z.string(),
  order: z.int(),
  active: z.boolean(),
  slots: z.array(slot).readonly(),
  schedule: schedule.nullable(),
  draw: deskDraw.nullable(),
  /** The game's latest real draw before that day. */
  before: z.strictObject({ date, winning: balls, machine: balls }).nullable(),
})
const listed = deskDraw.extend({
  game: z.string(),
  by: z.string().nullable(),
  at: z.number(),
  corrections: z.int(),
})

/** An empty field of a form asks for nothing. */
const blank = (value: string) => (value === '' ? undefined : value)
const day = z
  .string()
  .refine((value) => value === '' || parseDate(value) !== null, 'Write the day as 2023-10-02.')
  .transform((value) => blank(value) as LagosDate | undefined)
  .optional()
const after = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d\.\d{1,15}$/, 'This is not the place of a page.')
  .refine((value) => parseDate(value.slice(0, 10)) !== null, 'This is not the place of a page.')
  .transform((value) => ({ date: value.slice(0, 10) as LagosDate, id: Number(value.slice(11)) }))

const format = z.enum(FORMATS).default('csv')
const verdict = z.strictObject({
  line: z.int(),
  game: z.string(),
  date: z.string(),
  verdict: z.enum(['new', 'change', 'same', 'refused']),
  notes: z.array(z.string()),
})

export const drawAdminRoutes = {
  'GET /api/admin/desk': endpoint({
    summary: 'One day as the draw desk needs it; today unless another day is given',
    access: 'admin',
    query: z.strictObject({ date: day }),
    answer: z.strictObject({
      date,
      today: date,
      secondPerson: z.boolean(),
      samples: z.boolean(),
      games: z.array(deskGame),
      missing: z.array(z.strictObject({ game: z.string(), date, schedule })),
    }),
    async handle({ services: { db, draws }, now, person, query }) {
      const today = lagosDate(now)
      if (query.date && query.date > today) {
        throw new Refusal('invalid-input', `The date ${query.date} lies in the future.`)
      }
      return deskDay(db, await draws.atLeast(Infinity), query.date ?? today, now, person.uid)
    },
  }),

  'PUT /api/admin/desk/second-person': endpoint({
    summary: 'Switch on or off that a second person must type the same numbers',
    access: 'admin',
    body: z.strictObject({ on: z.boolean() }),
    answer: z.strictObject({ on: z.boolean() }),
    async handle({ services: { db }, now, actor, body }) {
      await setSecondPerson(db, now, actor, body.on)
      return body
    },
  }),

  'GET /api/admin/draws': endpoint({
    summary: 'The draws, newest first, page by page',
    access: 'admin',
    query: z.strictObject({
      game: z.string().max(40).transform(blank).optional(),
      from: day,
      to: day,
      after: after.optional(),
    }),
    answer: z.strictObject({ draws: z.array(listed), next: z.string().nullable() }),
    handle({ services: { db }, person, query: { after: place, ...wanted } }) {
      return drawsPage(db, wanted, place ?? null, person.uid)
    },
  }),

  'POST /api/admin/draws': endpoint({
    summary: 'Record a draw',
    access: 'admin',
    body: drawBody,
    answer: written.extend({ state: z.enum(DRAW_STATES), warnings: z.array(z.string()) }),
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

  'POST /api/admin/draws/:id/restore': endpoint({
    summary: 'Undo the deletion of a draw, while it is fresh',
    access: 'admin',
    params: id,
    answer: written,
    async handle({ services: { db, draws }, now, actor, params }) {
      const restored = await restoreDraw(db, now, actor, params.id)
      await draws.atLeast(Infinity)
      return restored
    },
  }),

  'POST /api/admin/draws/check': endpoint({
    summary: 'Say what an import of a CSV file or of pasted lines would do, row by row, and write nothing',
    access: 'admin',
    query: z.strictObject({ format }),
    file: { type: 'text/csv', limit: LIMITS.importBytes },
    answer: z.strictObject({
      inserted: z.int(),
      corrected: z.int(),
      unchanged: z.int(),
      refused: z.int(),
      warned: z.int(),
      /** What would be written, by a name to confirm it with. */
      plan: z.string(),
      /** Refused and odd rows first, then by line; long files are cut off. */
      verdicts: z.array(verdict),
      more: z.int(),
    }),
    async handle({ services: { db, draws }, now, actor, query, body }) {
      const rows = readDraws(body as unknown as Uint8Array, query.format, draws.current().games)
      const { verdicts, ...counts } = await checkDraws(db, now, actor, rows)
      const rank = (one: z.output<typeof verdict>) =>
        one.verdict === 'refused' ? 0 : one.notes.length > 0 ? 1 : 2
      const sorted = verdicts.toSorted((a, b) => rank(a) - rank(b) || a.line - b.line)
      const shown = sorted.slice(0, LIMITS.verdictRows)
      return { ...counts, verdicts: shown, more: sorted.length - shown.length }
    },
  }),

  'POST /api/admin/draws/import': endpoint({
    summary: 'Import draws from a CSV file or from pasted lines, sent as the body',
    access: 'admin',
    query: z.strictObject({
      addGames: z.enum(['yes', 'no']).default('no'),
      name: z.string().max(100).default('upload'),
      format,
      /** As the check named it: the import is refused when it would write something else by now. */
      plan: z.string().max(100).optional(),
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
      const rows = readDraws(body as unknown as Uint8Array, query.format, draws.current().games)
      const report = await importDraws(db, now, actor, rows, {
        name: query.name,
        addGames: query.addGames === 'yes',
        plan: query.plan,
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
