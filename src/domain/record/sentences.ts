/** The sentences of a record, word for word (statistics.md, section 4). */
import { rangeWords, roughly, twoDigits } from '../luck/words.ts'
import { formatCount, formatNaira } from '../base/words.ts'
import { type Finding, findingOf, type NumbersAgainstLuck } from './against-luck.ts'
import type { NairaBack } from './naira-back.ts'
import type { FormWins } from './wins.ts'

/** The first sentence of every record: the part in bold type, and the explanation of "usually". */
export function numbersSentence({ came, numbers, expected, usual }: NumbersAgainstLuck): {
  bold: string
  rest: string
} {
  const [some, all] = [formatCount(came), formatCount(numbers)]
  return {
    bold: `${some} of our ${all} numbers came. Guessing gives about ${roughly(expected)}, usually ${rangeWords(usual)}.`,
    rest: "'Usually' means in 19 of 20 such records.",
  }
}

const FINDINGS: Record<Finding, (figures: NumbersAgainstLuck) => string> = {
  better: () =>
    'Better than guessing so far. Of 100 worlds of guessing, fewer than 3 ever get here in any record. It does not promise the next draw, and a leaked result would look the same: see how early each forecast was published.',
  'too-early': ({ draws, drawsNeeded }) =>
    `Too early to tell: ${draws === 1 ? '1 draw is' : `${formatCount(draws)} draws are`} in, and even forecasts twice as good as guessing need about ${formatCount(drawsNeeded!)} to show it.`,
  below: () => 'That is fewer than guessing usually gives. Our forecasts have not helped.',
  inside: () => 'That is what guessing gives. So far our forecasts are no better than guessing.',
  above: ({ proof, needed }) =>
    `That is more than guessing usually gives, but it is not proof: about one guesser in three gets outside the range at some time. Proof so far: ${formatCount(Math.floor(proof))} of the ${formatCount(needed)} needed.`,
}

const VERDICTS: Record<Finding, string> = {
  better: 'Better than guessing so far',
  'too-early': 'Too early to tell',
  below: 'Fewer than guessing usually gives',
  inside: 'No better than guessing so far',
  above: 'More than guessing usually gives, but no proof',
}

/** The record in one sentence above its luck bar: `No better than guessing so far: 57 of 926 numbers came.` */
export function verdictSentence(figures: NumbersAgainstLuck): string {
  const { came, numbers } = figures
  return `${VERDICTS[findingOf(figures)]}: ${formatCount(came)} of ${formatCount(numbers)} numbers came.`
}

/** The second sentence of a record. */
export function findingSentence(figures: NumbersAgainstLuck): string {
  return FINDINGS[findingOf(figures)](figures)
}

/** Beside every naira back. */
export function moneySentence({ cost, back, byLuck, usual, nothingByLuck, breakEven }: NairaBack): string {
  const range =
    nothingByLuck > 0.5
      ? 'and in most records like this nothing'
      : `usually ${roundNaira(usual.low)} to ${roundNaira(usual.high)}`
  return `The usual bets on these forecasts cost ${formatNaira(cost)} and brought back ${wholeNaira(back)}. Guessing brings back ${roundNaira(byLuck)} on average, ${range}. To break even, forecasts must be ${breakEven.toFixed(2)} times as good as guessing.`
}

const wholeNaira = (kobo: number) => formatNaira(Math.round(kobo / 100) * 100)
const roundNaira = (kobo: number) => formatNaira(twoDigits(Math.round(kobo / 100)) * 100)

/** Shares of guessers in words; the nearest counts. */
const SHARES = [
  [1, 'nearly all guessers win'],
  [9 / 10, 'nine guessers in ten win'],
  [4 / 5, 'four guessers in five win'],
  [3 / 4, 'three guessers in four win'],
  [2 / 3, 'two guessers in three win'],
  [1 / 2, 'one guesser in two wins'],
  [1 / 3, 'one guesser in three wins'],
  [1 / 4, 'one guesser in four wins'],
  [1 / 5, 'one guesser in five wins'],
  [1 / 10, 'one guesser in ten wins'],
  [0, null],
] as const

/** "0 of 120 won; guessing wins 0 to 2; three guessers in four win none" */
export function winsSentence({ won, forecasts, usual, noneByLuck }: FormWins): string {
  const distance = ([share]: (typeof SHARES)[number]) => Math.abs(noneByLuck - share)
  const [, share] = SHARES.reduce((best, next) => (distance(next) < distance(best) ? next : best))
  const none = share === null ? '' : `; ${share} none`
  return `${formatCount(won)} of ${formatCount(forecasts)} won; guessing wins ${rangeWords(usual)}${none}`
}
