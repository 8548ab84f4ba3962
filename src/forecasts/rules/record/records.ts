import {
  findingOf,
  type FunnelPoint,
  funnelOf,
  type NumbersAgainstLuck,
  numbersAgainstLuck,
  type FormWins,
  winsByForm,
  type Finding,
} from './against-luck.ts'
import { belongsTo, drawsOfRecord, type RecordDraw, type RecordKey } from './draws.ts'
import { type ScoredForecast, oneIn } from './score.ts'
import type { Multiplier } from '../../../draws/rules/bets.ts'
import { type NairaBack, nairaBack } from './naira-back.ts'
import { rangeWords, roughly, twoDigits } from '../../../draws/rules/luck/words.ts'
import { formatDate, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import { formatCount, formatNaira } from '../../../platform/rules/base/words.ts'
import { proofSoFar, proofWords } from '../../../draws/rules/luck/evidence.ts'

/** The sentences of a record, word for word (statistics.md, section 4). */

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
    'Better than guessing so far. Of 100 people who only guess, fewer than 3 ever get here in any record. It does not promise the next draw, and a leaked result would look the same: see how early each forecast was published.',
  'too-early': ({ draws, drawsNeeded }) =>
    `Too early to tell: ${draws === 1 ? '1 draw is' : `${formatCount(draws)} draws are`} in, and even forecasts twice as good as guessing need about ${formatCount(drawsNeeded!)} to show it.`,
  below: () => 'That is fewer than guessing usually gives. Our forecasts have not helped.',
  inside: () => 'That is what guessing gives. So far our forecasts are no better than guessing.',
  above: () =>
    'That is more than guessing usually gives, but it is not proof: about one guesser in three gets outside the range at some time.',
}

const VERDICTS: Record<Finding, string> = {
  better: 'Better than guessing so far',
  'too-early': 'Too early to tell',
  below: 'Fewer than guessing usually gives',
  inside: 'No better than guessing so far',
  above: 'More than guessing usually gives, but no proof',
}

/** Beside the offer of forecasts: a range that was left says nothing without a proof, so it sells nothing. */
export function offerWords(figures: NumbersAgainstLuck): string {
  const finding = findingOf(figures)
  if (finding === 'better') return 'better than luck'
  return finding === 'too-early' ? 'too early to say' : 'not better than luck'
}

/** The record in one sentence above its luck bar: `No better than guessing so far: 57 of 926 numbers came.` */
function verdictSentence(figures: NumbersAgainstLuck): string {
  const { came, numbers } = figures
  return `${VERDICTS[findingOf(figures)]}: ${formatCount(came)} of ${formatCount(numbers)} numbers came.`
}

/** The second sentence of a record. */
export const findingSentence = (figures: NumbersAgainstLuck): string => FINDINGS[findingOf(figures)](figures)

/** "Proof so far: 3 of the 80 needed. The most so far was 9, on 4 March 2026." @param most the draw of the highest E */
export function proofSentence(
  { proof, needed }: Pick<NumbersAgainstLuck, 'proof' | 'needed'>,
  most: { proof: number; date: LagosDate },
): string {
  const now = proofSoFar(Math.log(proof), needed)
  if (most.proof <= proof || most.proof < 1) return now
  return `${now} The most so far was ${proofWords(Math.log(most.proof))}, on ${formatDate(most.date)}.`
}

/** "1 of 6 forecasts for this draw won. Guessing with these six wins at least one in 1 of 7 draws." */
export function siblingsSentence(
  won: number,
  forecasts: number,
  { chance, isExact }: { chance: number; isExact: boolean },
): string {
  if (forecasts === 1) return 'It was our only forecast for this draw.'
  const often = `${isExact ? '' : 'at most '}${oneIn(chance)} draws`
  return `${formatCount(won)} of ${formatCount(forecasts)} forecasts for this draw won. Guessing with these ${formatCount(forecasts)} wins at least one in ${often}.`
}

/** What made the money, beside what the numbers say (verdicts.md, section 9); null where the amounts say it all. */
function winsBehindMoney(money: NairaBack, isBetter: boolean): string | null {
  const { cost, back, wins, largestWin, asMuchByLuck } = money
  const some = wins === 1 ? '1 win' : `${formatCount(wins)} wins`
  if (back < cost)
    return isBetter
      ? 'More numbers came than guessing gives, yet the bets lost: the prizes are too small.'
      : null
  if (back === cost) return null
  const without = ` Without its largest win: ${wholeNaira(back - largestWin)} back for ${wholeNaira(cost)}.`
  if (isBetter) return `The numbers are the proof. The money alone proves nothing: ${some} made it.${without}`
  const share = asMuchByLuck < 0.01 ? 'fewer than 1' : formatCount(Math.round(asMuchByLuck * 100))
  return `The profit comes from ${some}. Guessers get as much back in ${share} of 100 such records.${without}`
}

/** Beside every naira back. */
export function moneySentence(money: NairaBack, isBetter: boolean): string {
  const more = winsBehindMoney(money, isBetter)
  return more === null ? amounts(money) : `${amounts(money)} ${more}`
}

function amounts({ cost, back, byLuck, usual, nothingByLuck, breakEven }: NairaBack): string {
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

/** Everything that the public record shows, the house first (statistics.md, section 4). */

interface PublicRecord {
  key: RecordKey
  /** The draws with their forecasts, oldest first. */
  draws: readonly RecordDraw[]
  numbers: NumbersAgainstLuck
  funnel: readonly FunnelPoint[]
  wins: readonly FormWins[]
  /** Null without a bet whose multiplier is known. */
  money: NairaBack | null
  sentences: {
    numbers: { bold: string; rest: string }
    finding: string
    verdict: string
    /** In the order of `wins`. */
    wins: readonly string[]
    money: string | null
  }
}

/**
 * The record of some forecasts.
 *
 * @param place the place of the record in the order of opening
 * @param forecasts all scored forecasts; those of other records are left out
 * @returns null before the first scored forecast
 */
export function recordOf(
  { key, place }: { key: RecordKey; place: number },
  forecasts: readonly ScoredForecast[],
  multipliers: readonly Multiplier[],
): PublicRecord | null {
  const own = forecasts.filter((forecast) => belongsTo(key, forecast))
  if (own.length === 0) return null
  const draws = drawsOfRecord(own)
  const numbers = numbersAgainstLuck(draws, place)
  const wins = winsByForm(draws)
  const money = nairaBack(draws, multipliers)
  return {
    key,
    draws,
    numbers,
    funnel: funnelOf(draws),
    wins,
    money,
    sentences: {
      numbers: numbersSentence(numbers),
      finding: findingSentence(numbers),
      verdict: verdictSentence(numbers),
      wins: wins.map(winsSentence),
      money: money && moneySentence(money, findingOf(numbers) === 'better'),
    },
  }
}

/** What the figures of all records are computed from: plain data, which another thread can receive. */
export interface RecordsInput {
  /** The records in the order of opening. */
  opened: readonly { key: RecordKey; place: number }[]
  /** All scored forecasts. */
  forecasts: readonly ScoredForecast[]
  multipliers: readonly Multiplier[]
}

/** The figures of one record; its draws are left out, because the caller has them. */
export type RecordFigures = Omit<PublicRecord, 'draws'>

/** The figures of each record with a scored forecast. With thousands of forecasts it takes seconds. */
export function figuresOfRecords({ opened, forecasts, multipliers }: RecordsInput): RecordFigures[] {
  return opened.flatMap((one) => {
    const record = recordOf(one, forecasts, multipliers)
    if (!record) return []
    const { draws: _draws, ...figures } = record
    return [figures]
  })
}
