import type { ScoredForecast } from '../record/score.ts'
import type { ResultEntry, VersionEntry } from './entries.ts'
import type { Standing } from './standing.ts'

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
    return [{ forecast: all[all.length - 1]!, earlier: all.slice(0, -1) }]
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
