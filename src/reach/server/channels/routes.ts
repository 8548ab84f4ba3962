import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { lagosDate } from '../../../platform/rules/base/calendar.ts'
import {
  CHANNEL_LIMITS,
  CHAT,
  DECISIONS,
  POST_KINDS,
  POST_STATES,
  PURPOSES,
  TOKEN,
} from '../../rules/channels/channels.ts'
import { numberIn, plainText, reason } from '../../../platform/server/api/form-fields.ts'
import { endpoint, type Routes, write } from '../../../platform/server/api/endpoint.ts'
import { channelPosts, channels } from './tables.ts'
import { draws } from '../../../draws/server/tables.ts'
import { changeChannel, connectChannel, decidePost, disconnectChannel, postText } from './connect.ts'
import { contentOf } from './post-content.ts'

const id = numberIn('This is not a number.')
const byId = z.strictObject({ id })
const choice = { games: z.array(z.string().max(40)).max(200), schedule: z.boolean(), table: z.boolean() }

const post = z.strictObject({
  id: z.int(),
  channel: z.string(),
  kind: z.enum(POST_KINDS),
  state: z.enum(POST_STATES),
  purpose: z.enum(PURPOSES),
  approval: z.string().nullable(),
  /** What was sent last, or tried; null before that. */
  text: z.string().nullable(),
  problem: z.string().nullable(),
  messageId: z.int().nullable(),
  changedAt: z.int(),
  sentAt: z.int().nullable(),
})

export const channelRoutes = {
  'GET /api/admin/channels': endpoint({
    summary: 'The connected channels, and the posts of their outbox: first those that staff must decide',
    access: 'enter-results',
    answer: z.strictObject({
      channels: z.array(
        z.strictObject({ id: z.int(), title: z.string(), bot: z.string(), connectedAt: z.int(), ...choice }),
      ),
      games: z.array(z.strictObject({ key: z.string(), name: z.string() })),
      posts: z.array(post),
    }),
    async handle({ services: { db, draws: memory } }) {
      const rows = await db.select().from(channels).orderBy(channels.id)
      const { state, changedAt } = channelPosts
      const isOpen = sql`${state} in ('uncertain', 'refused')`
      const posts = await db
        .select({ post: channelPosts, channel: channels.title })
        .from(channelPosts)
        .innerJoin(channels, eq(channels.id, channelPosts.channelId))
        .orderBy(desc(isOpen), desc(changedAt), desc(channelPosts.id))
        .limit(CHANNEL_LIMITS.shown)
      return {
        channels: rows.map(({ id: channelId, title, botName, connectedAt, games, schedule, table }) => ({
          id: channelId,
          title,
          bot: botName,
          connectedAt: connectedAt.getTime(),
          games,
          schedule,
          table,
        })),
        games: memory.current().games.map(({ key, name }) => ({ key, name })),
        posts: posts.map(({ post: row, channel }) => ({
          id: row.id,
          channel,
          kind: row.kind,
          state: row.state,
          purpose: row.purpose,
          approval: row.approval,
          text: row.text,
          problem: row.problem,
          messageId: row.messageId,
          changedAt: row.changedAt.getTime(),
          sentAt: row.sentAt?.getTime() ?? null,
        })),
      }
    },
  }),

  'GET /api/admin/channel-preview': endpoint({
    summary: 'How the newest result, the schedule and the table of today look in a channel of some games',
    access: 'enter-results',
    fresh: true,
    query: z.strictObject({
      games: z
        .string()
        .max(4000)
        .transform((text) => text.split(',')),
    }),
    answer: z.strictObject({
      posts: z.array(
        z.strictObject({ kind: z.enum(POST_KINDS), text: z.string(), picture: z.string().nullable() }),
      ),
    }),
    async handle({ services, query, now }) {
      const isOf = and(isNull(draws.deletedAt), sql`${draws.gameKey} = any(${sql.param(query.games)})`)
      const newest = desc(draws.date)
      const [last] = await services.db
        .select({ id: draws.id })
        .from(draws)
        .where(isOf)
        .orderBy(newest)
        .limit(1)
      const today = lagosDate(now)
      const subjects = [
        ...(last ? [{ kind: 'draw' as const, subject: String(last.id) }] : []),
        { kind: 'schedule' as const, subject: today },
        { kind: 'table' as const, subject: today },
      ]
      const posts = []
      for (const subject of subjects) {
        const content = await contentOf(services, query, { ...subject, text: null }, now)
        if (content)
          posts.push({ kind: subject.kind, text: content.lines.join('\n'), picture: content.path ?? null })
      }
      return { posts }
    },
  }),

  'POST /api/admin/channels': endpoint({
    summary: 'Connect a channel at Telegram by its name and the token of a bot that may post in it',
    access: 'connect-channels',
    effect: 'changes-channels',
    creates: 'once-by-its-values',
    fresh: true,
    body: z.strictObject({
      token: z.string().trim().regex(TOKEN, 'This is not a token of a bot.'),
      chat: z.string().trim().regex(CHAT, 'Enter the name of the channel, such as @lotto_results.'),
      ...choice,
      reason,
    }),
    answer: z.strictObject({ id: z.int() }),
    status: 201,
    async handle({ services, context, body }) {
      return { id: await connectChannel(services, context, body) }
    },
  }),

  'POST /api/admin/channels/:id': write({
    summary: 'Change what is posted in a channel',
    access: 'connect-channels',
    effect: 'changes-channels',
    fresh: true,
    params: byId,
    body: z.strictObject({ ...choice, seen: z.strictObject(choice), reason }),
    handle: ({ services, context, params, body }) => changeChannel(services, context, params.id, body),
  }),

  'POST /api/admin/channels/:id/disconnect': write({
    summary: 'Disconnect a channel: its token and its outbox are deleted, its posts stay',
    access: 'connect-channels',
    effect: 'changes-channels',
    params: byId,
    body: z.strictObject({ reason }),
    handle: ({ context, params, body }) => disconnectChannel(context, params.id, body.reason),
  }),

  'POST /api/admin/channels/:id/texts': write({
    summary: 'Post a text in a channel: information, or advertising with its approval number',
    access: 'connect-channels',
    effect: 'speaks',
    creates: 'once-by-form',
    params: byId,
    body: z.strictObject({
      text: plainText(CHANNEL_LIMITS.text).min(1, 'Write the text.'),
      purpose: z.enum(PURPOSES),
      approval: plainText(CHANNEL_LIMITS.approval),
      reason,
    }),
    status: 201,
    handle: ({ context, params, body }) => postText(context, params.id, body),
  }),

  'POST /api/admin/channel-posts/:id': write({
    summary:
      'Decide about a post that is uncertain or was refused: send it again, name the post that arrived, or drop it',
    access: 'enter-results',
    effect: 'edits-draws',
    params: byId,
    body: z.strictObject({
      decision: z.enum(DECISIONS, 'Choose what is to be done.'),
      link: plainText(200),
      reason,
    }),
    handle: ({ context, params, body }) => decidePost(context, params.id, body),
  }),
} satisfies Routes
