// Scored forecasts for tests of the record.
import { dateOfDay, HOUR } from '../../src/platform/rules/base/calendar.ts'
import type { ScoredForecast } from '../../src/forecasts/rules/record/score.ts'

let lastId = 0
/** A two sure for the draw of a day; nothing of it comes unless `extra` says so. */
export function forecast(draw: number, extra: Partial<ScoredForecast>): ScoredForecast {
  return {
    id: ++lastId,
    author: 1,
    game: 'bingo',
    operator: 'Premier Lotto',
    date: dateOfDay(20_000 + draw),
    form: 'two_sure',
    numbers: [1, 2],
    winning: [86, 87, 88, 89, 90],
    publishedAt: 0,
    closesAt: (20_000 + draw) * 24 * HOUR,
    ...extra,
  }
}

/** 120 two sure with `came` single numbers. */
export const twoSure = (came: number) =>
  Array.from({ length: 120 }, (_, i) => forecast(i, { winning: [i < came ? 1 : 86, 87, 88, 89, 90] }))
