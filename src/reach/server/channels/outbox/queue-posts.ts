import { and, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import { addDays, type LagosDate, lagosDate } from '../../../../platform/rules/base/calendar.ts'
import type { PostKind } from '../../../rules/channels/channels.ts'
import type { Game } from '../../../../draws/rules/games.ts'
import { staleAt, PUSH_LIMITS } from '../../../rules/push/notifications.ts'
import type { Instant } from '../../../../platform/server/audit/context.ts'
import { isAnyOf } from '../../../../platform/server/db/columns.ts'
import type { Db } from '../../../../platform/server/db/connect.ts'
import { addJob } from '../../../../platform/server/queue/add-job.ts'
import { channelPosts, channels } from '../tables.ts'
import { draws } from '../../../../draws/server/tables.ts'

/**
 * Writes one row of the outbox for each channel and draw, in the transaction that writes the draws: a new result that is
 * news, and every change of one that was posted, with the table of its day.
 * @param ids a text[] of the draws' ids
 */
export async function queueDrawPosts(unit: Instant, games: readonly Game[], ids: SQL): Promise<void> {
  const { tx, now } = unit
  if ((await tx.$count(channels)) === 0) return
  const found = await tx
    .select({ id: draws.id, game: draws.gameKey, date: draws.date, deletedAt: draws.deletedAt })
    .from(draws)
    .where(
      and(
        sql`${draws.id} in (select unnest(${ids})::bigint)`,
        sql`(${gte(draws.date, addDays(lagosDate(now), -PUSH_LIMITS.newsDays))} or exists (
          select from ${channelPosts} where ${channelPosts.kind} = 'draw' and ${channelPosts.subject} = ${draws.id}::text))`,
      ),
    )
  const subjects = found.map(({ id }) => String(id))
  await changePosts(unit, 'draw', subjects)
  await changePosts(unit, 'table', [...new Set(found.map(({ date }) => date))])
  const news = found.filter(({ game, date, deletedAt }) => {
    const known = games.find(({ key }) => key === game)
    return known && deletedAt === null && staleAt(known, date as LagosDate) > now
  })
  for (const { id, game } of news) {
    const posting = await tx
      .select({ id: channels.id })
      .from(channels)
      .where(sql`${game} = any(${channels.games})`)
    for (const channel of posting)
      await queuePost(unit, { channelId: channel.id, kind: 'draw', subject: String(id) })
  }
}

/** Adds a row to the outbox, with the job that sends it. A row that is there already is left as it is. */
export async function queuePost(
  { tx, now }: Instant,
  post: Omit<typeof channelPosts.$inferInsert, 'changedAt'>,
): Promise<number | null> {
  const [added] = await tx
    .insert(channelPosts)
    .values({ changedAt: new Date(now), ...post })
    .onConflictDoNothing()
    .returning({ id: channelPosts.id })
  if (added) await addJob(tx, 'send-post', { id: String(added.id) })
  return added?.id ?? null
}

/** Marks the rows of subjects that changed. What was sent is edited; what is uncertain or refused still waits for staff. */
export async function changePosts(
  { tx, now }: Instant,
  kind: PostKind,
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length === 0) return
  const changed = await tx
    .update(channelPosts)
    .set({
      wanted: sql`${channelPosts.wanted} + 1`,
      state: sql`case when ${channelPosts.state} in ('sent', 'dropped') then 'waiting' else ${channelPosts.state} end`,
      changedAt: new Date(now),
    })
    .where(and(eq(channelPosts.kind, kind), isAnyOf(channelPosts.subject, subjects)))
    .returning({ id: channelPosts.id })
  for (const { id } of changed) await addJob(tx, 'send-post', { id: String(id) })
}

/**
 * Posts that were on their way when their process died. A first post may have arrived, so it is uncertain; an edit is sent again,
 * because repeating it changes nothing.
 * @param restored whether every post that waits is doubtful, because the database went back to an earlier time
 */
export async function releasePosts(tx: Db, claimedBefore: Date, restored = false): Promise<number[]> {
  const { state, messageId, claimedAt } = channelPosts
  const rows = await tx
    .update(channelPosts)
    .set({
      state: sql`case when ${messageId} is null then 'uncertain' else 'waiting' end`,
      problem: 'The post was on its way when the server ended.',
    })
    .where(
      restored
        ? inArray(state, ['waiting', 'sending'])
        : and(eq(state, 'sending'), sql`${claimedAt} <= ${claimedBefore}`),
    )
    .returning({ id: channelPosts.id, state })
  for (const row of rows) if (row.state === 'waiting') await addJob(tx, 'send-post', { id: String(row.id) })
  return rows.filter((row) => row.state === 'uncertain').map(({ id }) => id)
}
