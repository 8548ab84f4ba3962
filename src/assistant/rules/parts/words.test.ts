import { describe, expect, test } from 'vitest'
import { parseDate } from '../../../platform/rules/base/calendar.ts'
import { seedGames } from '../../../draws/rules/games.ts'
import { lexiconOf } from '../read/lexicon.ts'
import { isForeign, tokensOf } from '../read/tokens.ts'
import { periodAt } from '../read/periods.ts'
import { withCorrections } from '../read/spelling.ts'

const TODAY = parseDate('2025-07-02')!
const { vocabulary } = lexiconOf(seedGames(parseDate('2020-01-01')!))

describe('tokens', () => {
  test.each([
    ["What's 45's turning?", 'what is 45 turning'],
    ["it didn't come, won't it", 'it did not come will not it'],
    ['17-71 22+53 2/6 @100', '17 dash 71 22 and 53 2 slash 6 at 100'],
    ['2sure ev40 o6 1st', '2 sure ev 40 o6 1st'],
    ['28/6/2025 28.6.25 2025-06-28', '28/6/2025 28.6.25 2025-06-28'],
    ['number -5', 'number minus 5'],
    ['“Bingo”… 😀 (Metro)', 'bingo metro'],
  ])('of %s', (text, expected) => {
    expect(
      tokensOf(text)
        .map((token) => token.text)
        .join(' '),
    ).toBe(expected)
  })

  test.each([
    ['₦50', 50],
    ['1k', 1000],
    ['1,000', 1000],
    ['n200', 200],
    ['2.5k', 2500],
  ])('read %s as money', (text, value) => {
    expect(tokensOf(text)).toMatchObject([{ kind: 'money', value }])
  })

  test.each([
    ['Twenty-two', [22]],
    ['forty five and ninety', [45, 90]],
    ['fourty', [40]],
    ['one hundred', [100]],
    ['5 thousand', [5000]],
    ['twenty, two', [20, 2]],
  ])('read %s as numbers', (text, values) => {
    const numbers = tokensOf(text).filter(({ kind }) => kind === 'number')
    expect(numbers.map(({ value }) => value)).toEqual(values)
  })

  test('find letters of other languages', () => {
    expect(isForeign('¿Cuántas veces?')).toBe(true)
    expect(isForeign('₦50 – “two sure” 😀')).toBe(false)
  })
})

describe('spelling', () => {
  const corrected = (word: string) => withCorrections(tokensOf(word), vocabulary).map(({ text }) => text)

  test.each([
    ['bingoo', 'bingo'],
    ['internatinal', 'international'],
    ['asheda', 'asheda'],
    ['diamnd', 'diamond'],
    ['togeda', 'together'],
    ['nmbr', 'number'],
    ['coldst', 'coldest'],
  ])('corrects %s to %s', (word, expected) => {
    expect(corrected(word)).toEqual([expected])
  })

  test.each(['rained', 'glod', 'constructor', 'zzzz', 'xq'])('leaves %s', (word) => {
    expect(corrected(word)).toEqual([word])
  })
})

describe('periods, on Wednesday 2 July 2025', () => {
  test.each([
    ['yesterday', '2025-07-01', '2025-07-01'],
    ['last week', '2025-06-23', '2025-06-29'],
    ['this week', '2025-06-30', '2025-07-06'],
    ['last month', '2025-06-01', '2025-06-30'],
    ['last year', '2024-01-01', '2024-12-31'],
    ['last wednesday', '2025-06-25', '2025-06-25'],
    ['last week friday', '2025-06-27', '2025-06-27'],
    ['2024', '2024-01-01', '2024-12-31'],
    ['year 2024', '2024-01-01', '2024-12-31'],
    ['june', '2025-06-01', '2025-06-30'],
    ['july', '2025-07-01', '2025-07-31'],
    ['december', '2024-12-01', '2024-12-31'],
    ['sept 2024', '2024-09-01', '2024-09-30'],
    ['feb 2024', '2024-02-01', '2024-02-29'],
    ['24 june', '2025-06-24', '2025-06-24'],
    ['3 july', '2024-07-03', '2024-07-03'],
    ['june 24th, 2024', '2024-06-24', '2024-06-24'],
    ['june 24 2024', '2024-06-24', '2024-06-24'],
    ['3/4/2025', '2025-04-03', '2025-04-03'],
    ['saturday 28 june 2025', '2025-06-28', '2025-06-28'],
    ['24 june last year', '2024-06-24', '2024-06-24'],
    ['since january 2025', '2025-01-01', undefined],
    ['from march 2025 till now', '2025-03-01', undefined],
    ['before 2025', undefined, '2024-12-31'],
    ['until march 2025', undefined, '2025-03-31'],
    ['after march 2025', '2025-04-01', undefined],
    ['between march and may 2025', '2025-03-01', '2025-05-31'],
    ['from november to february 2025', '2024-11-01', '2025-02-28'],
    ['1 to 15 june 2025', '2025-06-01', '2025-06-15'],
  ])('reads %s', (text, from, to) => {
    const found = periodAt(tokensOf(text), 0, TODAY)
    expect([found?.period.from, found?.period.to, found?.length]).toEqual([from, to, tokensOf(text).length])
  })

  test.each(['31 june 2025', '30/2/2025', 'sunday 28 june 2025', 'between may 2025 and march 2025'])(
    'refuses %s',
    (text) => {
      expect(periodAt(tokensOf(text), 0, TODAY)?.period.problem).toBe(true)
    },
  )

  test.each([
    ['last 3 months', '2025-04-03', '2025-07-02'],
    ['last 30 days', '2025-06-03', '2025-07-02'],
    ['past 2 weeks', '2025-06-19', '2025-07-02'],
    ['3 days ago', '2025-06-29', '2025-06-29'],
    ['24/6', '2025-06-24', '2025-06-24'],
    ['tues 24/6', '2025-06-24', '2025-06-24'],
    ['2/7', '2025-07-02', '2025-07-02'],
    ['3/7', '2024-07-03', '2024-07-03'],
  ])('reads %s from %s to %s', (text, from, to) => {
    expect(periodAt(tokensOf(text), 0, TODAY)?.period).toMatchObject({ from, to })
  })

  test.each([
    ['6/24', true],
    ['tues 25/6', true],
    ['31/6', true],
  ])('leaves %s open', (text, problem) => {
    expect(periodAt(tokensOf(text), 0, TODAY)?.period.problem).toBe(problem)
  })

  test('leaves two numbers with a slash in a perm', () => {
    expect(periodAt(tokensOf('perm 2/6'), 1, TODAY)).toBeNull()
  })

  test('takes "may" for a month only beside words of dates', () => {
    expect(periodAt(tokensOf('in may'), 1, TODAY)?.period.from).toBe('2025-05-01')
    expect(periodAt(tokensOf('it may come'), 1, TODAY)).toBeNull()
  })
})
