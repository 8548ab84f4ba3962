import { z } from 'zod'
import { lagosDate } from '../../../platform/rules/base/calendar.ts'
import { endpoint, type Routes, write } from '../../../platform/server/api/endpoint.ts'
import { blankToUndefined, day, reason } from '../../../platform/server/api/form-fields.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { correctDraw, moveDraw } from './correct-draw.ts'
import { deskDay, drawsPage, gapsPage } from './queries.ts'
import { recordDraw } from './record-draw.ts'
import { undoHeld } from './held-results.ts'
import { removeSamples } from '../samples.ts'
import type { Snapshot } from '../memory.ts'
import {
  after,
  afterGap,
  deskGame,
  drawBody,
  drawInput,
  heldResult,
  id,
  listed,
  recorded,
  savedDraw,
  seen,
  version,
  written,
} from './shapes.ts'
import { date, schedule } from '../shapes.ts'
import { publishSoon } from './publish-held.ts'
import { deleteDraw, restoreDraw } from './delete-draw.ts'

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
    followsDraws: true,
    query: z.strictObject({ date: day }),
    answer: z.strictObject({
      date,
      today: date,
      samples: z.boolean(),
      games: z.array(deskGame),
      held: z.array(heldResult),
      /** The draw of this user that was published last, in the last minutes. */
      saved: savedDraw.nullable(),
      missing: z.array(z.strictObject({ game: z.string(), date, schedule })),
    }),
    async handle({ services: { draws }, context, now, query }) {
      const today = lagosDate(now)
      if (query.date && query.date > today) {
        throw new Refusal('invalid-input', `The date ${query.date} is in the future.`)
      }
      return deskDay(context, draws.current(), query.date ?? today)
    },
  }),

  'GET /api/admin/draws': endpoint({
    summary: 'The draws, newest first, in pages',
    access: 'enter-results',
    followsDraws: true,
    query: z.strictObject({
      game: z.string().max(40).transform(blankToUndefined).optional(),
      from: day,
      to: day,
      after: after.optional(),
    }),
    answer: z.strictObject({ draws: z.array(listed), next: z.string().nullable() }),
    handle({ services: { db, draws }, query: { after: cursor, ...filter } }) {
      requireGame(draws.current(), filter.game)
      return drawsPage(db, filter, cursor ?? null)
    },
  }),

  'GET /api/admin/gaps': endpoint({
    summary: 'The days before today for which a game has no record, not even "no draw", newest first',
    access: 'enter-results',
    fresh: true,
    followsDraws: true,
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
    summary:
      'Record a draw; before its close only with the name of its game as `name`; with `undo` it is published after ten seconds',
    access: 'enter-results',
    effect: 'edits-draws',
    creates: 'once-by-its-values',
    fresh: true,
    body: drawBody.extend({ seen, name: z.string().max(40).optional(), undo: z.boolean().optional() }),
    answer: recorded,
    status: 201,
    async handle({ services, context, body: { seen: read, name, undo, ...body } }) {
      const saved = await recordDraw(context, drawInput(body), { seen: read, name, undo })
      if (saved.state === 'held') publishSoon(services)
      return saved
    },
  }),

  'PUT /api/admin/draws/:id': endpoint({
    summary: 'Correct a draw, with a reason',
    access: 'enter-results',
    effect: 'edits-draws',
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
    effect: 'edits-draws',
    fresh: true,
    params: id,
    body: z.strictObject({ version, game: z.string().max(40), reason, seen }),
    answer: written,
    handle({ context, params, body }) {
      return moveDraw(context, { id: params.id, ...body })
    },
  }),

  'DELETE /api/admin/draws/:id': write({
    summary: 'Delete a draw, with a reason; it stays in the audit trail',
    access: 'enter-results',
    effect: 'edits-draws',
    fresh: true,
    params: id,
    body: z.strictObject({ version, reason }),
    handle: ({ context, params, body }) => deleteDraw(context, { id: params.id, ...body }),
  }),

  'POST /api/admin/draws/:id/restore': endpoint({
    summary: 'Undo a recent deletion of a draw',
    access: 'enter-results',
    effect: 'edits-draws',
    fresh: true,
    params: id,
    answer: written,
    handle({ context, params }) {
      return restoreDraw(context, params.id)
    },
  }),

  'POST /api/admin/samples/remove': endpoint({
    summary: 'Remove every sample draw',
    access: 'operate',
    effect: 'removes-samples',
    fresh: true,
    body: z.strictObject({ confirm: z.literal(true, 'Confirm the removal of the sample draws.') }),
    answer: z.strictObject({ removed: z.int() }),
    async handle({ context }) {
      const removed = await removeSamples(context)
      return { removed }
    },
  }),
} satisfies Routes

export const heldRoutes = {
  'DELETE /api/admin/held-results/:id': write({
    summary: 'Undo a result before it is published',
    access: 'enter-results',
    effect: 'edits-draws',
    params: id,
    handle: ({ context, params }) => undoHeld(context, params.id),
  }),
} satisfies Routes
