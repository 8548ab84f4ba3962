import { useCallback, useSyncExternalStore } from 'react'
import { LIVE_LIMITS } from '../../rules/base/streams.ts'
import { drawOfDay } from '../../rules/site/paths.ts'
import type { AnswerOf } from './call.ts'
import { createStore } from './store.ts'

type News = AnswerOf<'GET /api/live/news'>['draws'][number]
/** The earlier values of a draw that was corrected while the page was open. */
export type Corrected = News['changes']

interface State {
  /** By {@link drawOfDay}. */
  corrected: ReadonlyMap<string, Corrected>
  /** What screen readers hear; empty after a while. */
  announcement: string
}

const NOTHING: State = { corrected: new Map(), announcement: '' }
const news = createStore(NOTHING)
/** What is on the screen, each with the beginning of the names of the draws that it shows. */
const readers = new Map<() => void, string>()

/** News have arrived. A draw that is right again is no longer marked. */
export function noteNews(draws: readonly News[], announcement: string): void {
  const corrected = new Map(news.get().corrected)
  for (const { game, date, changes } of draws)
    if (changes.length > 0) corrected.set(drawOfDay(game, date), changes)
    else corrected.delete(drawOfDay(game, date))
  news.set({ corrected, announcement })
  setTimeout(() => {
    if (news.get().announcement === announcement) news.set({ ...news.get(), announcement: '' })
  }, LIVE_LIMITS.announcedMs)
}

/** Whether the screen shows a draw. */
export const isShown = (draw: string): boolean =>
  [...readers.values()].some((shown) => shown !== '' && draw.startsWith(shown))

function useNews(shown: string): State {
  const subscribe = useCallback(
    (reader: () => void) => {
      readers.set(reader, shown)
      const stop = news.subscribe(reader)
      return () => {
        readers.delete(reader)
        stop()
      }
    },
    [shown],
  )
  return useSyncExternalStore(subscribe, news.get, () => NOTHING)
}

/**
 * The corrections of the draws that a part of the screen shows.
 * @param shown the draw, or the beginning of the names of several
 */
export const useCorrected = (shown: string): State['corrected'] => useNews(shown).corrected

/** Tells screen readers of the newest results. */
export const useAnnouncement = (): string => useNews('').announcement
