import { describe, expect, test } from 'vitest'
import { historyDraw } from '../../../tests/support/history-draw.ts'
import { addDays, dayOf, instantAt, type LagosDate, parseDate } from '../../platform/rules/base/calendar.ts'
import { seedGames } from '../../draws/rules/games.ts'
import { historyOf } from '../../draws/rules/history.ts'
import { MULTIPLIER_SEEDS } from '../../draws/rules/bets.ts'
import {
  checkEntry,
  type SlipEntry,
  type TypedEntry,
  betWords,
  cameWords,
  hitsTitle,
  isListed,
  isHit,
  verdictWords,
} from './entry.ts'
import { backByLuck, judge, slipOf } from './judge.ts'

const day = (text: string) => parseDate(text)!
const MONDAY = day('2026-03-16')
const TODAY = day('2026-03-18')
const games = seedGames(day('2020-01-01'))

const TYPED: TypedEntry = {
  bet: 'two_sure',
  numbers: '41-21',
  against: '',
  lineOf: '',
  stake: '100',
  game: 'bingo',
  from: '',
  once: true,
  until: '',
  notify: true,
}
const NEXT = day('2026-03-19')

function entryOf(typed: Partial<TypedEntry> = {}, own: Partial<SlipEntry> = {}): SlipEntry {
  const checked = checkEntry({ ...TYPED, from: MONDAY, once: false, ...typed }, TODAY, NEXT)
  if (!('entry' in checked)) throw new Error(JSON.stringify(checked.problems))
  return { ...checked.entry, ...own }
}
const problemsOf = (typed: Partial<TypedEntry>) =>
  (checkEntry({ ...TYPED, ...typed }, TODAY, NEXT) as { problems: object }).problems

describe('an entry', () => {
  test('of one draw plays in the next one', () => {
    const checked = checkEntry(TYPED, TODAY, NEXT)
    expect(checked).toMatchObject({
      entry: { numbers: [41, 21], stake: 10_000, from: NEXT, until: NEXT, game: 'bingo' },
    })
  })

  test('plays in every draw until its end', () => {
    const typed = { once: false, until: '2026-04-01', game: '' }
    expect(entryOf(typed)).toMatchObject({ from: MONDAY, until: '2026-04-01', game: null })
    expect(entryOf({ ...typed, until: '' }).until).toBeNull()
  })

  test('that only watches has up to ten numbers and no stake', () => {
    expect(entryOf({ bet: 'watch', numbers: '1 2 3 4 5 6 7 8 9 10', stake: '500' })).toMatchObject({
      bet: 'watch',
      stake: 0,
    })
    expect(problemsOf({ bet: 'watch', numbers: '1 2 3 4 5 6 7 8 9 10 11' })).toEqual({
      numbers: 'Enter 1 to 10 numbers, not 11.',
    })
  })

  const stake = 'Enter a stake of ₦1 to ₦100,000, without kobo.'
  const from = 'Choose a day up to the coming year.'
  const until = 'Choose a day of the coming year, not before the first draw.'
  test.each<[Partial<TypedEntry>, object]>([
    [{ numbers: '41-91' }, { numbers: '“91” is not a number from 1 to 90.' }],
    [{ numbers: '41' }, { numbers: 'Enter two numbers.' }],
    [{ bet: 'watch', numbers: '' }, { numbers: 'Enter 1 to 10 numbers.' }],
    [{ bet: 'perm', numbers: '1 2 3 4 5 6 7 8 9 10 11' }, { numbers: 'Enter at most 10 numbers.' }],
    [{ bet: 'against', against: '41' }, { against: '41 is on both sides.' }],
    [{ bet: 'perm', lineOf: '6', numbers: '1 2 3' }, { lineOf: 'A line has 2, 3, 4 or 5 numbers.' }],
    [{ bet: 'lucky' }, { bet: 'Choose a bet of the list.' }],
    [{ stake: '0' }, { stake }],
    [{ stake: '100001' }, { stake }],
    [{ from: '2028-02-01' }, { from }],
    [{ from: 'soon' }, { from }],
    [{ once: false, until: '2026-03-18' }, { until }],
    [{ once: false, until: '2028-03-18' }, { until }],
  ])('%o is refused with %o', (typed, problems) => {
    expect(problemsOf(typed)).toEqual(problems)
  })

  test('of an unknown game is refused', () => {
    expect(checkEntry({ ...TYPED, game: 'none' }, TODAY, undefined)).toMatchObject({
      problems: { game: 'Choose a game of the list.' },
    })
  })
})

const PREMIER = { operator: 'Premier Lotto', date: MONDAY }

describe('a verdict', () => {
  test.each<[Partial<TypedEntry>, number[], object, string, string]>([
    [{}, [41, 21, 3, 4, 5], { isWin: true, won: 2_400_000 }, 'You won ₦24,000', '41 and 21 came.'],
    [{}, [41, 20, 3, 4, 5], { isWin: false, won: 0 }, 'No win', '41 came, 21 did not.'],
    [{}, [1, 2, 3, 4, 5], { isWin: false }, 'No win', '41 and 21 did not come.'],
    [{ bet: 'nap', numbers: '3' }, [41, 3, 1, 2, 4], { isWin: false, came: [3] }, 'No win', '3 came.'],
    [
      { bet: 'perm', numbers: '1 2 3', stake: '50' },
      [1, 2, 7, 8, 9],
      { isWin: true, won: 1_200_000, cost: 15_000 },
      'You won ₦12,000',
      '1 and 2 came, 3 did not.',
    ],
    [
      { bet: 'watch', numbers: '7 8 9 10' },
      [1, 2, 3, 4, 5],
      { isWin: null, won: 0 },
      '0 of 4',
      'None of 4 came.',
    ],
    [
      { bet: 'watch', numbers: '1 8' },
      [1, 2, 3, 4, 5],
      { isWin: null, cost: 0 },
      '1 of 2',
      '1 came, 8 did not.',
    ],
  ])('of %o in %o', (typed, winning, verdict, title, text) => {
    const entry = entryOf(typed)
    const judged = judge(entry, winning, PREMIER, MULTIPLIER_SEEDS)
    expect(judged).toMatchObject(verdict)
    expect(verdictWords(entry, judged)).toBe(title)
    expect(cameWords(entry, judged.came)).toBe(text)
  })

  test.each<[Partial<TypedEntry>, string]>([
    [{}, 'Both came'],
    [{ bet: 'nap', numbers: '41' }, '41 came'],
    [{ bet: 'three_direct', numbers: '41 21 3' }, '3 numbers came'],
    [{ bet: 'perm', numbers: '41 21 7', stake: '50' }, '2 numbers came'],
  ])('of %o has no amount where the multiplier is not known', (typed, title) => {
    const entry = entryOf(typed)
    const judged = judge(entry, [41, 21, 3, 4, 5], { ...PREMIER, operator: 'Ghana NLA' }, MULTIPLIER_SEEDS)
    expect(judged).toMatchObject({ isWin: true, won: null })
    expect(verdictWords(entry, judged)).toBe(title)
  })
})

test('a notification names the bet or the numbers, and the amount at the operator’s prices', () => {
  const hit = (typed: Partial<TypedEntry>, operator = 'Premier Lotto') => {
    const entry = entryOf(typed)
    return { entry, verdict: judge(entry, [41, 21, 3, 4, 5], { operator, date: MONDAY }, MULTIPLIER_SEEDS) }
  }
  const diamond = { name: 'Diamond', operator: 'Premier Lotto' }
  expect(hitsTitle([hit({})], diamond)).toBe('Your two sure came in Diamond: ₦24,000 at Premier’s prices')
  const watched = hit({ bet: 'watch', numbers: '41 3 7' })
  expect(hitsTitle([watched], diamond)).toBe('Your 41 and 3 came in Diamond')
  expect(hitsTitle([watched, hit({})], diamond)).toBe(
    'Your two sure came in Diamond, and 1 more: ₦24,000 at Premier’s prices',
  )
  const national = { name: 'National', operator: 'Ghana NLA' }
  expect(hitsTitle([hit({}, 'Ghana NLA')], national)).toBe('Your two sure came in National')
  expect(isHit(hit({ numbers: '41 9' }).verdict)).toBe(false)
  expect(isHit(watched.verdict)).toBe(true)
})

test('names the bet with the cost of a draw', () => {
  expect(betWords(entryOf())).toBe('two sure ₦100')
  expect(betWords(entryOf({ bet: 'perm', numbers: '33 9 68', stake: '50' }))).toBe('perm 3, ₦150')
  expect(betWords(entryOf({ bet: 'watch' }))).toBe('only watching')
})

test.each<[string, until: string | null, waiting: string | null, isJudged: boolean, listed: boolean]>([
  ['waits for its last draw', '2026-11-23', '2026-11-23', false, false],
  ['plays on', '2026-11-30', '2026-11-23', true, true],
  ['has no end', null, '2026-11-23', true, true],
  ['is over and judged', '2026-11-23', null, true, false],
  ['is over and shown by no draw', '2026-11-23', null, false, true],
])('an entry that %s', (_what, until, waiting, isJudged, listed) => {
  const slip = {
    waiting: waiting ? [{ entry: 7, date: waiting }] : [],
    judged: isJudged ? [{ entry: 7 }] : [],
  }
  expect(isListed({ id: 7, until: until as LagosDate | null }, slip)).toBe(listed)
})

describe('a slip', () => {
  const draw = (game: string, date: LagosDate, winning: number[]) =>
    historyDraw({ game, day: dayOf(date), winning })
  const NOW = instantAt(TODAY, 600)
  const slip = (entries: SlipEntry[], draws: ReturnType<typeof draw>[], now = NOW, of = games) =>
    slipOf(entries, { games: of, history: historyOf(draws) }, MULTIPLIER_SEEDS, now)

  test('waits for the next draw, and for a late result', () => {
    const entry = entryOf({}, { from: NEXT, until: NEXT })
    expect(slip([entry], []).waiting).toMatchObject([{ date: NEXT, game: { key: 'bingo' } }])
    expect(slip([entry], [], instantAt(NEXT, 1430)).waiting).toHaveLength(1)
    expect(slip([entry], [draw('bingo', NEXT, [1, 2, 3, 4, 5])]).waiting).toEqual([])
  })

  test('finds a draw up to twenty days after the earliest day of the entry', () => {
    const first = addDays(NEXT, 28)
    const later = games.map((game) => ({
      ...game,
      slots: game.slots.map((slot) => ({ ...slot, validFrom: first })),
    }))
    const entries = [14, 15].map((days) => entryOf({}, { from: addDays(first, -days), until: null }))
    expect(entries.map((entry) => slip([entry], [], NOW, later).waiting.length)).toEqual([1, 0])
  })

  test.each([
    ['later', NEXT, day('2026-03-25'), instantAt(day('2026-03-24'), 600)],
    ['earlier', NEXT, day('2026-03-17'), instantAt(MONDAY, 600)],
  ])('follows the draw of its game that staff move %s, but not one of another day', (_, from, to, before) => {
    const change = { id: 1, kind: 'moved', date: from, toDate: to, close: 600, reason: 'x', at: 0 } as const
    const moved = games.map((game) => (game.key === 'bingo' ? { ...game, changes: [change] } : game))
    const entry = entryOf({}, { from, until: from })
    expect(slip([entry], [], before, moved).waiting).toMatchObject([{ date: to, game: { key: 'bingo' } }])
    const drawn = [draw('bingo', to, [41, 21, 3, 4, 5])]
    const after = instantAt(day('2026-03-26'), 600)
    expect(slip([entry], drawn, after, moved).judged).toMatchObject([{ date: to, isWin: true }])
    expect(slip([entry], drawn, after, moved).waiting).toEqual([])
    expect(slip([entryOf({}, { from: to, until: to })], drawn, after, moved).judged).toEqual([])
    expect(slip([entryOf({ game: '' }, { from: to, until: to })], drawn, after, moved).judged).toHaveLength(1)
  })

  test('of any game is judged in every draw, newest first, and adds up the money', () => {
    const entry = entryOf({ game: '' })
    const draws = [
      draw('diamond', MONDAY, [1, 2, 3, 4, 5]),
      draw('bingo', MONDAY, [41, 21, 3, 4, 5]),
      draw('msp', MONDAY, [41, 21, 3, 4, 5]),
      draw('gold', day('2026-03-10'), [41, 21, 3, 4, 5]),
    ]
    const { judged, staked, back, unpriced, waiting } = slip([entry], draws)
    expect(judged.map(({ game, isWin }) => [game.key, isWin])).toEqual([
      ['msp', true],
      ['bingo', true],
      ['diamond', false],
    ])
    expect([staked, back, unpriced]).toEqual([30_000, 2_400_000, 1])
    expect(waiting).toMatchObject([{ game: { key: 'gold' } }])
    expect(backByLuck(judged, MULTIPLIER_SEEDS, TODAY)).toBeCloseTo(5992.5, 0)
  })

  test('forgets draws of more than 30 days ago', () => {
    const entry = entryOf({}, { from: day('2025-01-01') })
    const draws = ['2026-02-15', '2026-02-16'].map((date) => draw('bingo', day(date), [1, 2, 3, 4, 5]))
    expect(slip([entry], draws).judged.map(({ date }) => date)).toEqual(['2026-02-16'])
  })

  test('compares with luck by the cost of each bet, or by a two sure', () => {
    expect(backByLuck([], MULTIPLIER_SEEDS, TODAY)).toBeCloseTo(5992.5, 0)
    expect(backByLuck([], [], TODAY)).toBeNull()
    const nap = { entry: entryOf({ bet: 'nap', numbers: '3' }), cost: 10_000, date: MONDAY }
    const played = [{ ...nap, game: { operator: 'Premier Lotto' } }]
    expect(backByLuck(played, MULTIPLIER_SEEDS, TODAY)).toBeCloseTo(4444, 0)
  })
})
