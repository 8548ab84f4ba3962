/** When a draw closes and its forecasts lock, by the `slot` leaves of the log alone. */
import { present } from '../../../platform/rules/base/lists.ts'
import {
  DAY,
  dayOf,
  endOfDay,
  instantAt,
  lagosDate,
  type LagosDate,
  MINUTE,
  parseClock,
  weekdayOf,
} from '../../../platform/rules/base/calendar.ts'
import { MARGIN_LIMITS } from '../../../draws/rules/lock.ts'
import type { SlotLeaf } from './leaves.ts'

/** The limits of the log. */
export const LOG_RULES = {
  /** Days from the leaf of a slot to the first day on which it can make a lock later. */
  noticeDays: 7,
  /** Milliseconds after the close within which a version is revealed. */
  revealWithin: 60 * MINUTE,
  /** Milliseconds after the close within which a draw with forecasts has a result. */
  resultWithin: 8 * DAY,
  /** How many days after its date a draw may take place. */
  latestDraw: 6,
  /** Milliseconds by which clocks may differ. */
  clock: 2 * MINUTE,
  /** Milliseconds before an early draw was seen, from which on its versions are void. */
  earlyMargin: 15 * MINUTE,
} as const

/** A slot of the log at its place. `time` is its `at`, in milliseconds. */
export type PlacedSlot = SlotLeaf & { index: number; time: number }

/** Instants in milliseconds; null on a day without a draw. */
export interface DrawTimes {
  close: number | null
  lock: number | null
}

/**
 * Close and lock of a draw by the slots before a version. A slot counts with seven days of notice, or if it precedes every
 * version; one without notice can only lock earlier.
 *
 * @param slots in the order of the log
 * @param firstVersion the index of the log's first `version` leaf; Infinity before it
 */
export function drawTimes(
  slots: readonly PlacedSlot[],
  firstVersion: number,
  { game, date }: { game: string; date: LagosDate },
): DrawTimes {
  const weekday = weekdayOf(date)
  const candidates = slots.filter(
    (slot) => slot.game === game && slot.weekday === weekday && slot.from <= date,
  )
  const hasNotice = ({ index, time }: PlacedSlot) =>
    index < firstVersion || dayOf(date) - dayOf(lagosDate(time)) >= LOG_RULES.noticeDays
  let base: PlacedSlot | null = null
  for (const slot of candidates) if (hasNotice(slot) && !(base && base.from > slot.from)) base = slot
  if (!base || base.close === null) return { close: null, lock: null }
  const late = candidates.filter((slot) => !hasNotice(slot) && slot.close !== null)
  const times = [base, ...late].map((slot) => {
    const close = instantAt(date, present(parseClock(slot.close!)))
    return { close, lock: close - slot.margin * MINUTE }
  })
  return {
    close: Math.min(...times.map(({ close }) => close)),
    lock: Math.min(...times.map(({ lock }) => lock)),
  }
}

/** What is wrong with a slot whatever the other leaves are (check S2); null if nothing is. @param at milliseconds */
export function slotFault({ margin, from }: Pick<SlotLeaf, 'margin' | 'from'>, at: number): string | null {
  if (margin < MARGIN_LIMITS.least || margin > MARGIN_LIMITS.most)
    return `The margin is not ${MARGIN_LIMITS.least} to ${MARGIN_LIMITS.most} minutes.`
  return from < lagosDate(at) ? 'It is valid from a day in the past.' : null
}

/** Whether a slot is valid from a day with less than seven days of notice. @param at milliseconds */
export const lacksNotice = ({ from }: Pick<SlotLeaf, 'from'>, at: number): boolean =>
  dayOf(from) - dayOf(lagosDate(at)) < LOG_RULES.noticeDays

/** When the versions for a draw are revealed, in milliseconds: at the close, or at the end of a day without a slot. */
export const revealTime = (close: number | null, date: LagosDate): number => close ?? endOfDay(date)
