import { useCallback, useSyncExternalStore } from 'react'
import { drawOfDay } from '../../rules/site/paths.ts'
import type { AnswerOf } from './call.ts'

type News = AnswerOf<'GET /api/live/news'>['draws'][number]
/** The earlier values of a draw that was corrected while the page was open. */
export type Corrected = News['changes']

interface State {
  /** By {@link drawOfDay}. */
  corrected: ReadonlyMap<string, Corrected>
  /** What screen readers hear; empty after a while. */
  said: string
}

const NOTHING: State = { corrected: new Map(), said: '' }
let state = NOTHING
/** What is on the screen, each with the beginning of the names of the draws that it shows. */
const readers = new Map<() => void, string>()
/** The sentence is gone before a reader meets it a second time. */
const SAID_MS = 10_000

function change(next: Partial<State>): void {
  state = { ...state, ...next }
  for (const reader of readers.keys()) reader()
}

/** News have arrived. A draw that is right again is no longer marked. */
export function noteNews(draws: readonly News[], said: string): void {
  const corrected = new Map(state.corrected)
  for (const { game, date, changes } of draws)
    if (changes.length > 0) corrected.set(drawOfDay(game, date), changes)
    else corrected.delete(drawOfDay(game, date))
  change({ corrected, said })
  setTimeout(() => state.said === said && change({ said: '' }), SAID_MS)
}

/** Whether the screen shows a draw. */
export const isShown = (draw: string): boolean =>
  [...readers.values()].some((shown) => shown !== '' && draw.startsWith(shown))

function useNews(shown: string): State {
  const subscribe = useCallback(
    (reader: () => void) => {
      readers.set(reader, shown)
      return () => void readers.delete(reader)
    },
    [shown],
  )
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => NOTHING,
  )
}

/**
 * The corrections of the draws that a part of the screen shows.
 * @param shown the draw, or the beginning of the names of several
 */
export const useCorrected = (shown: string): State['corrected'] => useNews(shown).corrected

/** Tells screen readers of the newest results. */
export const useSaid = (): string => useNews('').said
