import { formatCount, decimal } from '../base/words.ts'
import type { CountRange } from './distribution.ts'

/** `about 13`: whole from ten on, else with one decimal. */
export function roughly(value: number): string {
  return value >= 9.95 ? formatCount(Math.round(value)) : decimal(value)
}

/** `7 to 21`, or `0` for a range of one count. */
export function rangeWords({ low, high }: CountRange): string {
  return low === high ? formatCount(low) : `${formatCount(low)} to ${formatCount(high)}`
}

/** A value with two significant digits. */
export function twoDigits(value: number): number {
  return value === 0 ? 0 : Number(value.toPrecision(2))
}
