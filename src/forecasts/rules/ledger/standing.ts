/** The log of forecasts as the server keeps it, with instants in milliseconds and forecasts by their number here, and its standings. */
import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import { revealTime } from '../log/schedule.ts'
import { type DrawHistory, LogHistory, type Standing as StandingOf, standingOf } from '../log/standing.ts'
import type { ScoredForecast } from '../record/score.ts'
import type { ResultLeaf, RevealLeaf, VersionLeaf, VoidLeaf, WithdrawalLeaf } from '../log/leaves.ts'

/** The log of the real forecasts, and that of the labelled ones of a demonstration. */
export const CHAINS = ['real', 'sample'] as const
export type Chain = (typeof CHAINS)[number]

interface Place {
  /** The index of the leaf, from 0. */
  entry: number
  /** When it was appended by the database's clock. */
  at: number
}

/** A forecast, or a later version of it. */
export interface VersionEntry
  extends Place, Omit<VersionLeaf, 'v' | 'at' | 'close' | 'lock' | 'count' | 'commitment'> {
  /** The end of staking; null for a day on which the game does not draw. */
  close: number | null
  lock: number | null
  numbers: readonly number[]
  /** The log has its `reveal`. */
  isRevealed: boolean
}

type WithdrawalEntry = Place & Pick<WithdrawalLeaf, 'kind' | 'forecast'>
type ResultEntry = Place & Pick<ResultLeaf, 'kind' | 'game' | 'date' | 'state' | 'drawn' | 'winning'>
/** The versions of a draw from `since` minus the margin on do not count; all, without `since`. */
type VoidEntry = Place & Pick<VoidLeaf, 'kind' | 'game' | 'date' | 'cause'> & { since: number | null }
type RevealEntry = Place & Pick<RevealLeaf, 'kind' | 'forecast' | 'version'>
type OtherEntry = Place & { kind: 'start' | 'slot' | 'author' | 'end' }

export type LedgerEntry = VersionEntry | WithdrawalEntry | ResultEntry | VoidEntry | RevealEntry | OtherEntry

export type Standing = StandingOf<VersionEntry, ResultEntry>
export type Replay = LogHistory<VersionEntry, ResultEntry>

/** Groups the entries of a log, in order. */
export function replay(entries: Iterable<LedgerEntry>): Replay {
  const history: Replay = new LogHistory()
  for (const entry of entries) {
    if (entry.kind === 'version') history.addVersion(entry.forecast, history.drawOf(entry), entry)
    if (entry.kind === 'result') history.drawOf(entry).results.push(entry)
    if (entry.kind === 'void') history.drawOf(entry).voids.push({ ...entry, index: entry.entry })
    if (entry.kind === 'withdrawal') present(history.forecasts.get(entry.forecast)).withdrawal ??= entry
  }
  return history
}

/** Whether the draw had a result, and staff deleted it or entered "no draw" instead. */
function lacksItsResult({ results }: Pick<DrawHistory<VersionEntry, ResultEntry>, 'results'>): boolean {
  return results.some(({ state }) => state === 'drawn') && itemAt(results, -1).state !== 'drawn'
}

/** Whether the numbers of a forecast are still secret. @param now milliseconds */
export function isSecret(
  { isRevealed, close, date }: Pick<VersionEntry, 'close' | 'date' | 'isRevealed'>,
  now: number,
): boolean {
  return !isRevealed && now < revealTime(close, date)
}

/** The standing of every forecast, by its number. @param now milliseconds */
export const standings = ({ forecasts }: Replay, now: number): Map<number, Standing> =>
  new Map([...forecasts].map(([id, forecast]) => [id, standingOf(forecast, now)]))

/** How many forecasts are in each state, beside the share that was withdrawn before the lock. */
export interface StandingCounts {
  published: number
  byState: Record<Standing['state'], number>
  /** The share of withdrawals among the forecasts published before their lock, 0 to 1. */
  withdrawnShare: number
  /** The draws of which a void removed scores. */
  voidedDraws: number
  /** The draws whose result was deleted or became "no draw". */
  removedResults: number
}

export function countStandings(all: Iterable<Standing>, replayed: Replay): StandingCounts {
  const byState = { open: 0, waiting: 0, scored: 0, withdrawn: 0, 'after-lock': 0, void: 0 }
  let published = 0
  for (const { state } of all) {
    byState[state]++
    published++
  }
  const inTime = published - byState['after-lock']
  const withdrawnShare = inTime === 0 ? 0 : byState.withdrawn / inTime
  const draws = [...replayed.draws.values()]
  const voidedDraws = draws.filter(({ voids }) => voids.length > 0).length
  return {
    published,
    byState,
    withdrawnShare,
    voidedDraws,
    removedResults: draws.filter(lacksItsResult).length,
  }
}

/** A scored forecast of the ledger, with the results of its draw that no longer count, oldest first. */
export interface LedgerScore {
  forecast: ScoredForecast
  /** The forecast beside each result that was corrected later, so that both scores can be shown. */
  earlier: ScoredForecast[]
}

/** The scored forecasts of a ledger. @param operatorOf the operator of a game */
export function scoredForecasts(
  standings: ReadonlyMap<number, Standing>,
  operatorOf: (game: string) => string,
): LedgerScore[] {
  return [...standings.values()].flatMap((standing) => {
    if (standing.state !== 'scored') return []
    const all = standing.results.map((result) => scored(standing.version, result, operatorOf))
    return [{ forecast: itemAt(all, -1), earlier: all.slice(0, -1) }]
  })
}

function scored(
  { forecast: id, author, game, date, form, numbers, at, close }: VersionEntry,
  { winning }: ResultEntry,
  operatorOf: (game: string) => string,
): ScoredForecast {
  const operator = operatorOf(game)
  return { id, author, game, operator, date, form, numbers, winning, publishedAt: at, closesAt: close! }
}
