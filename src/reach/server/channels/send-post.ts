import { and, eq, sql, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import { CHANNEL_LIMITS } from '../../rules/channels/channels.ts'
import { mailOwners } from '../../../people/server/admins.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { each } from '../../../platform/server/base/each.ts'
import { unseal } from '../../../platform/server/base/auth-secrets.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { addJob } from '../../../platform/server/queue/add-job.ts'
import { type Content, contentOf, isDayIn } from './post-content.ts'
import { channelPosts, channels } from './tables.ts'
import { callTelegram, type Outcome } from './telegram.ts'
import { changePosts, queueDrawPosts, queuePost, releasePosts } from './outbox/queue-posts.ts'
import { lagosDate, lagosMinutes } from '../../../platform/rules/base/calendar.ts'
import { changes } from '../../../platform/server/tables/changes.ts'

/** Queues the schedule of the morning and the table of the day, each once. */
export async function queueDailyPosts(services: Services, now: number): Promise<void> {
  const { db } = services
  const subject = lagosDate(now)
  const minutes = lagosMinutes(now)
  const isMorning = minutes >= CHANNEL_LIMITS.scheduleAt && minutes < CHANNEL_LIMITS.scheduleUntil
  const queue = async (channel: Channel, kind: 'schedule' | 'table') => {
    if (kind === 'table' && minutes < CHANNEL_LIMITS.tableAt && !isDayIn(services, channel, subject)) return
    const content = await contentOf(services, channel, { kind, subject, text: null }, now)
    if (content)
      await db.transaction((tx) => queuePost({ tx, now }, { channelId: channel.id, kind, subject }))
  }
  const all = await db.select().from(channels)
  await each(
    all.flatMap((channel) => [
      ...(channel.schedule && isMorning ? [() => queue(channel, 'schedule')] : []),
      ...(channel.table ? [() => queue(channel, 'table')] : []),
    ]),
  )
}

/** Queues the posts of a change's draws. @param seq its number */
export async function queuePostsOf({ db, clock, draws: memory }: Services, seq: number): Promise<void> {
  const ids = sql`(select ids from ${changes} where ${eq(changes.seq, seq)})`
  const now = await clock.now(db)
  await db.transaction((tx) => queueDrawPosts({ tx, now }, memory.current().games, ids))
}

/** Edits the posted schedules of today that staff changed since. */
export async function queueScheduleEdits(services: Services, now: number): Promise<void> {
  const { db } = services
  const today = lagosDate(now)
  const schedules = await db
    .select({ channel: channels, text: channelPosts.text })
    .from(channelPosts)
    .innerJoin(channels, eq(channels.id, channelPosts.channelId))
    .where(
      and(
        eq(channelPosts.kind, 'schedule'),
        eq(channelPosts.subject, today),
        eq(channelPosts.state, 'sent'),
        isNotNull(channelPosts.text),
      ),
    )
  const edit = async ({ channel, text }: (typeof schedules)[number]) => {
    const content = await contentOf(services, channel, { kind: 'schedule', subject: today, text: null }, now)
    if (content && content.lines.join('\n') !== text)
      await db.transaction((tx) => changePosts({ tx, now }, 'schedule', [today]))
  }
  await each(schedules.map((schedule) => () => edit(schedule)))
}

type Post = typeof channelPosts.$inferSelect
type Channel = typeof channels.$inferSelect

/** What a channel's token is encrypted for. */
export const TOKEN_USE = 'channel tokens'

const MESSAGE = z.object({ message_id: z.int() })

/**
 * Sends a row of the outbox, or edits its post. Before the request the row is claimed in a transaction of its own: a process
 * that dies afterwards leaves a claim, never a post that is sent twice.
 * @throws Error for what surely did not arrive, so that the queue repeats it after its growing delays
 */
export async function sendPost(services: Services, id: number): Promise<void> {
  const { db, clock, draws } = services
  await draws.catchUp()
  const [row] = await db
    .select({ post: channelPosts, channel: channels })
    .from(channelPosts)
    .innerJoin(channels, eq(channels.id, channelPosts.channelId))
    .where(and(eq(channelPosts.id, id), eq(channelPosts.state, 'waiting')))
  if (!row) return
  const { post, channel } = row
  const now = await clock.now(db)
  const content = await contentOf(services, channel, post, now)
  if (!content || (post.messageId === null && content.isWithdrawn)) {
    await db.update(channelPosts).set({ state: 'dropped' }).where(isUnchanged(post))
    return
  }
  const claimed = await db
    .update(channelPosts)
    .set({ state: 'sending', claimedAt: new Date(now), text: content.lines.join('\n') })
    .where(isUnchanged(post))
    .returning({ id: channelPosts.id })
  if (claimed.length === 0) return
  const outcome = await request(services, channel, post, content)
  await store(services, channel, post, outcome)
  if (outcome.kind === 'later' && outcome.afterMs === null) throw new Error(outcome.why)
}

/** A change that came meanwhile has its own job. */
const isUnchanged = ({ id, wanted }: Post) =>
  and(eq(channelPosts.id, id), eq(channelPosts.state, 'waiting'), eq(channelPosts.wanted, wanted))

async function request(
  { settings }: Services,
  channel: Channel,
  { messageId }: Post,
  { lines, preview, isWithdrawn = false }: Content,
): Promise<Outcome> {
  const token = unseal(channel.token, settings, TOKEN_USE)
  if (token === null)
    return { kind: 'refused', why: 'The token cannot be read with this secret. Connect the channel again.' }
  const message = {
    chat_id: channel.chat,
    parse_mode: 'HTML',
    text: htmlOf(lines),
    link_preview_options: { ...(preview && { url: preview }), is_disabled: isWithdrawn },
  }
  const bot = { apiUrl: settings.telegramApiUrl, token }
  if (messageId === null) return callTelegram(bot, 'sendMessage', message)
  const edited = await callTelegram(bot, 'editMessageText', { ...message, message_id: messageId })
  // An edit that is repeated changes nothing.
  return edited.kind === 'uncertain' ? { ...edited, kind: 'later', afterMs: null } : edited
}

/** The title is bold. Telegram's HTML needs three characters escaped, and knows no `br`. */
function htmlOf([title = '', ...lines]: readonly string[]): string {
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return [`<b>${escaped(title)}</b>`, ...lines.map(escaped)].join('\n')
}

async function store(
  { db, clock, log }: Services,
  channel: Channel,
  post: Post,
  outcome: Outcome,
): Promise<void> {
  const now = await clock.now(db)
  const { id, wanted } = post
  const isChanged = sql`${channelPosts.wanted} > ${wanted}`
  const isSame = eq(channelPosts.id, id)
  await db.transaction(async (tx) => {
    if (outcome.kind === 'done') {
      const messageId = MESSAGE.safeParse(outcome.result).data?.message_id ?? post.messageId
      const [left] = await tx
        .update(channelPosts)
        .set({
          state: sql`case when ${isChanged} then 'waiting' else 'sent' end`,
          sent: wanted,
          messageId,
          problem: null,
          sentAt: new Date(now),
        })
        .where(isSame)
        .returning({ state: channelPosts.state })
      if (left?.state === 'waiting') await addJob(tx, 'send-post', { id: String(id) })
      return
    }
    const state = outcome.kind === 'later' ? 'waiting' : outcome.kind
    await tx.update(channelPosts).set({ state, problem: outcome.why }).where(isSame)
    if (outcome.kind !== 'later') return tellOwners(tx, now, channel, outcome)
    if (outcome.afterMs !== null) await addJob(tx, 'send-post', { id: String(id) }, outcome.afterMs)
  })
  if (outcome.kind !== 'done') log.warn({ post: id, why: outcome.why }, 'a post was not sent')
}

/** The first of several failures of a channel is enough. */
async function tellOwners(
  tx: Db,
  now: number,
  { id, title }: Pick<Channel, 'id' | 'title'>,
  { kind, why }: { kind: 'uncertain' | 'refused'; why: string },
): Promise<void> {
  const failed = and(eq(channelPosts.channelId, id), eq(channelPosts.state, kind))
  if ((await tx.$count(channelPosts, failed)) > 1) return
  const what = kind === 'uncertain' ? 'does not know whether a post reached' : 'could not post in'
  await mailOwners(tx, now, null, { did: `${what} ${title}; decide under Admin, Settings`, reason: why })
}

/** Gives up the claims of processes that died, and tells owners of the posts that are uncertain now. */
export async function releaseClaims({ db }: Services, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    const uncertain = await releasePosts(tx, new Date(now - CHANNEL_LIMITS.claimMs))
    if (uncertain.length === 0) return
    const of = await tx
      .selectDistinct({ id: channels.id, title: channels.title })
      .from(channels)
      .innerJoin(channelPosts, eq(channelPosts.channelId, channels.id))
      .where(sql`${channelPosts.id} = any(${sql.param(uncertain)})`)
    const why = 'A server ended while a post was on its way.'
    for (const channel of of) await tellOwners(tx, now, channel, { kind: 'uncertain', why })
  })
}
