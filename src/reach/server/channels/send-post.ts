import { and, eq, sql, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import {
  CHANNEL_LIMITS,
  drawPost,
  schedulePost,
  tablePost,
  withdrawnPost,
} from '../../rules/channels/channels.ts'
import { mailOwners } from '../../../people/server/admins.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { each } from '../../../platform/server/base/each.ts'
import { unseal } from '../../../platform/server/base/auth-secrets.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { addJob } from '../../../platform/server/queue/add-job.ts'
import { channelPosts, channels } from './tables.ts'
import { changePosts, queueDrawPosts, queuePost, releasePosts } from './outbox/queue-posts.ts'
import { SECOND, type LagosDate, lagosDate, lagosMinutes } from '../../../platform/rules/base/calendar.ts'
import { TELEGRAM_URL } from '../../../platform/server/base/environment.ts'
import type { Settings } from '../../../platform/server/base/settings.ts'
import { gamesOfDay, scheduleOf } from '../../../draws/rules/day-result.ts'
import { drawOfDay, publicDrawPath, publicResultsPath } from '../../../platform/rules/site/paths.ts'
import { shareDraw } from '../share/shares.ts'
import { changes } from '../../../platform/server/tables/changes.ts'
import { draws, games } from '../../../draws/server/tables.ts'

/** What a post says now. */
interface Content {
  /** The first is its title. */
  lines: string[]
  /** The page that Telegram previews below it, with the version of what it shows: previews are kept for each address. */
  preview?: string
  /** The picture of the preview. */
  path?: string
  /** Whether it withdraws a result. It edits a post, and is never posted itself. */
  isWithdrawn?: boolean
}

type PostSubject = Pick<typeof channelPosts.$inferSelect, 'kind' | 'subject' | 'text'>

/** @returns null for a draw that does not exist any more, and for a day without draws of the channel's games */
export async function contentOf(
  services: Services,
  channel: { games: readonly string[] },
  post: PostSubject,
  now: number,
): Promise<Content | null> {
  const date = post.subject as LagosDate
  if (post.kind === 'draw') return drawContent(services, Number(post.subject), now)
  if (post.kind === 'schedule') return plain(scheduleLines(services, channel, date))
  if (post.kind === 'table') return plain(tableLines(services, channel, date))
  return plain(post.text?.split('\n') ?? null)
}

const plain = (lines: string[] | null): Content | null => lines && { lines }

async function drawContent(services: Services, id: number, now: number): Promise<Content | null> {
  const { publicId, deletedAt, date, version } = draws
  const [row] = await services.db
    .select({ publicId, deletedAt, date, version, name: games.name })
    .from(draws)
    .innerJoin(games, eq(games.key, draws.gameKey))
    .where(eq(draws.id, id))
  if (!row) return null
  const found = row.deletedAt ? null : await shareDraw(services, row.publicId, now)
  if (!found?.page.draw || !found.drawing)
    return { lines: withdrawnPost(row.name, row.date as LagosDate), isWithdrawn: true }
  const { draw, game, date: day, corrections } = found.page
  const address = services.settings.appUrl + publicDrawPath(drawOfDay(game.key, day))
  const shown = { ...draw, game: game.name, date: day }
  return {
    lines: drawPost(shown, corrections.length > 0, address),
    preview: `${address}?v=${row.version}`,
    path: found.drawing.picture.path,
  }
}

function scheduleLines(
  { draws: memory, settings }: Services,
  channel: { games: readonly string[] },
  date: LagosDate,
) {
  const due = scheduleOf(memory.current().games, date).filter(({ game }) => channel.games.includes(game.key))
  const lines = due.map(({ game: { name }, schedule: { closesAt } }) => ({ name, closesAt }))
  return due.length === 0 ? null : schedulePost(date, lines, settings.appUrl + publicResultsPath(date))
}

function tableLines(
  { draws: memory, settings }: Services,
  channel: { games: readonly string[] },
  date: LagosDate,
) {
  const day = gamesOfDay(memory.current(), date).filter(({ key }) => channel.games.includes(key))
  return day.some(({ draw }) => draw)
    ? tablePost({ date, games: day }, settings.appUrl + publicResultsPath(date))
    : null
}

/** Whether every game of a channel that draws on a date has its result. */
function isDayIn(
  { draws: memory }: Services,
  channel: { games: readonly string[] },
  date: LagosDate,
): boolean {
  const day = gamesOfDay(memory.current(), date).filter(({ key }) => channel.games.includes(key))
  return day.length > 0 && day.every(({ draw, schedule }) => draw !== null || schedule === null)
}

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

/**
 * What became of a request. `later`: it surely did not arrive or was not taken, so it may be repeated, after so many
 * milliseconds if Telegram names them; `uncertain`: it may have arrived.
 */
type Outcome =
  | { kind: 'done'; result: unknown }
  | { kind: 'refused'; why: string }
  | { kind: 'later'; why: string; afterMs: number | null }
  | { kind: 'uncertain'; why: string }

/** The errors of a connection that was never made. */
const NEVER_ARRIVED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

const ANSWER = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({
    ok: z.literal(false),
    description: z.string(),
    parameters: z.object({ retry_after: z.number().optional() }).optional(),
  }),
])

/** A bot of Telegram as the server calls it. */
interface Bot {
  apiUrl: Settings['telegramApiUrl']
  token: string
}

/** Calls a method of Telegram's Bot API. There is no idempotency key, so the caller repeats only what is `later`. */
export async function callTelegram(
  { apiUrl, token }: Bot,
  method: string,
  parameters: Record<string, unknown>,
): Promise<Outcome> {
  try {
    const response = await fetch(`${apiUrl ?? TELEGRAM_URL}/bot${token}/${method}`, {
      method: 'POST',
      body: JSON.stringify(parameters),
      headers: { 'content-type': 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(CHANNEL_LIMITS.answerMs),
    })
    return outcomeOf(response.status, ANSWER.safeParse(await response.json().catch(() => null)).data)
  } catch (error) {
    // The address has the token, so the error itself is not told.
    const { name, cause } = error as Error & { cause?: { code?: string } }
    const why = name === 'TimeoutError' ? 'Telegram did not answer in time.' : 'The connection broke.'
    return NEVER_ARRIVED.has(cause?.code ?? '')
      ? { kind: 'later', why: 'Telegram cannot be reached.', afterMs: null }
      : { kind: 'uncertain', why }
  }
}

function outcomeOf(status: number, answer: z.infer<typeof ANSWER> | undefined): Outcome {
  if (answer?.ok) return { kind: 'done', result: answer.result }
  if (!answer) return { kind: 'uncertain', why: `The answer ${status} cannot be read.` }
  const { description: why, parameters } = answer
  const wait = parameters?.retry_after
  if (status === 429 || status >= 500)
    return { kind: 'later', why, afterMs: wait === undefined ? null : wait * SECOND }
  if (why.includes('message is not modified')) return { kind: 'done', result: true }
  return { kind: 'refused', why }
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
