/** Counts beside luck as marks of a picture and rows of a table. */
import { centralRange, type Distribution, meanOf } from '../../luck/distribution.ts'
import { roughly } from '../../luck/words.ts'
import { formatCount } from '../../money.ts'
import { correctedRange, figureSentence, outsideOwnRange, type Screen, verdictOf } from '../verdict.ts'
import type { LabMark } from './answer.ts'

interface Count {
  key: string
  label: string
  count: number
  cases: number
  luck: Distribution
  /** The count in words, for a sentence that does not begin with "Came". */
  counted?: string
  facts?: LabMark['facts']
  opens?: boolean
}

/** A count with its range by luck. @param screen the fixed screen that may call it unusual; else null */
export function markOf(
  { key, label, count, cases, luck, counted, facts = [], opens = true }: Count,
  screen: Screen | null = null,
): LabMark {
  const figure = { count, cases, luck }
  return {
    key,
    label,
    count,
    cases,
    expected: meanOf(luck),
    usual: centralRange(luck),
    corrected: screen && correctedRange(figure, screen),
    verdict: screen && verdictOf(figure, screen),
    sentence: figureSentence(figure, screen, counted),
    facts,
    opens: opens && count > 0,
  }
}

/** How many of the marks are outside their own range, beside how many luck puts there. */
export function outsideSentence(marks: readonly LabMark[], outsideByLuck: number): string {
  const outside = marks.filter(
    ({ count, usual }) => usual !== null && (count < usual.low || count > usual.high),
  ).length
  const are = outside === 1 ? 'is outside its' : 'are outside their'
  return `${formatCount(outside)} of ${formatCount(marks.length)} ${are} own range; luck puts about ${roughly(outsideByLuck)} there.`
}

/** The sum of the chances of marks with different ranges to be outside their own. */
export function outsideByLuckOf(lucks: readonly Distribution[]): number {
  return lucks.reduce((sum, luck) => sum + outsideOwnRange(luck), 0)
}

/** What the fixed screen as a whole says. @param what such as `number` */
export function screenSentence(marks: readonly LabMark[], what: string): string {
  const unusual = marks.filter(({ verdict }) => verdict === 'unusual').length
  if (unusual === 0) return `No ${what} is unusual, allowing for all that we looked at.`
  return unusual === 1 ? `1 ${what} is unusual.` : `${unusual} ${what}s are unusual.`
}

/** The share of histories by luck with at least this: `43 of 100 histories`. */
export function historiesWords(chance: number): string {
  const of100 = Math.round(chance * 100)
  if (of100 < 1) return 'fewer than 1 of 100 histories'
  return of100 > 99 ? 'nearly all histories' : `${of100} of 100 histories`
}

/** `1 draw`, `52 draws`. */
export const drawsWords = (count: number): string => (count === 1 ? '1 draw' : `${formatCount(count)} draws`)

/** `in the next draw`, `two draws later`. @param lag 1 to 3 */
export const laterWords = (lag: number): string =>
  ['in the next draw', 'two draws later', 'three draws later'][lag - 1]!

export const APPROXIMATE_NOTE = 'The cases overlap a little, so the range is close but not exact.'
