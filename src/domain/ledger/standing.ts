/** The standings of forecasts as the server keeps them, by the rules of the log. */
import { endOfDay } from '../base/calendar.ts'
import {
  type DrawHistory,
  type ForecastHistory,
  type Standing as StandingOf,
  standingOf as standingBy,
} from '../log/standing.ts'
import type { ResultEntry, VersionEntry, VoidEntry, WithdrawalEntry } from './entries.ts'

/** The entries about one draw. */
export interface DrawEntries extends DrawHistory<ResultEntry> {
  voids: readonly VoidEntry[]
}

/** The entries about one forecast, in the order of entry. */
export interface ForecastEntries extends ForecastHistory<VersionEntry> {
  withdrawal: WithdrawalEntry | null
}

export type Standing = StandingOf<VersionEntry, ResultEntry>

export const standingOf: (
  forecast: ForecastEntries,
  entriesOf: (version: VersionEntry) => DrawEntries,
  now: number,
) => Standing = standingBy

/** Whether the draw had a result, and staff deleted it or entered "no draw" instead. */
export const lacksItsResult = ({ results }: DrawEntries): boolean =>
  results.some(({ state }) => state === 'drawn') && results[results.length - 1]!.state !== 'drawn'

/**
 * When everyone may read the numbers of a forecast, in milliseconds: at its close, or at the end of a day on which the game
 * does not draw.
 */
export const revealedAt = ({ close, date }: Pick<VersionEntry, 'close' | 'date'>): number =>
  close ?? endOfDay(date)

/** Whether the numbers of a forecast are still secret. @param now milliseconds */
export function isSecret(version: Pick<VersionEntry, 'close' | 'date' | 'isRevealed'>, now: number): boolean {
  return !version.isRevealed && now < revealedAt(version)
}
