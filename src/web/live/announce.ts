import { addDays, lagosDate } from '../../domain/base/calendar.ts'
import { isCurrent, manyDraws, newsSentence } from '../../domain/live/live-news.ts'
import { drawOfDay } from '../../domain/site/paths.ts'
import { verdictWords } from '../../domain/slip/words.ts'
import type { AnswerCache } from '../api/answer-cache.ts'
import { get } from '../api/call.ts'
import { isShown, noteNews } from '../api/draw-news.ts'
import { serverNow } from '../api/server-time.ts'
import { entryOf, SLIP, type Slip, verdictsIn } from '../slip/parts/use-slip.ts'

/**
 * Announces the draws that changed after a version, if they are of these days or on the screen, and marks corrections. A
 * result and what became of the player's numbers are one sentence.
 */
export async function announceNews(cache: AnswerCache, after: number): Promise<void> {
  const { draws, total } = await get<'GET /api/live/news'>(`/api/live/news?after=${after}`)
  const slip = cache.known(SLIP).data as Slip | undefined
  const yesterday = addDays(lagosDate(serverNow()), -1)
  const told = draws.filter(({ game, date }) => isCurrent(date, yesterday) || isShown(drawOfDay(game, date)))
  const sentences = told.map((news) =>
    [newsSentence(news), ...verdictsIn(slip, news).map((one) => verdictWords(entryOf(slip!, one), one))].join(
      ', ',
    ),
  )
  noteNews(told, sentences.length > 0 ? sentences.join('. ') : total > draws.length ? manyDraws(total) : '')
}
