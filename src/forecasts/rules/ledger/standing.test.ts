import { describe, expect, test } from 'vitest'
import { HOUR, instantAt, MINUTE, parseDate } from '../../../platform/rules/base/calendar.ts'
import { OPERATORS } from '../../../draws/rules/operators.ts'
import {
  countStandings,
  replay,
  standings,
  scoredForecasts,
  type LedgerEntry,
  type VersionEntry,
} from './standing.ts'
import { defaultMarginMinutes, lockOf } from '../../../draws/rules/lock.ts'
import { openedRecords, recordName } from '../record/draws.ts'
import { scoreOf } from '../record/score.ts'
import { MULTIPLIER_SEEDS } from '../../../draws/rules/bets.ts'

const DATE = parseDate('2026-11-23')!
const CLOSE = instantAt(DATE, 15 * 60 + 30)
const LOCK = CLOSE - 15 * MINUTE
const DRAWN = CLOSE + 30 * MINUTE
const base = { entry: 1, game: 'bingo', date: DATE }

const version = (at: number, extra: Partial<VersionEntry> = {}): VersionEntry => ({
  ...base,
  kind: 'version',
  at,
  forecast: 1,
  version: 1,
  nth: 1,
  author: 1,
  close: CLOSE,
  lock: LOCK,
  form: 'two_sure',
  numbers: [7, 42],
  isRevealed: false,
  ...extra,
})
type EntryOf<Kind> = Extract<LedgerEntry, { kind: Kind }>
const withdrawal = (at: number): EntryOf<'withdrawal'> => ({ entry: 1, kind: 'withdrawal', at, forecast: 1 })
const result = (
  at: number,
  state: EntryOf<'result'>['state'] = 'drawn',
  winning = [1, 2, 3, 4, 5],
): EntryOf<'result'> => ({
  ...base,
  kind: 'result',
  at,
  state,
  drawn: state === 'drawn' ? DATE : null,
  winning: state === 'drawn' ? winning : [],
})
const voided = (at: number, since: number | null): EntryOf<'void'> => ({
  ...base,
  kind: 'void',
  at,
  cause: since === null ? 'error' : 'early',
  since,
})

test('the margin is an hour for the evening draws of Premier and 15 minutes for all others', () => {
  expect(defaultMarginMinutes(OPERATORS.premier, 20 * 60)).toBe(60)
  expect(defaultMarginMinutes(OPERATORS.premier, 19 * 60 + 30)).toBe(15)
  expect(defaultMarginMinutes(OPERATORS.ghana, 20 * 60)).toBe(15)
  expect(defaultMarginMinutes(OPERATORS.premier, null)).toBe(15)
})

describe('the lock by the calendar', () => {
  const facts = { close: CLOSE, marginMinutes: 15, recordedAt: null, observedAt: null }
  test.each([
    ['the close less the margin', {}, LOCK],
    ['a margin of an hour', { marginMinutes: 60 }, CLOSE - HOUR],
    ['the first recording', { recordedAt: LOCK - 1 }, LOCK - 1],
    ['a later first recording does not matter', { recordedAt: DRAWN }, LOCK],
    ['the observed time less the margin', { observedAt: CLOSE - MINUTE }, LOCK - MINUTE],
    ['a later observed time does not matter', { observedAt: DRAWN }, LOCK],
    ['a day without a draw', { close: null }, null],
    ['a day without a draw that was recorded', { close: null, recordedAt: DRAWN }, DRAWN],
  ])('%s', (_what, some, expected) => {
    expect(lockOf({ ...facts, ...some })).toBe(expected)
  })
})

describe('the standing of a forecast (section 2)', () => {
  const SCORED = { state: 'scored' }
  const LATE = { state: 'after-lock' }
  const EARLY_DRAW = { state: 'void', reason: 'early-draw' }
  const NO_DRAW = { state: 'void', reason: 'no-draw' }
  const at = (since: number | null) => [version(CLOSE - HOUR), result(DRAWN), voided(DRAWN, since)]
  const [first, second] = [{ winning: [1, 2, 3, 4, 5] }, { winning: [6, 7, 8, 9, 10] }]
  const editions = [version(1), version(2, { version: 2 }), version(LOCK, { version: 3 })]

  test.each<[string, LedgerEntry[], object, now?: number]>([
    ['open before its lock', [version(1)], { state: 'open' }, LOCK - 1],
    ['waiting from its lock', [version(1)], { state: 'waiting' }, LOCK],
    ['scored', [version(1), result(DRAWN)], { state: 'scored', version: { version: 1 } }],
    ['published one millisecond before the lock', [version(LOCK - 1), result(DRAWN)], SCORED],
    ['published at the lock', [version(LOCK), result(DRAWN)], LATE],
    ['published at the lock + 1 s', [version(LOCK + 1000), result(DRAWN)], LATE],
    [
      'the last version before the lock',
      [...editions, result(DRAWN)],
      { ...SCORED, version: { version: 2 } },
    ],
    ['withdrawn before the lock', [version(1), withdrawal(LOCK - 1), result(DRAWN)], { state: 'withdrawn' }],
    ['withdrawn at the lock', [version(1), withdrawal(LOCK), result(DRAWN)], SCORED],
    ['withdrawn after the draw', [version(1), result(DRAWN), withdrawal(DRAWN + 1)], SCORED],
    ['published after it and withdrawn', [version(LOCK), withdrawal(LOCK + 1)], LATE],
    ['no draw', [version(1), result(DRAWN, 'no_draw')], NO_DRAW],
    [
      'corrected',
      [version(1), result(DRAWN), result(DRAWN + 1, 'drawn', second.winning)],
      { ...SCORED, results: [first, second] },
    ],
    [
      '"no draw" that becomes a draw',
      [version(1), result(DRAWN, 'no_draw'), result(DRAWN + 1)],
      { ...SCORED, results: [first] },
    ],
    ['a draw that was seen before it', at(CLOSE - 2 * HOUR), EARLY_DRAW],
    ['a draw that was seen 15 minutes after it', at(CLOSE - 45 * MINUTE), EARLY_DRAW],
    ['a draw that was seen more than 15 minutes after it', at(CLOSE - 45 * MINUTE + 1), SCORED],
    ['a void of the whole draw', [version(1), result(DRAWN), voided(DRAWN, null)], { state: 'void' }],
    [
      'a draw that became "no draw" and is recorded again',
      [version(1), result(DRAWN), result(DRAWN, 'no_draw'), result(DRAWN + 1)],
      { ...SCORED, results: [{ at: DRAWN + 1 }] },
      DRAWN + 1,
    ],
    ['"no draw" entered later', [version(1), result(DRAWN), result(DRAWN, 'no_draw')], NO_DRAW],
    [
      'withdrawn, and its draw void',
      [version(1), withdrawal(2), voided(DRAWN, null)],
      { state: 'withdrawn' },
    ],
    ['a day without a draw', [version(1, { close: null, lock: null })], LATE],
  ])('%s', (_what, entries, standing, now = DRAWN) => {
    expect(standings(replay(entries), now).get(1)).toMatchObject(standing)
  })

  test('a void counts for every author and is counted once', () => {
    const other = version(1, { forecast: 2, author: 2 })
    const found = replay([version(1), other, result(DRAWN), voided(DRAWN, null), voided(DRAWN + 1, null)])
    const all = standings(found, DRAWN)
    expect([...all.values()].map(({ state }) => state)).toEqual(['void', 'void'])
    expect(countStandings(all.values(), found)).toEqual({
      published: 2,
      byState: { open: 0, waiting: 0, scored: 0, withdrawn: 0, 'after-lock': 0, void: 2 },
      withdrawnShare: 0,
      voidedDraws: 1,
      removedResults: 0,
    })
  })

  test('the share of withdrawals leaves out forecasts after the lock', () => {
    const entries = [1, 2, 3, 4].map((forecast) => version(forecast === 4 ? LOCK : 1, { forecast }))
    const found = replay([...entries, withdrawal(2)])
    expect(countStandings(standings(found, DRAWN).values(), found)).toMatchObject({ withdrawnShare: 1 / 3 })
    expect(countStandings([], found).withdrawnShare).toBe(0)
  })

  test('a corrected draw has both scores', () => {
    const corrected = result(DRAWN + 1, 'drawn', [7, 42, 9, 10, 11])
    const other = version(2, { forecast: 2, author: 9, form: null })
    const found = replay([version(1), other, version(3, { version: 2 }), result(DRAWN), corrected])
    const [first] = scoredForecasts(standings(found, DRAWN), () => 'Premier Lotto')
    expect(first!.forecast).toEqual({
      id: 1,
      author: 1,
      game: 'bingo',
      operator: 'Premier Lotto',
      date: DATE,
      form: 'two_sure',
      numbers: [7, 42],
      winning: [7, 42, 9, 10, 11],
      publishedAt: 3,
      closesAt: CLOSE,
    })
    expect(first!.earlier).toEqual([{ ...first!.forecast, winning: [1, 2, 3, 4, 5] }])
    const wins = [first!.forecast, ...first!.earlier].map((one) => scoreOf(one, MULTIPLIER_SEEDS).won)
    expect(wins).toEqual([true, false])
    expect(
      openedRecords([...found.forecasts.values()].flatMap(({ versions }) => versions)).map(({ key }) =>
        recordName(key),
      ),
    ).toEqual(['house', 'form-two_sure', 'author-1', 'author-9'])
  })
})
