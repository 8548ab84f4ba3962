import {
  addDays,
  clockOf,
  formatDate,
  formatDayMonth,
  formatDuration,
  HOUR,
  type LagosDate,
  lagosDate,
} from '../../platform/rules/base/calendar.ts'
import { BETS } from '../../draws/rules/bets.ts'
import { scoreSentence, scoreWords } from '../rules/record/score.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'

/** What the card of a forecast shows. Instants in milliseconds. */
export type Forecast = NonNullable<AnswerOf<'GET /api/predictions/checked'>['latest']>['forecasts'][number]

/** Whether a forecast counts and its draw can still be staked. @param now milliseconds */
export function isOpen(
  { closesAt, standing: { state } }: Pick<Forecast, 'closesAt' | 'standing'>,
  now: number,
) {
  return (state === 'open' || state === 'waiting') && closesAt !== null && now < closesAt
}

/**
 * `today, closes 09:25, in 5 h`, `tomorrow, closes 18:25`, `Tue 1 Dec, closes 09:25`; after the close `closed 09:25`.
 * @param now milliseconds
 */
export function closeWords(day: LagosDate, closesAt: number | null, now: number): string {
  const today = lagosDate(now)
  const name = day === today ? 'today' : day === addDays(today, 1) ? 'tomorrow' : formatDayMonth(day)
  if (closesAt === null) return name
  const left = closesAt - now
  if (left <= 0) return `${name}, closed ${clockOf(closesAt)}`
  // Whole hours from two on.
  const rounded = left < 2 * HOUR ? left : left - (left % HOUR)
  return `${name}, closes ${clockOf(closesAt)}${day === today ? `, in ${formatDuration(rounded)}` : ''}`
}

/** `, two sure`; empty without a form. */
export const formWords = ({ form }: Pick<Forecast, 'form'>): string =>
  form === null ? '' : `, ${BETS[form].name.toLowerCase()}`

/** `07:12` in Lagos, on another day than the one that names the draw `Sun 22 Nov 07:12`: a draw may be moved. */
export function clockFrom(date: LagosDate, instant: number): string {
  const day = lagosDate(instant)
  return `${day === date ? '' : `${formatDayMonth(day)} `}${clockOf(instant)}`
}

/** `07:12, 2 h 18 min before the close`; a close that moved earlier may be before the publication. */
export function sealedText({ closesAt, publishedAt, date }: Forecast): string {
  const at = clockFrom(date, publishedAt)
  if (closesAt === null) return at
  const before = closesAt - publishedAt
  return `${at}, ${formatDuration(Math.abs(before))} ${before > 0 ? 'before' : 'after'} the close`
}

const STATE_SENTENCES = {
  withdrawn: 'Withdrawn in time: listed and not scored.',
  'after-lock': 'Published too late to count, so it is never scored.',
  'before-ledger': 'Published before we kept the record, so it has no score.',
  'no-draw': 'Does not count: there was no draw.',
  'early-draw': 'Does not count for any author: the draw was earlier than we knew.',
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
    ...(lateNumbers ? [`Changed too late to ${lateNumbers.join(', ')}, which does not count.`] : []),
    ...(withdrawn ? [`Withdrawn too late, which changes nothing: ${withdrawn.reason}`] : []),
  ]
}

/** The state of a forecast in a few words, for a narrow table: `Not won, 1 of 2 came`. @param now milliseconds */
export function shortStanding(forecast: Forecast, now: number): string {
  const { standing, date, closesAt } = forecast
  if (isOpen(forecast, now)) return `Closes ${clockFrom(date, closesAt!)}`
  if (standing.state !== 'scored') return standingText(forecast, now)
  return scoreWords({ ...forecast, winning: standing.winning })
}

/** The state of a forecast in a sentence, for lists of staff. @param now milliseconds */
export function standingText(forecast: Forecast, now: number): string {
  const { standing, date, closesAt } = forecast
  if (standing.state === 'scored') return scoreSentence({ ...forecast, winning: standing.winning })
  if (isOpen(forecast, now))
    return `Closes ${clockFrom(date, closesAt!)}, in ${formatDuration(closesAt! - now)}`
  return unscoredText(forecast) ?? 'Waiting for the result'
}
