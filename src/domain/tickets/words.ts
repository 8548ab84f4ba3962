import { formatCount, decimal } from '../base/words.ts'

/** `1 in 400.5`, `1 in 11,748`. */
export const oneInWords = (oneIn: number): string =>
  `1 in ${oneIn < 1000 ? decimal(oneIn) : formatCount(Math.round(oneIn))}`

/** `1.67 times luck`: how often a bet must win to bring back what it costs. */
export const breakEvenWords = (share: number): string => `${(1 / share).toFixed(2)} times luck`
