import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { LATE_DRAW } from '../../../domain/alarms/alarms.ts'
import { DELETED_ACTOR } from '../../../domain/audit/audit.ts'
import { DESK_LIMITS } from '../../../domain/draws/desk.ts'
import type { Game } from '../../../domain/draws/games.ts'
import { lateDrawOf, openLateDraws } from '../../alarms/late-draws.ts'
import { change, type Context } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../http/refusal.ts'
import { users } from '../../tables/accounts.ts'
import { alarms } from '../../tables/alarms.ts'

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
export function acknowledgeLateDraw(context: Context, id: number, note: string | null): Promise<void> {
  return change(context, async (inside) => {
    const { tx, now, actor } = inside
    const [acknowledged] = await tx
      .update(alarms)
      .set({ acknowledgedAt: new Date(now), acknowledgedBy: actor.userId, acknowledgedNote: note })
      .where(and(eq(alarms.id, id), openLateDraws, isNull(alarms.acknowledgedAt)))
      .returning({ kind: alarms.kind, reference: alarms.reference })
    if (!acknowledged) throw await whyNot(tx, id)
    await recordAudit(inside, 'alarm.acknowledge', `alarm:${id}`, {
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
