/** When a forecast can no longer count for its draw (statistics.md, section 2). */
import { formatClock, MINUTE } from '../base/calendar.ts'
import type { Slot } from './games.ts'
import { OPERATORS } from './operators.ts'

/** Minutes between the lock and the close, until staff change a slot. */
export const DEFAULT_MARGIN_MINUTES = 15
/** Sources disagree about Premier's evening draws by up to an hour. */
const EVENING_MARGIN_MINUTES = 60

/** The margin of a new slot. */
export function defaultMarginMinutes(operator: string, close: Slot['close']): number {
  const isDisputed = operator === OPERATORS.premier && close !== null && formatClock(close) === '20:00'
  return isDisputed ? EVENING_MARGIN_MINUTES : DEFAULT_MARGIN_MINUTES
}

/** What decides a lock. Instants in milliseconds; null while they are not known. */
export interface LockFacts {
  close: number | null
  marginMinutes: number
  /** The first recording of the draw. */
  recordedAt: number | null
  /** When staff saw the draw happen. */
  observedAt: number | null
}

/** Lock = min(close − margin, first recording, observed time − margin); null if nothing is known. */
export function lockOf({ close, marginMinutes, recordedAt, observedAt }: LockFacts): number | null {
  const margin = marginMinutes * MINUTE
  const bounds = [close && close - margin, recordedAt, observedAt && observedAt - margin]
  const known = bounds.filter((bound) => bound !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** Why a lock moved. `mistake` restores a later lock; releases before it wrote `deleted` and `no_draw`. */
const LOCK_CAUSES = {
  slot: 'The game closes earlier.',
  recorded: 'The draw was recorded before the lock.',
  observed: 'The draw was seen before the lock.',
  mistake: 'The record that had moved the lock was a mistake.',
  deleted: 'The recorded draw was deleted.',
  no_draw: 'The recorded draw became "no draw".',
} as const
export type LockCause = keyof typeof LOCK_CAUSES
export const LOCK_CAUSE_KEYS = Object.keys(LOCK_CAUSES) as [LockCause, ...LockCause[]]

export interface LockMove {
  from: number | null
  /** Null in entries of the causes `deleted` and `no_draw`, which have no effect any more. */
  to: number | null
  cause: LockCause
}

/** The moves in force, in order: a later `mistake` cancels the moves to instants before its own. */
export function movesInForce<Move extends LockMove>(moves: readonly Move[]): (Move & { to: number })[] {
  return moves.filter(
    (move, i): move is Move & { to: number } =>
      move.to !== null &&
      !moves.slice(i + 1).some(({ cause, to }) => cause === 'mistake' && to !== null && to > move.to!),
  )
}

/**
 * Whether a move voids the draw for every author: a close or an observed time that moves the lock into the past could
 * un-score losing forecasts quietly.
 *
 * @param at when the move was entered, in milliseconds
 */
export function voidsDraw({ cause, to }: Pick<LockMove, 'cause' | 'to'>, at: number): boolean {
  return (cause === 'slot' || cause === 'observed') && to !== null && to < at
}
