import { historyOfYears } from '../../domain/draws/draw-years.ts'
import { EMPTY_HISTORY, type History } from '../../domain/draws/history.ts'
import { type AnswerOf, get } from '../api/call.ts'
import { noteFollowing } from '../api/connection.ts'
import { useAnswer } from '../api/use-call.ts'

/** Every draw, and the server's lists of games and years. */
export type PhoneHistory = AnswerOf<'GET /api/history'> & { history: History }
type Year = AnswerOf<'GET /api/history/years/:year'>

/** The name of the whole history among the answers of this tab. */
const ALL_YEARS = '/api/history/years'
const FRESH_MS = 30_000

/** The years that this tab has loaded. They outlive the screens that read them. */
let loaded: { years: readonly Year[]; history: History } = { years: [], history: EMPTY_HISTORY }

/**
 * Loads the years whose draws have changed, or that are missing. The service worker answers them from the phone, or from the
 * changes since the version that it keeps. Without a network a year may be older than the list.
 */
async function loadYears(): Promise<PhoneHistory> {
  const manifest = await get<'GET /api/history'>('/api/history')
  noteFollowing(ALL_YEARS, 0)
  const years = await Promise.all(
    manifest.years.map(
      async ({ year, version }) =>
        loaded.years.find((known) => known.year === year && known.version === version) ??
        get<'GET /api/history/years/:year'>(`/api/history/years/${year}?version=${version}`),
    ),
  )
  const isSame = years.length === loaded.years.length && years.every((year) => loaded.years.includes(year))
  if (!isSame) loaded = { years, history: historyOfYears(years) }
  return {
    ...manifest,
    years: years.map(({ year, version }) => ({ year, version })),
    history: loaded.history,
  }
}

/**
 * The history of draws in this tab, so that searches are quick and keep working without a network. Undefined until a search
 * has needed it.
 */
export function useHistory(isNeeded: boolean): PhoneHistory | undefined {
  const isUsed = isNeeded || loaded.years.length > 0
  return useAnswer(isUsed ? ALL_YEARS : undefined, loadYears, FRESH_MS).data as PhoneHistory | undefined
}
