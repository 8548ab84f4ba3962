import { expect, test } from 'vitest'
import {
  addDays,
  dayOf,
  instantAt,
  type LagosDate,
  parseDate,
} from '../../../platform/rules/base/calendar.ts'
import { MULTIPLIER_SEEDS } from '../../../draws/rules/bets.ts'
import { seedGames } from '../../../draws/rules/games.ts'
import { historyOf } from '../../../draws/rules/history.ts'
import { slipOf } from '../../rules/judge.ts'
import { withResults } from './newer-results.ts'
import type { Slip } from './use-slip.ts'

const MONDAY = parseDate('2026-03-16')!
const games = seedGames(parseDate('2020-01-01')!)
const entry: Slip['entries'][number] = {
  ...{ id: 7, bet: 'two_sure', numbers: [41, 21], against: [], lineOf: 2, stake: 10_000, game: null },
  ...{ from: MONDAY, until: null, notify: false, name: null, savedAt: 0, keptAt: 0 },
}
const draw = (game: string, date: LagosDate, winning: number[]) => ({
  ...{ game, day: dayOf(date), winning },
  ...{ state: 'drawn' as const, serial: null, machine: [], sample: false },
})
const LATE = draw('msp', MONDAY, [41, 21, 3, 4, 5])
const TUESDAY = draw('metro', addDays(MONDAY, 1), [41, 2, 3, 4, 5])
const WEDNESDAY = draw('midweek', addDays(MONDAY, 2), [9, 21, 41, 4, 5])

/** What the server answers after some draws, at 20:00 on a day. */
function served(draws: (typeof LATE)[], day: number): Slip {
  const now = instantAt(addDays(MONDAY, day), 20 * 60)
  const { waiting, judged, ...totals } = slipOf(
    [entry],
    { games, history: historyOf(draws) },
    MULTIPLIER_SEEDS,
    now,
  )
  const shown = ({ entry: { id }, game: { key, name, operator }, ...rest }: (typeof waiting)[number]) => ({
    ...{ entry: id, game: key, name, operator },
    ...rest,
  })
  return {
    entries: [entry],
    waiting: waiting.map(shown),
    judged: judged.map(shown),
    ...totals,
    backByLuck: 1,
  } as Slip
}

test('a phone adds the results that came later to a kept slip, each once', () => {
  const kept = served([TUESDAY], 1)
  expect(kept).toMatchObject({ waiting: [{ game: 'msp', date: MONDAY }], staked: 10_000 })
  const history = historyOf([LATE, TUESDAY, WEDNESDAY])
  const { waiting, judged, ...totals } = withResults(kept, { games, history }, MULTIPLIER_SEEDS)
  expect(waiting).toEqual([])
  const right = served([LATE, TUESDAY, WEDNESDAY], 2)
  const keysOf = (slip: Pick<Slip, 'judged'>) =>
    slip.judged.map(({ game, date, came, won }) => [game, date, came, won])
  expect(keysOf({ judged })).toEqual(keysOf(right))
  const { staked, back, unpriced } = right
  expect(totals).toMatchObject({ staked, back, unpriced })
})
