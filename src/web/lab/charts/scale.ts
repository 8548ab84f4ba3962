import type { CountRange } from '../../../domain/luck/distribution.ts'

/** Places the values of an axis in percent of the chart's width, so that one drawing fits every width. */
export interface Scale {
  low: number
  high: number
  place: (value: number) => string
  /** The width of a range. */
  between: (range: CountRange) => string
}

/** A scale from `low` to `high`. Values outside are placed at its ends. */
export function scaleOf(low: number, high: number): Scale {
  const percent = (value: number) => 100 * shareOf(value, low, high)
  return {
    low,
    high,
    place: (value) => `${round(percent(value))}%`,
    between: (range) => `${round(percent(range.high) - percent(range.low))}%`,
  }
}

/** The share of a range that is below a value: 0 to 1. */
const shareOf = (value: number, low: number, high: number): number =>
  high === low ? 0.5 : Math.min(1, Math.max(0, (value - low) / (high - low)))

/** The text of an axis. It grows with the phone's text as far as its labels fit beside each other. */
export const AXIS_TEXT = 'text-[min(0.75rem,3.4vw)]'

/** A length with at most two decimals, which keeps the page short. */
export const round = (length: number): number => Math.round(length * 100) / 100

const STEPS = [1, 2, 2.5, 5, 10]

/** Round values from `low` to `high`, at most `most` of them. @param whole only whole numbers */
export function ticksOf(low: number, high: number, most: number, whole = true): number[] {
  const rough = (high - low) / most
  const unit = 10 ** Math.floor(Math.log10(rough || 1))
  const found = STEPS.map((step) => step * unit).find((step) => step >= rough && (!whole || step % 1 === 0))
  const step = whole ? Math.max(1, found ?? 1) : (found ?? unit)
  const first = Math.ceil(low / step - 1e-9)
  const count = Math.floor(high / step + 1e-9) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}
