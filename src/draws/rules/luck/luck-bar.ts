/** The geometry and the sentence of the luck bar: a figure beside what luck usually gives. */
import type { CountRange } from './distribution.ts'
import { roughly } from './words.ts'

/** A figure with the mean of luck and the ends of its usual range (19 of 20). */
export interface LuckFigure extends CountRange {
  value: number
  mean: number
}

/** The values at the left and the right end of a bar. */
export interface LuckScale {
  from: number
  to: number
}

/** Below this expected count nothing can be read from a figure. */
export const FEWEST_EXPECTED = 5

/** The scale that the bars of a list share: every range and value, with half a range on either side. No figure is negative. */
export function luckScale(figures: readonly LuckFigure[]): LuckScale {
  const low = Math.min(...figures.map((figure) => figure.low))
  const high = Math.max(...figures.map((figure) => figure.high))
  const margin = (high - low) / 2 || 1
  const values = figures.map(({ value }) => value)
  return { from: Math.max(0, Math.min(low - margin, ...values)), to: Math.max(high + margin, ...values) }
}

/** The places of a figure's marks in percent of the bar, with at most one decimal. */
export function luckPlaces({ value, mean, low, high }: LuckFigure, { from, to }: LuckScale) {
  const place = (at: number) =>
    Math.round(1000 * Math.min(1, Math.max(0, (at - from) / (to - from || 1)))) / 10
  return { value: place(value), mean: place(mean), low: place(low), high: place(high) }
}

export const isOutside = ({ value, low, high }: LuckFigure) => value < low || value > high

/** The room of a printed end, in percent of the bar. */
const ROOM = 12

/** The figures printed below a bar: low, mean and high, or one text of the range where they do not fit beside each other. */
export function luckEnds(
  figure: LuckFigure,
  scale: LuckScale,
  words = roughly,
): { at: number; text: string }[] {
  const { low, mean, high } = luckPlaces(figure, scale)
  if (high - low < ROOM) return [{ at: (low + high) / 2, text: usualWords(figure, words) }]
  const first = { at: low, text: words(figure.low) }
  const last = { at: high, text: words(figure.high) }
  const fits = mean - low >= ROOM && high - mean >= ROOM
  return fits ? [first, { at: mean, text: words(figure.mean) }, last] : [first, last]
}

const usualWords = ({ low, high }: CountRange, words: typeof roughly) =>
  low === high ? words(low) : `${words(low)} to ${words(high)}`

/**
 * The bar in words: `390. Luck gives about 405, usually 366 to 445.`
 *
 * @param said the figure in words; the value alone by default
 */
export function luckSentence(figure: LuckFigure, said?: string, words = roughly): string {
  return `${said ?? words(figure.value)}. Luck gives about ${words(figure.mean)}, usually ${usualWords(figure, words)}.`
}
