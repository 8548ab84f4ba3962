import { formatCount, decimal } from '../../../platform/rules/base/words.ts'
import type { CountRange } from './distribution.ts'

/** `about 13`: whole from ten on, else with one decimal. */
export const roughly = (value: number): string =>
  value >= 9.95 ? formatCount(Math.round(value)) : decimal(value)

/** `7 to 21`, or `0` for a range of one count. */
export const rangeWords = ({ low, high }: CountRange): string =>
  low === high ? formatCount(low) : `${formatCount(low)} to ${formatCount(high)}`

/** A value with two significant digits. */
export const twoDigits = (value: number): number => (value === 0 ? 0 : Number(value.toPrecision(2)))
