// The number search that the phone runs: three rows over 60,000 draws on one core.
import { historyOf } from '../src/draws/rules/history.ts'
import { searchNumbers } from '../src/draws/rules/number-search.ts'
import { atMost, median, type Row, yearsOfDraws } from './measure.ts'

const ROWS = [
  { number: 45, type: 'winning', box: 'first_box' },
  { number: 7, type: 'machine', box: 'any_box' },
  { number: 90, type: 'winning', box: 'last_box' },
] as const

export function measureSearch(): Row[] {
  const draws = yearsOfDraws(40).slice(-60_000)
  const history = historyOf(draws)
  const times: number[] = []
  for (let i = 0; i < 200; i++) {
    const began = performance.now()
    searchNumbers(history, { rows: ROWS, game: null, year: null })
    times.push(performance.now() - began)
  }
  return [atMost(`Search of three rows over ${draws.length} draws`, median(times), 5, 'ms', 2)]
}
