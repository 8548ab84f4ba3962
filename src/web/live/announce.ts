import { addDays, lagosDate } from '../../domain/base/calendar.ts'
import { isCurrent, manyDraws, newsSentence } from '../../domain/live/live-news.ts'
import { drawOfDay } from '../../domain/site/paths.ts'
import { get } from '../api/call.ts'
import { isShown, noteNews } from '../api/draw-news.ts'
import { serverNow } from '../api/server-time.ts'

/** Announces the draws that changed after a version, if they are of these days or on the screen, and marks corrections. */
export async function announceNews(after: number): Promise<void> {
  const { draws, total } = await get<'GET /api/live/news'>(`/api/live/news?after=${after}`)
  const yesterday = addDays(lagosDate(serverNow()), -1)
  const told = draws.filter(({ game, date }) => isCurrent(date, yesterday) || isShown(drawOfDay(game, date)))
  const many = total > draws.length ? manyDraws(total) : ''
  noteNews(told, told.length > 0 ? told.map(newsSentence).join('. ') : many)
}
