import { z } from 'zod'
import { type LagosDate, lagosDate, parseDate } from '../../../domain/base/calendar.ts'
import { DRAW_SOURCES, DRAW_STATES, type DrawInput } from '../../../domain/draws/draw.ts'
import { STAFF_LIMITS } from '../../../domain/admin/staff.ts'
import { DONE, done } from '../../api/done.ts'
import { endpoint, type Routes } from '../../api/endpoint.ts'
import { oneValue } from '../../api/one-value.ts'
import { blankToUndefined, day } from '../../api/form-fields.ts'
import { Refusal } from '../../http/refusal.ts'
import { correctDraw, moveDraw } from './correct-draw.ts'
import { deleteDraw } from './delete-draw.ts'
import { discardHeld } from './hold-result.ts'
import { deskDay, drawsPage, gapsPage } from './queries.ts'
import { recordDraw } from './record-draw.ts'
import { observeDraw } from './observe-draw.ts'
import { restoreDraw } from './restore-draw.ts'
import { removeSamples } from '../samples.ts'
import type { Snapshot } from '../memory.ts'
import { setSecondPerson } from './second-person.ts'
import { balls, date, schedule, slot } from '../shapes.ts'

/** The warnings that the user has read. A draw with further warnings is refused with confirmation-needed. */
const seen = z.array(z.string().max(400)).max(20).optional()

/** Values of a draw as they are typed. The domain's rules check them. */
const typed = z.union([z.string().max(40), z.number()])
const typedText = z.string().max(40).optional()
/** Five values, or a text with commas between them. */
const typedNumbers = z.union([z.array(typed).max(20), z.string().max(400)]).optional()
const drawBody = z.strictObject({
  game: typedText,
  date: typedText,
  serial: typed.nullish(),
  status: z.enum(['ok', 'no_draw']).optional(),
  winning: typedNumbers,
  machine: typedNumbers,
  /** The specification's names of the same values. */
  gameName: typedText,
  resultDate: typedText,
  winningNumbers: typedNumbers,
  machineNumbers: typedNumbers,
})

/** Reduces a body to one name per value. @throws Refusal invalid-input when two names have different values */
function drawInput(body: Partial<z.output<typeof drawBody>>): DrawInput {
  const { game, gameName, date: day, resultDate, winning, winningNumbers, machine, machineNumbers } = body
  return {
    game: oneValue({ game, gameName }),
    date: oneValue({ date: day, resultDate }),
    serial: body.serial,
    status: body.status,
    winning: listOf(oneValue({ winning, winningNumbers })),
    machine: listOf(oneValue({ machine, machineNumbers })),
  }
}

const listOf = (numbers: z.output<typeof typedNumbers> = []) =>
  typeof numbers === 'string' ? numbers.split(',').filter((part) => part.trim() !== '') : numbers

const id = z.strictObject({
  id: z
    .string()
    .regex(/^\d{1,15}$/, 'This is not the ID of a draw.')
    .transform(Number),
})
const version = z.int().min(1)
const reason = z.string().trim().min(1, 'Say why.').max(STAFF_LIMITS.reason)
const written = z.strictObject({ id: z.int(), version: z.int() })
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
  /** This user must confirm the draw without seeing the numbers, so they are left out. */
  hidden: z.boolean(),
})
/** A result that waits for the close of its draw. */
const heldResult = z.strictObject({
  id: z.int(),
  game: z.string(),
  date,
  state: z.enum(DRAW_STATES),
  serial: z.int().nullable(),
  winning: balls,
  machine: balls,
  by: z.string().nullable(),
  /** When it is published, in milliseconds. */
  closesAt: z.number(),
  /** Another user entered it, and a second person must type the numbers without seeing them. */
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
  /** The draws that are missing directly before that day, as a sentence. */
  gap: z.string().nullable(),
  /** The serial number that the draw of that day most likely has. */
  nextSerial: z.int().nullable(),
})
const listed = deskDraw.extend({
  game: z.string(),
  by: z.string().nullable(),
  at: z.number(),
  corrections: z.int(),
})

const after = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d\.\d{1,15}$/, 'This is not the cursor of a page.')
  .refine((value) => parseDate(value.slice(0, 10)) !== null, 'This is not the cursor of a page.')
  .transform((value) => ({ date: value.slice(0, 10) as LagosDate, id: Number(value.slice(11)) }))

const afterGap = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d\.\w{1,24}$/, 'This is not the cursor of a page.')
  .refine((value) => parseDate(value.slice(0, 10)) !== null, 'This is not the cursor of a page.')
  .transform((value) => ({ date: value.slice(0, 10) as LagosDate, game: value.slice(11) }))

/** An empty list would say that a misspelled game has no draws. @throws Refusal not-found */
function requireGame({ games }: Snapshot, wanted: string | undefined): void {
  if (wanted !== undefined && !games.some(({ key }) => key === wanted))
    throw new Refusal('not-found', 'There is no such game.')
}

export const drawAdminRoutes = {
  'GET /api/admin/desk': endpoint({
    summary: 'One day of the draw desk; today by default',
    access: 'enter-results',
    fresh: true,
    query: z.strictObject({ date: day }),
    answer: z.strictObject({
      date,
      today: date,
      secondPerson: z.boolean(),
      samples: z.boolean(),
      games: z.array(deskGame),
      held: z.array(heldResult),
      missing: z.array(z.strictObject({ game: z.string(), date, schedule })),
    }),
    async handle({ services: { db, draws }, now, person, query }) {
      const today = lagosDate(now)
      if (query.date && query.date > today) {
        throw new Refusal('invalid-input', `The date ${query.date} is in the future.`)
      }
      return deskDay(db, draws.current(), query.date ?? today, now, person.uid)
    },
  }),

  'PUT /api/admin/desk/second-person': endpoint({
    summary: 'Require a second person to type the same numbers, or stop requiring it',
    access: 'enter-results',
    body: z.strictObject({ on: z.boolean() }),
    answer: z.strictObject({ on: z.boolean() }),
    async handle({ context, body }) {
      await setSecondPerson(context, body.on)
      return body
    },
  }),

  'GET /api/admin/draws': endpoint({
    summary: 'The draws, newest first, in pages',
    access: 'enter-results',
    query: z.strictObject({
      game: z.string().max(40).transform(blankToUndefined).optional(),
      from: day,
      to: day,
      after: after.optional(),
    }),
    answer: z.strictObject({ draws: z.array(listed), next: z.string().nullable() }),
    handle({ services: { db, draws }, person, query: { after: cursor, ...filter } }) {
      requireGame(draws.current(), filter.game)
      return drawsPage(db, filter, cursor ?? null, person.uid)
    },
  }),

  'GET /api/admin/gaps': endpoint({
    summary: 'The days before today for which a game has no record, not even "no draw", newest first',
    access: 'enter-results',
    fresh: true,
    query: z.strictObject({
      game: z.string().max(40).transform(blankToUndefined).optional(),
      after: afterGap.optional(),
    }),
    answer: z.strictObject({
      gaps: z.array(z.strictObject({ game: z.string(), date })),
      total: z.int(),
      next: z.string().nullable(),
    }),
    handle({ services: { draws }, now, query }) {
      requireGame(draws.current(), query.game)
      return gapsPage(draws, now, query.game, query.after ?? null)
    },
  }),

  'POST /api/admin/draws': endpoint({
    summary: 'Record a draw; before its close it waits for it, unless `name` is the name of its game',
    access: 'enter-results',
    fresh: true,
    body: drawBody.extend({ seen, name: z.string().max(40).optional() }),
    answer: written.extend({ state: z.enum([...DRAW_STATES, 'held']), warnings: z.array(z.string()) }),
    status: 201,
    handle({ context, body: { seen: read, name, ...body } }) {
      return recordDraw(context, drawInput(body), { seen: read, name })
    },
  }),

  'PUT /api/admin/draws/:id': endpoint({
    summary: 'Correct a draw, with a reason',
    access: 'enter-results',
    fresh: true,
    params: id,
    body: drawBody.omit({ game: true, gameName: true }).extend({ version, reason, seen }),
    answer: written,
    handle({ context, params, body }) {
      const { version: known, reason: why, seen: read, ...typedDraw } = body
      const input = drawInput(typedDraw)
      const correction = { id: params.id, version: known, reason: why, input, seen: read }
      return correctDraw(context, correction)
    },
  }),

  'POST /api/admin/draws/:id/move': endpoint({
    summary: 'Move a draw that was entered for the wrong game to another one, with a reason',
    access: 'enter-results',
    fresh: true,
    params: id,
    body: z.strictObject({ version, game: z.string().max(40), reason, seen }),
    answer: written,
    handle({ context, params, body }) {
      return moveDraw(context, { id: params.id, ...body })
    },
  }),

  'DELETE /api/admin/held-results/:id': endpoint({
    summary: 'Discard a result that waits for its close',
    access: 'enter-results',
    params: id,
    answer: done,
    async handle({ context, params }) {
      await discardHeld(context, params.id)
      return DONE
    },
  }),

  'DELETE /api/admin/draws/:id': endpoint({
    summary: 'Delete a draw, with a reason; it stays in the audit trail',
    access: 'enter-results',
    fresh: true,
    params: id,
    body: z.strictObject({ version, reason }),
    answer: done,
    async handle({ context, params, body }) {
      await deleteDraw(context, { id: params.id, ...body })
      return DONE
    },
  }),

  'POST /api/admin/draws/:id/restore': endpoint({
    summary: 'Undo a recent deletion of a draw',
    access: 'enter-results',
    fresh: true,
    params: id,
    answer: written,
    handle({ context, params }) {
      return restoreDraw(context, params.id)
    },
  }),

  'POST /api/admin/draws/observed': endpoint({
    summary:
      'Record when a draw was seen to happen; a time before the lock voids the draw for every forecast',
    access: 'enter-results',
    fresh: true,
    body: z.strictObject({
      game: z.string().max(24),
      date: z.string().max(40),
      /** The time of day in Lagos, such as 19:50. */
      time: z.string().max(40),
    }),
    answer: z.strictObject({ voided: z.boolean() }),
    handle({ services: { draws }, context, body }) {
      return observeDraw(context, draws.current().games, body)
    },
  }),

  'POST /api/admin/samples/remove': endpoint({
    summary: 'Remove every sample draw',
    access: 'enter-results',
    fresh: true,
    body: z.strictObject({ confirm: z.literal(true, 'Confirm the removal of the sample draws.') }),
    answer: z.strictObject({ removed: z.int() }),
    async handle({ context }) {
      const removed = await removeSamples(context)
      return { removed }
    },
  }),
} satisfies Routes
