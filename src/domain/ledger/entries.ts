/** The entries of the log of forecasts as the server keeps them: instants in milliseconds, forecasts by their number here. */
import type { LagosDate } from '../base/calendar.ts'
import type { ResultLeaf, VoidLeaf } from '../log/leaves.ts'
import type { PredictionForm } from '../predictions/predictions.ts'

/** The log of the real forecasts, and that of the labelled ones of a demonstration. */
export const CHAINS = ['real', 'sample'] as const
export type Chain = (typeof CHAINS)[number]

interface Place {
  /** The index of the leaf, from 0. */
  entry: number
  /** When it was appended by the database's clock. */
  at: number
}

interface DrawPlace extends Place {
  /** The draw by its scheduled date, even if it took place on another day. */
  game: string
  date: LagosDate
}

/** A forecast, or a later version of it. */
export interface VersionEntry extends DrawPlace {
  kind: 'version'
  forecast: number
  version: number
  /** The place among the forecasts for the draw, from 1. */
  nth: number
  author: number
  /** The end of staking; null for a day on which the game does not draw. */
  close: number | null
  lock: number | null
  form: PredictionForm | null
  numbers: readonly number[]
  /** The log has its `reveal`. */
  isRevealed: boolean
}

export interface WithdrawalEntry extends Place {
  kind: 'withdrawal'
  forecast: number
}

/** A draw that was recorded, corrected or deleted. */
export interface ResultEntry extends DrawPlace {
  kind: 'result'
  state: ResultLeaf['state']
  /** The day on which the draw took place; it differs from `date` for a moved draw. */
  drawnOn: LagosDate | null
  /** Five numbers in drawing order; empty unless drawn. */
  winning: readonly number[]
}

/** The versions of a draw from `since` minus the margin on do not count; all, without `since`. */
export interface VoidEntry extends DrawPlace {
  kind: 'void'
  cause: VoidLeaf['cause']
  since: number | null
}

/** The numbers of a version became public. */
interface RevealEntry extends Place {
  kind: 'reveal'
  forecast: number
  version: number
}

interface OtherEntry extends Place {
  kind: 'start' | 'slot' | 'author' | 'end'
}

export type LedgerEntry = VersionEntry | WithdrawalEntry | ResultEntry | VoidEntry | RevealEntry | OtherEntry
