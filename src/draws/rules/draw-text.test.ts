import { describe, expect, test } from 'vitest'
import { parseDate } from '../../platform/rules/base/calendar.ts'
import { dayShareText, drawSentence, drawShareText, numberShareText } from './draw-text.ts'

const WINNING = [20, 42, 89, 13, 49]
const MACHINE = [1, 2, 3, 4, 5]
const NONE: number[] = []
const date = parseDate('2025-06-23')!
const drawn = { state: 'drawn', winning: WINNING, machine: MACHINE, sample: false } as const
const ADDRESS = 'https://lotto.test/d/0123456789abcdef'

describe('a shared draw', () => {
  test.each([
    ['both sets', drawn, ['Winning: 20 - 42 - 89 - 13 - 49', 'Machine: 1 - 2 - 3 - 4 - 5']],
    ['machine numbers not known', { ...drawn, machine: NONE }, ['Winning: 20 - 42 - 89 - 13 - 49']],
    [
      'a draw that did not take place',
      { ...drawn, state: 'no_draw', winning: NONE, machine: NONE },
      ['No draw'],
    ],
    [
      'a generated draw',
      { ...drawn, machine: NONE, sample: true },
      [
        'Winning: 20 - 42 - 89 - 13 - 49',
        'Sample data: these draws are generated, they are not real results.',
      ],
    ],
  ] as const)('%s', (_what, draw, lines) => {
    const text = drawShareText({ ...draw, game: 'Diamond', date }, ADDRESS)
    expect(text.split('\n')).toEqual(['Diamond, Mon 23 Jun 2025', ...lines, ADDRESS])
  })
})

test('the preview of a link has the numbers on one line', () => {
  expect(drawSentence(drawn)).toBe('Winning: 20 - 42 - 89 - 13 - 49. Machine: 1 - 2 - 3 - 4 - 5')
})

describe('a shared day', () => {
  const address = 'https://lotto.test/dashboard/day-result?date=2025-06-23'
  const day = (...games: Parameters<typeof dayShareText>[0]['games']) =>
    dayShareText({ date, games }, address).split('\n')

  test('has one line per result and leaves out games without one', () => {
    const lines = day(
      { name: 'Diamond', draw: drawn },
      { name: 'Peoples', draw: null },
      { name: 'Bingo', draw: drawn },
      { name: 'Monday Special (MSP)', draw: { ...drawn, state: 'no_draw', winning: NONE, machine: NONE } },
    )
    expect(lines).toEqual([
      'Results of Mon 23 Jun 2025',
      'Diamond: 20 - 42 - 89 - 13 - 49',
      'Bingo: 20 - 42 - 89 - 13 - 49',
      'Monday Special (MSP): No draw',
      address,
    ])
  })

  test('names generated draws once', () => {
    const sample = { name: 'Diamond', draw: { ...drawn, sample: true } }
    expect(day(sample, sample).filter((line) => line.startsWith('Sample data: '))).toHaveLength(1)
  })

  test('says that there are no results yet', () => {
    expect(day({ name: 'Diamond', draw: null })).toEqual([
      'Results of Mon 23 Jun 2025',
      'No results yet',
      address,
    ])
  })
})

test('a shared number says how often it came, and how long ago', () => {
  const facts = { number: 81, count: 394, draws: 7302, from: parseDate('2021-11-29')!, waited: { value: 10 } }
  const address = 'https://lotto.test/results'
  expect(numberShareText(facts, address).split('\n')).toEqual([
    '81 came 394 times in 7,302 draws since November 2021.',
    '10 draws since it came. Past draws do not change the odds.',
    address,
  ])
  const none = { ...facts, count: 0, draws: 0, from: null, waited: { value: 0 } }
  expect(numberShareText(none, address).split('\n')).toEqual(['81 came 0 times in 0 draws.', address])
})
