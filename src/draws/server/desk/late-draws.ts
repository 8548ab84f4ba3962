import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { LATE_DRAW } from '../../../platform/rules/alarms/alarms.ts'
import { DELETED_ACTOR } from '../../../platform/rules/audit/audit.ts'
import { DESK_LIMITS } from '../../rules/desk.ts'
import type { Game } from '../../rules/games.ts'
import { lateDrawOf, openLateDraws, closeLateDraws, recordedAround } from '../late-draw-alarms.ts'
import { change, type Context } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { users } from '../../../platform/server/tables/accounts.ts'
import { alarms } from '../../../platform/server/tables/alarms.ts'
import { numberIn, plainText } from '../../../platform/server/api/form-fields.ts'
import { z } from 'zod'
import { STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { type Routes, write } from '../../../platform/server/api/endpoint.ts'
import { endOfDay, lagosDate } from '../../../platform/rules/base/calendar.ts'
import { type LateDraw, lateAlertDates, lateDraws, lateNotification } from '../../rules/late-draws.ts'
import { raiseAlarm } from '../../../platform/server/alarms/alarms.ts'
import { installation } from '../../../platform/server/tables/installation.ts'
import { followers } from '../followers.ts'
import { lockDraws } from '../write-draws.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'

/**
 * The late draws with their acknowledgements: those without one first, then the oldest.
 * @returns the count of all, and at most {@link DESK_LIMITS.lateShown} of them
 */
export async function lateDrawList(db: Db, games: readonly Game[]) {
  const rows = await db
    .select({ alarm: alarms, by: users.username })
    .from(alarms)
    .leftJoin(users, eq(users.id, alarms.acknowledgedBy))
    .where(openLateDraws)
    .orderBy(sql`${alarms.acknowledgedAt} nulls first`, asc(alarms.id))
    .limit(DESK_LIMITS.lateShown)
  const nameOf = new Map(games.map(({ key, name }) => [key, name]))
  return {
    open: await db.$count(alarms, openLateDraws),
    first: rows.map(({ alarm, by }) => {
      const { game, date, expectedAt } = lateDrawOf(alarm)
      return {
        id: alarm.id,
        gameName: nameOf.get(game) ?? game,
        date,
        expectedAt,
        raisedAt: alarm.raisedAt.getTime(),
        acknowledged: alarm.acknowledgedAt && {
          at: alarm.acknowledgedAt.getTime(),
          by: by || DELETED_ACTOR,
          note: alarm.acknowledgedNote,
        },
      }
    }),
  }
}

/**
 * Records that a member of staff deals with a late draw, so that no daily mail follows. The alarm stays open until the draw
 * is entered.
 * @param note null without one
 * @throws Refusal not-found, or conflict if another user was first or the draw is no longer late
 */
function acknowledgeLateDraw(context: Context, id: number, note: string | null): Promise<void> {
  return change(context, async (unit) => {
    const { tx, now, actor } = unit
    const [acknowledged] = await tx
      .update(alarms)
      .set({ acknowledgedAt: new Date(now), acknowledgedBy: actor.userId, acknowledgedNote: note })
      .where(and(eq(alarms.id, id), openLateDraws, isNull(alarms.acknowledgedAt)))
      .returning({ kind: alarms.kind, reference: alarms.reference })
    if (!acknowledged) throw await whyNot(tx, id)
    await recordAudit(unit, 'alarm.acknowledge', `alarm:${id}`, {
      ...acknowledged,
      ...(note !== null && { reason: note }),
    })
  })
}

/** Why a late draw cannot be acknowledged. */
async function whyNot(tx: Db, id: number): Promise<Refusal> {
  const [found] = await tx
    .select({ closedAt: alarms.closedAt, by: users.username })
    .from(alarms)
    .leftJoin(users, eq(users.id, alarms.acknowledgedBy))
    .where(and(eq(alarms.id, id), eq(alarms.kind, LATE_DRAW)))
  if (!found) return new Refusal('not-found', 'There is no such late draw.')
  if (found.closedAt) return new Refusal('conflict', 'This draw is no longer late.')
  return new Refusal('conflict', `${found.by || DELETED_ACTOR} has already acknowledged this draw.`)
}

export const lateDrawRoutes = {
  'POST /api/admin/late-draws/:id/acknowledge': write({
    summary: 'Acknowledge a late draw, with an optional note; it stays late until it is entered',
    access: 'enter-results',
    effect: 'edits-draws',
    params: z.strictObject({
      id: numberIn('This is not the ID of a late draw.'),
    }),
    /** Empty without a note. */
    body: z.strictObject({ note: plainText(STAFF_LIMITS.reason) }),
    handle: ({ context, params, body }) => acknowledgeLateDraw(context, params.id, body.note || null),
  }),
} satisfies Routes

const referenceOf = ({ game, date }: LateDraw) => `${game} ${date}`

/**
 * Closes the alarms of draws that are no longer late, and raises one for each draw that has become late. Runs each minute;
 * the index of open alarms keeps several servers from raising one twice.
 */
export async function raiseLateDraws(db: Db, now: number, games: readonly Game[]): Promise<void> {
  await closeLateDraws(db, now, games)
  if ((await newLateDraws(db, now, games)).length === 0) return
  await db.transaction(async (tx) => {
    // A result that is being entered at this moment comes first.
    await lockDraws(tx)
    const late = await newLateDraws(tx, now, games)
    for (const draw of late) await raiseAlarm({ tx, now }, LATE_DRAW, referenceOf(draw), { ...draw })
    if (late.length > 0) await notifyStaff(tx, now, games, late)
  })
}

/** Draws that become late together share one notification. Quiet hours do not hold it: staff can switch it off instead. */
async function notifyStaff(
  tx: Db,
  now: number,
  games: readonly Game[],
  late: readonly LateDraw[],
): Promise<void> {
  const nameOf = new Map(games.map(({ key, name }) => [key, name]))
  const text = lateNotification(late.map(({ game, date }) => ({ gameName: nameOf.get(game) ?? game, date })))
  const tag = `late ${referenceOf(itemAt(late, 0))}`
  const news = { ...text, tag, urgent: true, expiresAt: endOfDay(lagosDate(now)) }
  await followers((follower) => follower.lateNews?.({ tx, now }, news))
}

/** The late draws without an open alarm. */
async function newLateDraws(db: Db, now: number, games: readonly Game[]): Promise<LateDraw[]> {
  const [installed] = await db.select({ at: installation.createdAt }).from(installation)
  const open = await db.select({ reference: alarms.reference }).from(alarms).where(openLateDraws)
  const known = new Set(open.map(({ reference }) => reference))
  const recorded = await recordedAround(db, lateAlertDates(now))
  const late = lateDraws(games, recorded, installed?.at.getTime() ?? now, now)
  return late.filter((draw) => !known.has(referenceOf(draw)))
}
