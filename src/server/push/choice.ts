import { eq, sql } from 'drizzle-orm'
import { chooseLiveGame, type Following, type LiveGame } from '../../domain/push/follow.ts'
import type { QuietHours } from '../../domain/push/notifications.ts'
import type { Db } from '../db/connect.ts'
import { SESSIONS_CHANNEL } from '../live/live.ts'
import { addJob } from '../queue/add-job.ts'
import { pushChoices, pushDeliveries, pushSubscriptions } from '../tables/push.ts'

/** What holds for all notifications of a user. */
interface PushChoice {
  quiet: QuietHours | null
  /** For staff only. */
  lateDraws: boolean
}

const NO_GAMES = { games: [], mineGames: [] }

/** The choice of a user, and when the user's live game was changed, in milliseconds. */
export async function choiceOf(
  db: Db,
  uid: string,
): Promise<PushChoice & Pick<LiveGame, 'changedAt'> & { hasNews: boolean }> {
  const [row] = await db.select().from(pushChoices).where(eq(pushChoices.userId, uid))
  if (!row) return { quiet: null, lateDraws: false, changedAt: null, hasNews: false }
  const { games, mineGames, quietFrom: from, quietUntil: until, lateDraws, liveChangedAt } = row
  return {
    quiet: from === null || until === null ? null : { from, until },
    lateDraws,
    changedAt: liveChangedAt?.getTime() ?? null,
    hasNews: games.length + mineGames.length > 0 || lateDraws,
  }
}

/** Saves a choice. Messages that the earlier quiet hours held are due again, so that the new hours decide. */
export async function saveChoice(db: Db, now: number, uid: string, choice: PushChoice): Promise<void> {
  const { quiet, lateDraws } = choice
  const row = { quietFrom: quiet?.from ?? null, quietUntil: quiet?.until ?? null, lateDraws }
  await db.transaction(async (tx) => {
    await tx
      .insert(pushChoices)
      .values({ userId: uid, ...NO_GAMES, ...row })
      .onConflictDoUpdate({ target: pushChoices.userId, set: row })
    const { rowCount } = await tx
      .update(pushDeliveries)
      .set({ dueAt: new Date(now) })
      .where(
        sql`${pushDeliveries.held} and ${pushDeliveries.subscriptionId} in (
          select ${pushSubscriptions.id} from ${pushSubscriptions} where ${eq(pushSubscriptions.userId, uid)})`,
      )
    if (rowCount) await addJob(tx, 'send-pushes', { id: 'due' })
  })
}

/** Sends a user the results of a game from now on, or no more. One statement, so that two taps at once both count. */
export async function followGame(
  db: Db,
  uid: string,
  game: string,
  following: Following | null,
): Promise<void> {
  const { games, mineGames } = pushChoices
  const listed = (column: typeof games | typeof mineGames, kind: Following) => {
    const others = sql`array_remove(${column}, ${game})`
    return following === kind ? sql`array_append(${others}, ${game})` : others
  }
  const added = (kind: Following) => (following === kind ? [game] : [])
  await db
    .insert(pushChoices)
    .values({ userId: uid, games: added('every'), mineGames: added('mine') })
    .onConflictDoUpdate({
      target: pushChoices.userId,
      set: { games: listed(games, 'every'), mineGames: listed(mineGames, 'mine') },
    })
}

/**
 * Makes a game the one whose results a player of a lower plan gets live; null turns it off. Open streams of the player end
 * at once, and come back with the new game.
 * @returns false if the player has changed it today
 */
export function saveLiveGame(db: Db, now: number, uid: string, game: string | null): Promise<boolean> {
  const mine = eq(pushChoices.userId, uid)
  return db.transaction(async (tx) => {
    await tx
      .insert(pushChoices)
      .values({ userId: uid, ...NO_GAMES })
      .onConflictDoNothing()
    const [row] = await tx.select().from(pushChoices).where(mine).for('update')
    const known = { game: row!.liveGame, changedAt: row!.liveChangedAt?.getTime() ?? null }
    const chosen = chooseLiveGame(known, game, now)
    if (!chosen) return false
    const liveChangedAt = chosen.changedAt === null ? null : new Date(chosen.changedAt)
    await tx.update(pushChoices).set({ liveGame: chosen.game, liveChangedAt }).where(mine)
    await tx.execute(sql`select pg_notify(${SESSIONS_CHANNEL}, ${uid})`)
    return true
  })
}
