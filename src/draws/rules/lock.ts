/** When a forecast can no longer count for its draw (statistics.md, section 2). */
import { formatClock, MINUTE } from '../../platform/rules/base/calendar.ts'
import type { Slot } from './games.ts'
import { OPERATORS } from './operators.ts'

/** Minutes that may lie between the lock and the close. */
export const MARGIN_LIMITS = { least: 15, most: 240 } as const

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
