/** When a figure may be called unusual, and the sentences of the lab, word for word (statistics.md, section 6). */
import {
  atLeast,
  centralRange,
  type CountRange,
  type Distribution,
  meanOf,
  twoSidedChance,
} from '../luck/distribution.ts'
import { allowingFor, notUnusual, UNUSUAL_CHANCE } from '../luck/many-looks.ts'
import { FEWEST_EXPECTED } from '../luck/luck-bar.ts'
import { rangeWords, roughly } from '../luck/words.ts'
import { formatCount, times } from '../base/words.ts'

/** A count beside luck. */
export interface Figure {
  count: number
  /** The trials of the figure: draws, or draws with a number. */
  cases: number
  luck: Distribution
}

/** All figures of a screen that may have a verdict. */
export interface Screen {
  /** How many figures the screen shows. */
  figures: number
  /** How many of them luck puts outside their own range on average. */
  outsideByLuck: number
  sides: 'both' | 'upper'
}

/** The screen of figures that share one distribution. */
export function screenOf(luck: Distribution, figures: number, sides: Screen['sides'] = 'both'): Screen {
  return { figures, outsideByLuck: figures * outsideOwnRange(luck, sides), sides }
}

/**
 * The chance that luck puts a figure outside its own range; below 5 %, because counts are whole numbers. Where only high
 * counts matter, those below the range are left out.
 */
export function outsideOwnRange(luck: Distribution, sides: Screen['sides'] = 'both'): number {
  const { low, high } = centralRange(luck)
  if (sides === 'upper') return atLeast(luck, high + 1)
  return (
    1 -
    luck.chances.reduce(
      (sum, chance, i) => (luck.from + i < low || luck.from + i > high ? sum : sum + chance),
      0,
    )
  )
}

/** The chance of a figure this far out by luck, alone and allowing for all figures of its screen. */
export function chancesOf(
  { count, luck }: Figure,
  { figures, sides }: Screen,
): { alone: number; corrected: number } {
  const alone = sides === 'both' ? twoSidedChance(luck, count) : atLeast(luck, count)
  return { alone, corrected: allowingFor(figures, alone) }
}

/** The counts that are not unusual on a screen: the corrected band of its pictures. */
export function correctedRange({ luck }: Pick<Figure, 'luck'>, { figures, sides }: Screen): CountRange {
  const { low, high } = notUnusual(luck, figures, sides)
  return { low, high }
}

export type Verdict = 'too-few' | 'inside' | 'alone' | 'unusual'

/** The verdict of a figure on a fixed screen. */
export function verdictOf(figure: Figure, screen: Screen): Verdict {
  if (chancesOf(figure, screen).corrected <= UNUSUAL_CHANCE) return 'unusual'
  if (meanOf(figure.luck) < FEWEST_EXPECTED) return 'too-few'
  return isInside(figure) ? 'inside' : 'alone'
}

function isInside({ count, luck }: Figure): boolean {
  const { low, high } = centralRange(luck)
  return count >= low && count <= high
}

/**
 * The sentence of a figure: the count beside luck first.
 *
 * @param screen null where the section allows no verdict
 * @param counted the count in words; "Came 52 times" by default
 */
export function figureSentence(
  figure: Figure,
  screen: Screen | null,
  counted = `Came ${times(formatCount(figure.count))}`,
): string {
  const { count, cases, luck } = figure
  const usual = rangeWords(centralRange(luck))
  const expected = meanOf(luck)
  const verdict = screen && verdictOf(figure, screen)
  if (verdict !== 'unusual' && expected < FEWEST_EXPECTED)
    return `Only ${cases === 1 ? '1 case' : `${formatCount(cases)} cases`}. Luck gives ${usual}; nothing can be read from this.`
  const counts = `${counted}; luck gives ${roughly(expected)}, usually ${usual}.`
  if (verdict === null) return counts
  if (verdict === 'inside') return `${counts} Nothing unusual.`
  if (verdict === 'alone') return `${counts} ${aloneSentence(count > expected, screen!)}`
  return `${counts} ${unusualSentence(screen!.figures, chancesOf(figure, screen!).corrected)}`
}

/** Beside figures whose draws a player chose. */
export const OWN_WINDOW_SENTENCE =
  'You chose these draws yourself. Anyone who tries 20 choices finds about one like this by luck, so we give no verdict.'

function aloneSentence(isHigh: boolean, { figures, outsideByLuck }: Screen): string {
  return `${isHigh ? 'High' : 'Low'} by itself, but among ${formatCount(figures)} such figures luck usually puts ${aboutWords(outsideByLuck)} this far out. Not unusual.`
}

const COUNT_WORDS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** `one or two` for 1.3, `about 130` for more than ten. */
function aboutWords(value: number): string {
  if (value >= 10) return `about ${formatCount(Math.round(value))}`
  const low = Math.floor(value)
  return low === 0 ? 'about one' : `${COUNT_WORDS[low]} or ${COUNT_WORDS[low + 1]}`
}

/** @param corrected the chance by luck, allowing for all figures */
export function unusualSentence(figures: number, corrected: number): string {
  const histories = corrected < 0.005 ? 'fewer than 1' : String(Math.round(corrected * 100))
  return `Unusual: allowing for all ${formatCount(figures)} figures we looked at, luck alone does this in ${histories} of 100 histories. First check the rows for typing errors. It does not make the next draw surer.`
}
