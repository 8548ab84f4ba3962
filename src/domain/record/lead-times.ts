import { HOUR } from '../base/calendar.ts'
import { centralRange, type CountRange } from '../luck/distribution.ts'
import { luckOfDraws } from './against-luck.ts'
import { drawsOfRecord } from './draws.ts'
import type { ScoredForecast } from './score.ts'
import { present } from '../base/lists.ts'

/** How long before the close a forecast was published (statistics.md, section 2): a leaked result would show here. */
export const LEAD_TIMES = {
  short: { name: 'Under 1 hour', fromMs: -Infinity, toMs: HOUR },
  middle: { name: '1 to 6 hours', fromMs: HOUR, toMs: 6 * HOUR + 1 },
  long: { name: 'Over 6 hours', fromMs: 6 * HOUR + 1, toMs: Infinity },
} as const
type LeadTime = keyof typeof LEAD_TIMES
const LEAD_TIME_KEYS = Object.keys(LEAD_TIMES) as LeadTime[]

export function leadTimeOf({
  closesAt,
  publishedAt,
}: Pick<ScoredForecast, 'closesAt' | 'publishedAt'>): LeadTime {
  const lead = closesAt - publishedAt
  return present(LEAD_TIME_KEYS.find((key) => lead >= LEAD_TIMES[key].fromMs && lead < LEAD_TIMES[key].toMs))
}

export interface LeadTimeRecord {
  leadTime: LeadTime
  forecasts: number
  numbers: number
  came: number
  usual: CountRange
}

/** The numbers that came, by lead time. */
export function byLeadTime(forecasts: readonly ScoredForecast[]): LeadTimeRecord[] {
  return LEAD_TIME_KEYS.map((leadTime) => {
    const some = forecasts.filter((forecast) => leadTimeOf(forecast) === leadTime)
    const draws = drawsOfRecord(some)
    return {
      leadTime,
      forecasts: some.length,
      numbers: draws.reduce((sum, { numbers }) => sum + numbers, 0),
      came: draws.reduce((sum, { hits }) => sum + hits, 0),
      usual: centralRange(luckOfDraws(draws)),
    }
  })
}
