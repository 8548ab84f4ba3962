import { eq, and, isNotNull } from 'drizzle-orm'
import { type LagosDate, lagosDate, lagosMinutes } from '../../domain/base/calendar.ts'
import {
  drawPost,
  schedulePost,
  tablePost,
  withdrawnPost,
  CHANNEL_LIMITS,
} from '../../domain/channels/channels.ts'
import { scheduleOf } from '../../domain/draws/day-result.ts'
import { drawOfDay, publicDrawPath, publicResultsPath } from '../../domain/site/paths.ts'
import type { Services } from '../api/services.ts'
import { gamesOfDay } from '../draws/queries.ts'
import { shareProduct } from '../share/login-head.ts'
import { renderPicture } from '../share/render.ts'
import { shareDraw } from '../share/shares.ts'
import { channelPosts, channels } from '../tables/channels.ts'
import { draws, games } from '../tables/draws.ts'
import { changePosts, queuePost } from './outbox/queue-posts.ts'

/** What a post says now. */
export interface Content {
  /** The first is its title. */
  lines: string[]
  /** An SVG that is drawn with it. */
  svg: string | null
  /** Where the website has this picture. */
  path?: string
  /** Whether it withdraws a result. It edits a post, and is never posted itself. */
  isWithdrawn?: boolean
}

/** Shares of the queue of pictures. */
const OWN = 'channels'
export const pictureOf = ({ svg }: Content): Promise<Buffer> | null =>
  svg === null ? null : renderPicture(svg, OWN)

type Post = Pick<typeof channelPosts.$inferSelect, 'kind' | 'subject' | 'text'>
type Channel = Pick<typeof channels.$inferSelect, 'games'>

/** @returns null for a draw that does not exist any more, and for a day without draws of the channel's games */
export async function contentOf(
  services: Services,
  channel: Channel,
  post: Post,
  now: number,
): Promise<Content | null> {
  const date = post.subject as LagosDate
  if (post.kind === 'draw') return drawContent(services, Number(post.subject), now)
  if (post.kind === 'schedule') return plain(scheduleLines(services, channel, date))
  if (post.kind === 'table') return plain(tableLines(services, channel, date))
  return plain(post.text?.split('\n') ?? null)
}

const plain = (lines: string[] | null): Content | null => lines && { lines, svg: null }

async function drawContent(services: Services, id: number, now: number): Promise<Content | null> {
  const { publicId, deletedAt, date } = draws
  const [row] = await services.db
    .select({ publicId, deletedAt, date, name: games.name })
    .from(draws)
    .innerJoin(games, eq(games.key, draws.gameKey))
    .where(eq(draws.id, id))
  if (!row) return null
  const found = row.deletedAt ? null : await shareDraw(services, row.publicId, now)
  if (!found?.page.draw || !found.drawing) {
    const { svg } = await shareProduct(services)
    return { lines: withdrawnPost(row.name, row.date as LagosDate), svg, isWithdrawn: true }
  }
  const { draw, game, date: day, corrections } = found.page
  const address = services.settings.appUrl + publicDrawPath(drawOfDay(game.key, day))
  const shown = { ...draw, game: game.name, date: day }
  const { svg, picture } = found.drawing
  return { lines: drawPost(shown, corrections.length > 0, address), svg, path: picture.path }
}

function scheduleLines({ draws: memory, settings }: Services, channel: Channel, date: LagosDate) {
  const due = scheduleOf(memory.current().games, date).filter(({ game }) => channel.games.includes(game.key))
  const lines = due.map(({ game: { name }, schedule: { closesAt } }) => ({ name, closesAt }))
  return due.length === 0 ? null : schedulePost(date, lines, settings.appUrl + publicResultsPath(date))
}

function tableLines({ draws: memory, settings }: Services, channel: Channel, date: LagosDate) {
  const day = gamesOfDay(memory.current(), date).filter(({ key }) => channel.games.includes(key))
  return day.some(({ draw }) => draw)
    ? tablePost({ date, games: day }, settings.appUrl + publicResultsPath(date))
    : null
}

/** Whether every game of a channel that draws on a date has its result. */
function isDayIn({ draws: memory }: Services, channel: Channel, date: LagosDate): boolean {
  const day = gamesOfDay(memory.current(), date).filter(({ key }) => channel.games.includes(key))
  return day.length > 0 && day.every(({ draw, schedule }) => draw !== null || schedule === null)
}

/** Queues the schedule of the morning and the table of the day, each once, and edits a schedule that staff changed since. */
export async function queueDailyPosts(services: Services, now: number): Promise<void> {
  const { db } = services
  const today = lagosDate(now)
  const minutes = lagosMinutes(now)
  for (const channel of await db.select().from(channels)) {
    const isTableDue = minutes >= CHANNEL_LIMITS.tableAt || isDayIn(services, channel, today)
    const isMorning = minutes >= CHANNEL_LIMITS.scheduleAt && minutes < CHANNEL_LIMITS.scheduleUntil
    const due = [
      ...(channel.schedule && isMorning ? (['schedule'] as const) : []),
      ...(channel.table && isTableDue ? (['table'] as const) : []),
    ]
    for (const kind of due) {
      const content = await contentOf(services, channel, { kind, subject: today, text: null }, now)
      if (content) await db.transaction((tx) => queuePost({ tx, now }, channel.id, kind, today))
    }
  }
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
  for (const { channel, text } of schedules) {
    const content = await contentOf(services, channel, { kind: 'schedule', subject: today, text: null }, now)
    if (content && content.lines.join('\n') !== text)
      await db.transaction((tx) => changePosts({ tx, now }, 'schedule', [today]))
  }
}
