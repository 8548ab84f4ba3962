import { z } from 'zod'
import { lagosDate, type LagosDate, instantAt, parseDate, parseClock } from '../../../domain/base/calendar.ts'
import { endpoint, type Routes, write } from '../../api/endpoint.ts'
import { blankToUndefined, day, reason } from '../../api/form-fields.ts'
import { Refusal } from '../../http/refusal.ts'
import { correctDraw, moveDraw } from './correct-draw.ts'
import { deskDay, drawsPage, gapsPage } from './queries.ts'
import { recordDraw, discardHeld } from './record-draw.ts'
import { removeSampleOf, removeSamples } from '../samples.ts'
import type { Snapshot } from '../memory.ts'
import { dayOfRow, drawOf, refuseStale, refuseTaken, requireLiveDraw, setSecondPerson } from './stored.ts'
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
  seen,
  version,
  written,
} from './shapes.ts'
import { date, schedule } from '../shapes.ts'
import { eq } from 'drizzle-orm'
import { type Context, change } from '../../audit/context.ts'
import { draws } from '../../tables/draws.ts'
import { writeDraws } from '../write-draws.ts'
import { DESK_LIMITS } from '../../../domain/draws/desk.ts'
import { publishNow } from './publish-held.ts'
import { planOf } from '../../../domain/draws/draw-calendar.ts'
import type { Game } from '../../../domain/draws/games.ts'
import { recordAudit } from '../../audit/record.ts'
import { lockLedger } from '../../ledger/append.ts'
import { numberOf } from '../../ledger/authors.ts'
import { voidEarly } from '../../ledger/follow-draws.ts'
import { drawObservations } from '../../tables/forecast-ledger.ts'

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
    followsDraws: true,
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
    summary:
      'Record a draw; before its close it waits for it, unless `name` is the name of its game; with `undo` it is published after ten seconds',
    access: 'enter-results',
    fresh: true,
    body: drawBody.extend({ seen, name: z.string().max(40).optional(), undo: z.boolean().optional() }),
    answer: recorded,
    status: 201,
    handle({ context, body: { seen: read, name, undo, ...body } }) {
      return recordDraw(context, drawInput(body), { seen: read, name, undo })
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

  'DELETE /api/admin/draws/:id': write({
    summary: 'Delete a draw, with a reason; it stays in the audit trail',
    access: 'enter-results',
    fresh: true,
    params: id,
    body: z.strictObject({ version, reason }),
    handle: ({ context, params, body }) => deleteDraw(context, { id: params.id, ...body }),
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

interface Deletion {
  id: number
  /** The version that the deletion is based on. */
  version: number
  reason: string
}

/**
 * Marks a draw as deleted, which removes it from every screen. The row and its corrections stay.
 * @throws Refusal not-found, or conflict when another user changed it first
 */
function deleteDraw(context: Context, { id, version, reason }: Deletion): Promise<void> {
  return writeDraws(context, async ({ tx, now }) => {
    const row = await requireLiveDraw(tx, id)
    refuseStale(row, version)
    await tx
      .update(draws)
      .set({ deletedAt: new Date(now) })
      .where(eq(draws.id, id))
    return {
      result: undefined,
      audit: { action: 'draw.delete', subject: `draw:${id}`, details: { old: drawOf(row), reason } },
      days: [dayOfRow(row)],
      ids: [id],
    }
  })
}

/** Milliseconds of extra time for an undo that a slow network delays. */
const UNDO_GRACE_MS = 15_000

/**
 * Undoes a recent deletion. Undoing twice changes nothing. A sample that was generated for that day since is removed.
 * @throws Refusal not-found, or conflict when it is too late or another draw is recorded for that day
 */
function restoreDraw(context: Context, id: number): Promise<{ id: number; version: number }> {
  return writeDraws(context, async ({ tx, now }) => {
    const [row] = await tx.select().from(draws).where(eq(draws.id, id)).for('update')
    if (!row || row.source === 'sample') throw new Refusal('not-found', 'There is no such draw.')
    const { version, deletedAt } = row
    const result = { id, version }
    if (!deletedAt) return { result }
    if (now - deletedAt.getTime() > DESK_LIMITS.undoSeconds * 1000 + UNDO_GRACE_MS) {
      throw new Refusal('conflict', 'It is too late to undo this. Enter the draw again.')
    }
    const draw = drawOf(row)
    const removed = await removeSampleOf(tx, now, draw)
    await tx
      .update(draws)
      .set({ deletedAt: null })
      .where(eq(draws.id, id))
      .catch((error: unknown) => refuseTaken(error, draw))
    const details = { new: draw, reason: 'Deletion undone' }
    return {
      result,
      audit: { action: 'draw.restore', subject: `draw:${id}`, details },
      days: [dayOfRow(row)],
      ids: [...removed, id],
    }
  })
}

export const heldRoutes = {
  'DELETE /api/admin/held-results/:id': write({
    summary: 'Discard a result that waits for its close, or undo one before it is published',
    access: 'enter-results',
    params: id,
    handle: ({ context, params }) => discardHeld(context, params.id),
  }),

  'POST /api/admin/held-results/:id/publish': endpoint({
    summary: 'Publish a result that can still be undone; before its time is over only a second person may',
    access: 'enter-results',
    fresh: true,
    params: id,
    answer: recorded,
    handle({ context, params }) {
      return publishNow(context, params.id)
    },
  }),
} satisfies Routes

/** A draw and the Lagos time at which it was seen, as typed. */
interface Observation {
  game: string
  /** The scheduled day, `2026-11-23`. */
  date: string
  /** `19:50` */
  time: string
}

/**
 * Records when staff saw a draw happen. Before its close, the versions from 15 minutes before that time on are void for
 * every author. The same time again changes nothing.
 *
 * @returns whether a version that would have counted is void now
 * @throws Refusal invalid-input naming each field
 */
function observeDraw(
  context: Context,
  games: readonly Game[],
  input: Observation,
): Promise<{ voided: boolean }> {
  return change(context, async (inside) => {
    const { tx, now, actor } = inside
    const { game, date, observedAt } = check(input, now, games)
    const end = await lockLedger(tx)
    const at = Math.max(now, end.at)
    const [added] = await tx
      .insert(drawObservations)
      .values({
        gameKey: game,
        drawDate: date,
        observedAt: new Date(observedAt),
        at: new Date(now),
        by: actor.userId,
      })
      .onConflictDoNothing()
      .returning({ id: drawObservations.id })
    if (!added) return { voided: false }
    const by = await numberOf(tx, now, actor.userId)
    const voided = await voidEarly(tx, end, { game, date }, observedAt, at, by)
    await recordAudit(inside, 'draw.observe', `game:${game}`, { new: { date, observedAt } })
    return { voided }
  })
}

/** Reads an observation. */
function check({ game: key, date: day, time }: Observation, now: number, games: readonly Game[]) {
  const fields: Record<string, string> = {}
  const game = games.find((one) => one.key === key)
  if (!game) fields.game = 'Choose a game.'
  const date = parseDate(day)
  const slot = game && date ? planOf(game, date).draw : null
  if (!date) fields.date = 'Write the day as 2023-10-02.'
  else if (game && !slot) fields.date = `${game.name} does not draw on that day.`
  const minutes = parseClock(time.trim())
  const observedAt = date && minutes !== null ? instantAt(slot?.date ?? date, minutes) : null
  if (minutes === null) fields.time = 'Write the time as 19:50.'
  else if (observedAt !== null && observedAt > now) fields.time = 'This time has not come yet.'
  const [message] = Object.values(fields)
  if (message !== undefined) throw new Refusal('invalid-input', message, { fields })
  return { game: key, date: date as LagosDate, observedAt: observedAt! }
}
