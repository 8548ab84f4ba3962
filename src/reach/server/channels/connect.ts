import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  advertises,
  CHANNEL_LIMITS,
  type Decision,
  messageIdOf,
  type Purpose,
} from '../../rules/channels/channels.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { type Change, change, type Context, type SignedIn } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { seal } from '../../../platform/server/base/auth-secrets.ts'
import { Refusal, refusedField } from '../../../platform/server/http/refusal.ts'
import { addJob } from '../../../platform/server/queue/add-job.ts'
import { channelPosts, channels } from './tables.ts'
import { queuePost } from './outbox/queue-posts.ts'
import { TOKEN_USE } from './send-post.ts'
import { callTelegram } from './telegram.ts'

const BOT = z.object({ id: z.int(), username: z.string() })
const CHAT = z.object({ id: z.int(), type: z.string(), title: z.string() })
const MEMBER = z.object({ status: z.string(), can_post_messages: z.boolean().optional() })

/** What is posted in a channel. */
interface Choice {
  /** Keys of games. */
  games: string[]
  schedule: boolean
  table: boolean
  reason: string
}

/**
 * Connects a channel at Telegram: checks the token, the channel and the bot's right to post. The token is stored encrypted.
 * @throws Refusal invalid-input with Telegram's words at the field, conflict for a channel that is connected
 */
export async function connectChannel(
  services: Services,
  context: Context<SignedIn>,
  { token, chat, ...choice }: Choice & { token: string; chat: string },
): Promise<number> {
  const { settings } = services
  checkGames(services, choice)
  const ask = async <Schema extends z.ZodType>(
    field: string,
    schema: Schema,
    method: string,
    parameters: Record<string, unknown> = {},
  ): Promise<z.output<Schema>> => {
    const bot = { apiUrl: settings.telegramApiUrl, token }
    const outcome = await callTelegram(bot, method, parameters)
    if (outcome.kind !== 'done') throw refusedField(field, `Telegram: ${outcome.why}`)
    const parsed = schema.safeParse(outcome.result)
    if (!parsed.success) throw refusedField(field, 'Telegram’s answer cannot be read.')
    return parsed.data
  }
  const bot = await ask('token', BOT, 'getMe')
  const { id, type, title } = await ask('chat', CHAT, 'getChat', { chat_id: chat })
  if (type !== 'channel') throw refusedField('chat', 'This is not a channel.')
  const member = await ask('chat', MEMBER, 'getChatMember', { chat_id: id, user_id: bot.id })
  if (member.status !== 'creator' && !member.can_post_messages)
    throw refusedField('chat', `Make @${bot.username} an administrator of the channel who may post.`)
  return change(context, async (unit) => {
    const { tx, now, actor } = unit
    if ((await tx.$count(channels)) >= CHANNEL_LIMITS.channels)
      throw refusedField('chat', `At most ${CHANNEL_LIMITS.channels} channels can be connected.`)
    const { games, schedule, table, reason } = choice
    const [added] = await tx
      .insert(channels)
      .values({
        chat: String(id),
        title,
        bot: String(bot.id),
        botName: bot.username,
        token: seal(token, settings, TOKEN_USE),
        games,
        schedule,
        table,
        connectedAt: new Date(now),
        connectedBy: actor.userId,
      })
      .onConflictDoNothing()
      .returning({ id: channels.id })
    if (!added) throw new Refusal('conflict', `${title} is connected already. Disconnect it first.`)
    await record(unit, 'channel.connect', { id: added.id, title, reason })
    return added.id
  })
}

function checkGames({ draws }: Services, { games }: Choice): void {
  const known = new Set(draws.current().games.map(({ key }) => key))
  if (games.some((key) => !known.has(key))) throw refusedField('games', 'There is no such game.')
  if (games.length === 0) throw refusedField('games', 'Choose at least one game.')
}

/** Every write is in the audit trail. */
async function record(
  unit: Change,
  action: 'channel.connect' | 'channel.change' | 'channel.disconnect' | 'channel.text',
  { id, ...details }: { id: number; title: string; reason: string } & Record<string, unknown>,
): Promise<void> {
  await recordAudit(unit, action, `channel:${id}`, details)
}

async function lockChannel({ tx }: Change, id: number) {
  const [channel] = await tx.select().from(channels).where(eq(channels.id, id)).for('update')
  if (!channel) throw new Refusal('not-found', 'This channel is not connected.')
  return channel
}

/**
 * Changes what is posted in a channel.
 * @param seen what the change is based on
 * @throws Refusal not-found, invalid-input, conflict if another owner changed it since
 */
export function changeChannel(
  services: Services,
  context: Context,
  id: number,
  { seen, ...choice }: Choice & { seen: Omit<Choice, 'reason'> },
): Promise<void> {
  checkGames(services, choice)
  return change(context, async (unit) => {
    const { title, ...old } = await lockChannel(unit, id)
    const { games, schedule, table, reason } = choice
    if (
      String(old.games) !== String(seen.games) ||
      old.schedule !== seen.schedule ||
      old.table !== seen.table
    )
      throw new Refusal('conflict', 'Another owner changed this channel first. Look at it again.')
    await unit.tx.update(channels).set({ games, schedule, table }).where(eq(channels.id, id))
    await record(unit, 'channel.change', {
      id,
      title,
      reason,
      old: { games: old.games },
      new: { games, schedule, table },
    })
  })
}

/** Disconnects a channel, with its token and its outbox. The posts stay at Telegram. @throws Refusal not-found */
export function disconnectChannel(context: Context, id: number, reason: string): Promise<void> {
  return change(context, async (unit) => {
    const { title } = await lockChannel(unit, id)
    await record(unit, 'channel.disconnect', { id, title, reason })
    await unit.tx.delete(channels).where(eq(channels.id, id))
  })
}

/**
 * Posts a text of staff in a channel.
 * @throws Refusal invalid-input for advertising without an approval number, and for advertising that is called information
 */
export function postText(
  context: Context,
  id: number,
  { text, purpose, approval, reason }: { text: string; purpose: Purpose; approval: string; reason: string },
): Promise<void> {
  if (purpose === 'advertising' && approval === '')
    throw refusedField('approval', 'Advertising needs the number of its approval by ARCON.')
  if (purpose === 'information' && advertises(text))
    throw refusedField('purpose', 'This text offers a plan, a price or a forecast: it is advertising.')
  return change(context, async (unit) => {
    const { title } = await lockChannel(unit, id)
    const more = { text, purpose, approval: approval || null }
    await queuePost(unit, { channelId: id, kind: 'text', subject: randomUUID(), ...more })
    await record(unit, 'channel.text', { id, title, reason, purpose, approval })
  })
}

/**
 * Decides about a post that was not sent: `again` sends it, `arrived` names the post that is in the channel, so that it is
 * edited from now on, `drop` leaves it.
 * @param link the post's link or number, for `arrived`
 * @throws Refusal not-found, invalid-input, conflict when it was sent or is on its way
 */
export function decidePost(
  context: Context,
  id: number,
  { decision, link, reason }: { decision: Decision; link: string; reason: string },
): Promise<void> {
  const messageId = decision === 'arrived' ? messageIdOf(link) : null
  if (decision === 'arrived' && messageId === null)
    throw refusedField('link', 'Copy the link of the post from Telegram, such as https://t.me/channel/12.')
  return change(context, async (unit) => {
    const { tx } = unit
    const isOpen = sql`${channelPosts.state} in ('uncertain', 'refused', 'waiting')`
    const [post] = await tx
      .update(channelPosts)
      .set({
        state: decision === 'drop' ? 'dropped' : 'waiting',
        problem: null,
        ...(messageId !== null && { messageId }),
      })
      .where(and(eq(channelPosts.id, id), isOpen))
      .returning({ channelId: channelPosts.channelId, state: channelPosts.state })
    if (!post) throw new Refusal('conflict', 'This post was sent, or was decided meanwhile.')
    const [channel] = await tx.select().from(channels).where(eq(channels.id, post.channelId))
    if (post.state === 'waiting') await addJob(tx, 'send-post', { id: String(id) })
    await recordAudit(unit, 'channel.decide', `channel:${post.channelId}`, {
      title: channel!.title,
      post: id,
      decision,
      reason,
    })
  })
}
