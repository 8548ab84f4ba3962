import { itemAt } from '../../../platform/rules/base/lists.ts'
import { addDays, HOUR, type LagosDate, lagosDate, MINUTE } from '../../../platform/rules/base/calendar.ts'
import { scheduleOf } from '../../../draws/rules/day-result.ts'
import type { Game } from '../../../draws/rules/games.ts'
import { BETS, type PredictionForm } from '../../../draws/rules/bets.ts'
import { generator } from '../../../draws/rules/sample-draws.ts'

/** The authors of a demonstration. Their numbers are random, so they have no skill. */
export const SAMPLE_AUTHORS = ['Sample Ada', 'Sample Bayo'] as const
type SampleAuthor = (typeof SAMPLE_AUTHORS)[number]

/** The days of a new demonstration that have forecasts. */
export const SAMPLE_SEASON_DAYS = 120
/**
 * How many hours before its close an author publishes. The closes of two days in a row are at most 38 hours apart, so the
 * early author keeps a forecast open at nearly every time.
 */
const LEAD_HOURS: Record<SampleAuthor, { least: number; most: number }> = {
  'Sample Ada': { least: 38, most: 46 },
  'Sample Bayo': { least: 2, most: 30 },
}

/** A forecast of a demonstration. Instants in milliseconds. */
export interface SampleForecast {
  /** The same for the same author and day, in every database. */
  key: string
  author: SampleAuthor
  game: string
  date: LagosDate
  form: PredictionForm
  numbers: readonly number[]
  publishedAt: number
  /** A second version with other numbers. */
  change: { at: number; numbers: readonly number[] } | null
  withdrawnAt: number | null
}

const FORMS: readonly PredictionForm[] = ['two_sure', 'five', 'banker', 'ten', 'three_direct']

/** The forecasts that the authors of a demonstration publish for the draws of a day, in the order of publication. */
export function sampleForecasts(games: readonly Game[], date: LagosDate): SampleForecast[] {
  const draws = scheduleOf(games, date)
  if (draws.length === 0) return []
  return SAMPLE_AUTHORS.map((author): SampleForecast => {
    const key = `sample ${date} ${author}`
    const random = generator(key)
    const below = (limit: number) => Math.floor(random() * limit)
    const { game, schedule } = itemAt(draws, below(draws.length))
    const form = itemAt(FORMS, below(FORMS.length))
    const numbers = differentBalls(below, BETS[form].numbers)
    const fate = below(40)
    const lead = LEAD_HOURS[author]
    // One in 40 is late, one is withdrawn, two are changed.
    const publishedAt =
      fate === 0
        ? schedule.closesAt - MINUTE
        : schedule.closesAt - (lead.least + below(lead.most - lead.least)) * HOUR
    const later = publishedAt + HOUR / 2
    return {
      key,
      author,
      game: game.key,
      date,
      form,
      numbers,
      publishedAt,
      change: fate === 1 || fate === 2 ? { at: later, numbers: differentBalls(below, numbers.length) } : null,
      withdrawnAt: fate === 3 ? later : null,
    }
  }).sort((a, b) => a.publishedAt - b.publishedAt)
}

function differentBalls(below: (limit: number) => number, count: number): number[] {
  const numbers = new Set<number>()
  while (numbers.size < count) numbers.add(1 + below(90))
  return [...numbers]
}

/** The days whose sample forecasts may be due: the season before `now`, or only the last ones, up to tomorrow. */
export function sampleDays(now: number, days: number): LagosDate[] {
  const last = addDays(lagosDate(now), 2)
  return Array.from({ length: days + 3 }, (_, i) => addDays(last, i - days - 2))
}
