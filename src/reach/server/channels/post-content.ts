import { eq } from 'drizzle-orm'
import { drawPost, schedulePost, tablePost, withdrawnPost } from '../../rules/channels/channels.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import type { LagosDate } from '../../../platform/rules/base/calendar.ts'
import { drawOfDay, publicDrawPath, publicResultsPath } from '../../../platform/rules/site/paths.ts'
import { gamesOfDay, scheduleOf } from '../../../draws/rules/day-result.ts'
import { draws, games } from '../../../draws/server/tables.ts'
import { shareDraw } from '../share/shares.ts'
import type { channelPosts } from './tables.ts'

/** What a post says now. */
export interface Content {
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
export function isDayIn(
  { draws: memory }: Services,
  channel: { games: readonly string[] },
  date: LagosDate,
): boolean {
  const day = gamesOfDay(memory.current(), date).filter(({ key }) => channel.games.includes(key))
  return day.length > 0 && day.every(({ draw, schedule }) => draw !== null || schedule === null)
}
