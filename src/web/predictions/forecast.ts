import {
  formatClock,
  formatDate,
  formatDayMonth,
  formatDuration,
  type LagosDate,
  lagosDate,
  lagosMinutes,
} from '../../domain/base/calendar.ts'
import { PREDICTION_FORMS, type PredictionForm } from '../../domain/predictions/predictions.ts'
import type { ForecastPlace } from '../../domain/record/place.ts'
import { outcomeOf, scoreSentence, scoreWords as wordsOf } from '../../domain/record/score.ts'

/** What became of a forecast. */
export type ForecastStanding =
  /** `open` before the lock, `waiting` until the draw is recorded. */
  | { state: 'open' | 'waiting' }
  /** `earlier` has the results that were corrected later, oldest first. */
  | { state: 'scored'; winning: readonly number[]; earlier: readonly (readonly number[])[] }
  | { state: 'withdrawn' }
  /** Published after the lock: never scored. */
  | { state: 'after-lock' }
  | { state: 'void'; reason: 'no-draw' | 'early-draw' }
  /** Published before the log was kept: never scored. */
  | { state: 'before-ledger' }

/** What the card of a forecast shows. Instants in milliseconds. */
export interface Forecast {
  gameName: string
  operator: string
  /** The scheduled day of the draw. */
  date: LagosDate
  /** The end of staking; null for a day on which the game does not draw. */
  closesAt: number | null
  form: PredictionForm | null
  /** The numbers of the version that counts, in the order of entry. */
  numbers: readonly number[]
  reasons: string | null
  penName: string | null
  /** When the version that counts was published, and its number, from 1. */
  publishedAt: number
  version: number
  /** 64 hexadecimal digits; of its commitment; null for a forecast from before the log. */
  fingerprint: string | null
  standing: ForecastStanding
  /** The numbers of a later version that was saved after the lock and never counts. */
  lateNumbers: readonly number[] | null
  place: ForecastPlace | null
  withdrawn: { at: number; reason: string } | null
}

/** Whether a forecast counts and its draw can still be staked. @param now milliseconds */
export function isOpen(
  { closesAt, standing: { state } }: Pick<Forecast, 'closesAt' | 'standing'>,
  now: number,
) {
  return (state === 'open' || state === 'waiting') && closesAt !== null && now < closesAt
}

/** `20:00` in Lagos. */
export const clockOf = (instant: number) => formatClock(lagosMinutes(instant))

/** `, two sure`; empty without a form. */
export const formWords = ({ form }: Pick<Forecast, 'form'>): string =>
  form === null ? '' : `, ${PREDICTION_FORMS[form].name.toLowerCase()}`

/** `07:12, 2 h 18 min before the close`, on another day `Sun 22 Nov 07:12, …`; a close that moved earlier may be before the publication. */
export function sealedText({ closesAt, publishedAt, date }: Forecast): string {
  const day = lagosDate(publishedAt)
  const at = `${day === date ? '' : `${formatDayMonth(day)} `}${clockOf(publishedAt)}`
  if (closesAt === null) return at
  const before = closesAt - publishedAt
  return `${at}, ${formatDuration(Math.abs(before))} ${before > 0 ? 'before' : 'after'} the close`
}

/** `Won`, `Not won`, or without a form `1 of 2 hit`. */
export const scoreWords = (forecast: Pick<Forecast, 'numbers' | 'form'>, winning: readonly number[]) =>
  wordsOf({ ...forecast, winning })

/** "1 of 2 came. Guessing gets at least one in 1 of 9 draws." */
export function luckSentence(
  { numbers, form }: Pick<Forecast, 'numbers' | 'form'>,
  winning: readonly number[],
) {
  return scoreSentence(outcomeOf({ numbers, form, winning }).came.length, numbers.length)
}

const STATE_SENTENCES = {
  withdrawn: 'Withdrawn before the lock: listed and not scored.',
  'after-lock': 'Published after the lock, so it is never scored.',
  'before-ledger': 'Published before we kept the log: it has no commitment and no score.',
  'no-draw': 'Void: there was no draw.',
  'early-draw': 'Void for every author: the draw was earlier than we knew.',
} as const

/** Why a forecast has no score; null where it has one or may still get one. */
export function unscoredText({
  standing,
  withdrawn,
}: Pick<Forecast, 'standing' | 'withdrawn'>): string | null {
  switch (standing.state) {
    case 'withdrawn':
      return withdrawn
        ? `Withdrawn on ${formatDate(lagosDate(withdrawn.at))}: ${withdrawn.reason}`
        : STATE_SENTENCES.withdrawn
    case 'void':
      return STATE_SENTENCES[standing.reason]
    case 'after-lock':
    case 'before-ledger':
      return STATE_SENTENCES[standing.state]
    default:
      return null
  }
}

/** What does not count about a forecast that counts: a change or a withdrawal after the lock. */
export function lateTexts({ standing: { state }, lateNumbers, withdrawn }: Forecast): string[] {
  if (state === 'after-lock' || state === 'before-ledger' || state === 'withdrawn') return []
  return [
    ...(lateNumbers ? [`Changed after the lock to ${lateNumbers.join(', ')}, which does not count.`] : []),
    ...(withdrawn ? [`Withdrawn after the lock, which changes nothing: ${withdrawn.reason}`] : []),
  ]
}

/** The state of a forecast in a few words, for a narrow table: `Not won, 1 of 2 came`. @param now milliseconds */
export function shortStanding(forecast: Forecast, now: number): string {
  const { standing, numbers, closesAt } = forecast
  if (isOpen(forecast, now)) return `Closes ${clockOf(closesAt!)}`
  if (standing.state !== 'scored') return standingText(forecast, now)
  const { came, won } = outcomeOf({ ...forecast, winning: standing.winning })
  const score = scoreWords(forecast, standing.winning)
  return won === null ? score : `${score}, ${came.length} of ${numbers.length} came`
}

/** The state of a forecast in a sentence, for lists of staff. @param now milliseconds */
export function standingText(forecast: Forecast, now: number): string {
  const { standing, closesAt } = forecast
  if (standing.state === 'scored')
    return `${scoreWords(forecast, standing.winning)}. ${luckSentence(forecast, standing.winning)}`
  if (isOpen(forecast, now)) return `Closes ${clockOf(closesAt!)}, in ${formatDuration(closesAt! - now)}`
  return unscoredText(forecast) ?? 'Waiting for the result'
}
