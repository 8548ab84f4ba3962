import { present } from '../../../platform/rules/base/lists.ts'
import { and, countDistinct, eq, gte, like, type SQL, sql } from 'drizzle-orm'
import { addDays, type LagosDate, lagosDate } from '../../../platform/rules/base/calendar.ts'
import {
  drawNotification,
  drawTag,
  type NotificationText,
  staleAt,
  PUSH_LIMITS,
} from '../../rules/push/notifications.ts'
import { drawOfDay, drawPath } from '../../../platform/rules/site/paths.ts'
import type { Game } from '../../../draws/rules/games.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { CHANGE_COLUMNS } from '../../../draws/server/follow-changes.ts'
import { isAnyOf } from '../../../platform/server/db/columns.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { changedDraws } from '../../../draws/server/live/recent-changes.ts'
import { addJob } from '../../../platform/server/queue/add-job.ts'
import { accountsWith, users } from '../../../platform/server/tables/accounts.ts'
import { changes } from '../../../platform/server/tables/changes.ts'
import { draws } from '../../../draws/server/tables.ts'
import { ownNumbers } from './own-numbers.ts'
import { pushChoices, pushDeliveries, pushMessages, pushSubscriptions } from './tables.ts'

interface NewPush extends NotificationText {
  /** Names the notification on the phone and in the table: a later message with this tag replaces it. */
  tag: string
  /** An equal or older version of a tag changes nothing. */
  version: number
  /** Whether quiet hours do not hold it. */
  urgent: boolean
  /** When it is no news any more, in milliseconds: it is not sent after that. */
  expiresAt: number
}

/**
 * Queues a notification in the caller's transaction, for every browser in which one of the users has turned notifications
 * on. A job sends it after the commit, to users who still have live results: Pro and staff.
 * @param now milliseconds
 */
export async function pushToUsers(
  tx: Db,
  now: number,
  userIds: readonly string[],
  message: NewPush,
): Promise<void> {
  if (await queueMessage(tx, now, message, isAnyOf(pushSubscriptions.userId, userIds)))
    await addJob(tx, 'send-pushes', { id: 'due' })
}

/** The members of staff who want to know of late draws. */
export async function lateDrawReaders(db: Db): Promise<string[]> {
  const found = await db
    .select({ id: users.id })
    .from(pushChoices)
    .innerJoin(users, eq(users.id, pushChoices.userId))
    .where(and(eq(pushChoices.lateDraws, true), accountsWith('enter-results')))
  return found.map(({ id }) => id)
}

/** The players who follow one of the games, in whatever way. */
export async function gameReaders(db: Db, games: readonly string[]): Promise<string[]> {
  const { userId, games: every, mineGames, liveGame } = pushChoices
  const some = sql`${sql.param(games)}::text[]`
  const found = await db
    .select({ userId })
    .from(pushChoices)
    .where(sql`${every} && ${some} or ${mineGames} && ${some} or ${liveGame} = any(${some})`)
  return found.map((row) => row.userId)
}

/** How many players with notifications follow each game. */
export async function countGameReaders(db: Db, games: readonly string[]): Promise<Map<string, number>> {
  const { userId, games: every, mineGames, liveGame } = pushChoices
  const key = sql<string>`game`
  const found = await db
    .select({ key, players: countDistinct(userId) })
    .from(pushChoices)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.userId, userId))
    .innerJoin(
      sql`unnest(${sql.param(games)}::text[]) as game`,
      sql`game = any(${every}) or game = any(${mineGames}) or game = ${liveGame}`,
    )
    .groupBy(key)
  return new Map(found.map((row) => [row.key, row.players]))
}

/**
 * Queues the notifications of the draws of a change. Old draws are no news: those of an import of earlier years, and
 * corrections after the game's next draw. Idempotent: a repetition finds the same version.
 * @param seq the number of the change
 */
export async function pushChange({ db, clock, draws: memory, push }: Services, seq: number): Promise<void> {
  if (!push) return
  const now = await clock.now(db)
  const [change] = await db.select(CHANGE_COLUMNS).from(changes).where(eq(changes.seq, seq))
  if (change?.kind !== 'draws') return
  const oldest = addDays(lagosDate(now), -PUSH_LIMITS.newsDays)
  // Of an import, the change lists the first ids only.
  const isInChange = sql`${draws.id} in (select unnest(${changes.ids})::bigint from ${changes} where ${eq(changes.seq, seq)})`
  const recent = await db
    .select({ id: draws.id })
    .from(draws)
    .where(and(isInChange, gte(draws.date, oldest)))
  const news = await changedDraws(db, new Map(recent.map(({ id }) => [id, change.at.getTime()])))
  const games = new Map(memory.current().games.map((game) => [game.key, game]))
  await db.transaction(async (tx) => {
    let isQueued = false
    for (const draw of news) {
      const game = games.get(draw.game)
      const expiresAt = game ? staleAt(game, draw.date) : now
      if (expiresAt <= now) continue
      const text = drawNotification(draw, pathOf(draw))
      const message = { ...text, tag: drawTag(draw.game, draw.date), version: seq, urgent: false, expiresAt }
      const told = await tellOfHits(tx, now, { draw, message, game: present(game) })
      const readers = sql`${pushSubscriptions.userId} in (
        select ${pushChoices.userId} from ${pushChoices} where ${draw.game} = any(${pushChoices.games}))
        and not ${isAnyOf(pushSubscriptions.userId, told)}`
      isQueued = (await queueMessage(tx, now, message, readers)) || isQueued || told.length > 0
    }
    if (isQueued) await addJob(tx, 'send-pushes', { id: 'due' })
  })
}

interface DrawMessage {
  draw: Awaited<ReturnType<typeof changedDraws>>[number]
  /** The notification of its result. */
  message: NewPush
  game: Game
}

/**
 * Queues the notification of each player whose own numbers came: of entries that ask for it, and of all entries for players
 * who follow the game for that. A correction also reaches those whose numbers came before
 * it. Each has a name of its own, so that it replaces the earlier one on the phone.
 * @returns the users, who need no other notification of the draw
 */
async function tellOfHits(tx: Db, now: number, { draw, message, game }: DrawMessage): Promise<string[]> {
  const isIn = draw.state === 'drawn' && !draw.removed
  const drawn = { game, date: draw.date, winning: draw.winning }
  const following = await tx
    .select({ uid: pushChoices.userId })
    .from(pushChoices)
    .where(sql`${game.key} = any(${pushChoices.mineGames})`)
  const every = new Set(following.map(({ uid }) => uid))
  const titles = new Map<string, string>()
  for (const { hits } of isIn ? ownNumbers.all() : [])
    for (const [uid, titleOf] of await hits(tx, drawn)) {
      const title = titleOf(every.has(uid))
      if (title !== null) titles.set(uid, title)
    }
  const before = await tx
    .select({ tag: pushMessages.tag })
    .from(pushMessages)
    .where(like(pushMessages.tag, `mine %/${message.tag}`))
  const earlier = before.map(({ tag }) => tag.slice('mine '.length, tag.indexOf('/')))
  const users = [...new Set([...titles.keys(), ...earlier])]
  for (const uid of users) {
    const title = titles.get(uid)
    const text = title !== undefined && { title, body: numbersText(draw.winning) }
    const tag = `mine ${uid}/${message.tag}`
    await queueMessage(tx, now, { ...message, ...text, tag }, eq(pushSubscriptions.userId, uid))
  }
  return users
}

const numbersText = (winning: readonly number[]) => winning.join(' - ')

const pathOf = ({ game, removed, date }: { game: string; removed: boolean; date: LagosDate }) =>
  removed ? `/dashboard/day-result?date=${date}` : drawPath(drawOfDay(game, date))

/** @returns whether there is a browser to send it to */
async function queueMessage(tx: Db, now: number, message: NewPush, isReader: SQL): Promise<boolean> {
  const row = { ...message, expiresAt: new Date(message.expiresAt) }
  const { tag, version } = message
  const written = await tx
    .insert(pushMessages)
    .values(row)
    .onConflictDoUpdate({
      target: pushMessages.tag,
      set: row,
      setWhere: sql`${pushMessages.version} < ${version}`,
    })
    .returning({ tag: pushMessages.tag })
  if (written.length === 0) return false
  const { rowCount } = await tx.execute(sql`
    insert into ${pushDeliveries} (subscription_id, tag, version, due_at)
    select ${pushSubscriptions.id}, ${tag}, ${version}::bigint, ${new Date(now)} from ${pushSubscriptions} where ${isReader}
    on conflict (subscription_id, tag) do update
    set version = excluded.version, due_at = excluded.due_at, attempts = 0`)
  return (rowCount ?? 0) > 0
}
