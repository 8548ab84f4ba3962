/** Everything that the public record shows, the house first (statistics.md, section 4). */
import {
  findingOf,
  type FunnelPoint,
  funnelOf,
  type NumbersAgainstLuck,
  numbersAgainstLuck,
  type FormWins,
  winsByForm,
  byLeadTime,
  type LeadTimeRecord,
} from './against-luck.ts'
import { belongsTo, drawsOfRecord, type RecordDraw, type RecordKey } from './draws.ts'
import type { Multiplier } from './multipliers.ts'
import { type NairaBack, nairaBack } from './naira-back.ts'
import type { ScoredForecast } from './score.ts'
import {
  findingSentence,
  moneySentence,
  numbersSentence,
  verdictSentence,
  winsSentence,
} from './sentences.ts'

interface PublicRecord {
  key: RecordKey
  /** The draws with their forecasts, oldest first. */
  draws: readonly RecordDraw[]
  numbers: NumbersAgainstLuck
  funnel: readonly FunnelPoint[]
  wins: readonly FormWins[]
  /** Null without a bet whose multiplier is known. */
  money: NairaBack | null
  leadTimes: readonly LeadTimeRecord[]
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
    leadTimes: byLeadTime(own),
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
