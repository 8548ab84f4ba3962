import type { CountRange } from '../luck/distribution.ts'
import { rangeWords } from '../luck/words.ts'
import { formatCount, decimal } from '../base/words.ts'

/** `1 in 400.5`, `1 in 11,748`. */
export function oneInWords(oneIn: number): string {
  return `1 in ${oneIn < 1000 ? decimal(oneIn) : formatCount(Math.round(oneIn))}`
}

/** `1.67 times luck`: how often a bet must win to bring back what it costs. */
export function breakEvenWords(share: number): string {
  return `${(1 / share).toFixed(2)} times luck`
}

/** `89 in 100`; `fewer than 1 in 100` and `more than 99 in 100` of a chance that rounds to 0 or 1. */
export function hundredthsWords(chance: number): string {
  const hundredths = Math.round(chance * 100)
  if (hundredths === 0) return 'fewer than 1 in 100'
  return hundredths === 100 && chance < 1 ? 'more than 99 in 100' : `${hundredths} in 100`
}

/** `0 to 2 lines`, `1 line`. */
export function linesRangeWords(range: CountRange): string {
  return `${rangeWords(range)} ${range.high === 1 ? 'line' : 'lines'}`
}
