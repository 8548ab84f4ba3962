import { describe, expect, test } from 'vitest'
import { dayOf, parseDate } from '../../../platform/rules/base/calendar.ts'
import { seedGames } from '../../../draws/rules/games.ts'
import { historyOf } from '../../../draws/rules/history.ts'
import { historyDraw } from '../../../../tests/support/history-draw.ts'
import { wholeQuery } from '../fixtures/whole.ts'
import { CONCEPTS } from '../read/lexicon.ts'
import { parseAddress, queryOf, writeAddress } from './address.ts'
import { contextOf, planOf, RECORDS, recordOf } from './records.ts'

const history = historyOf(
  ['2023-10-02', '2025-06-30'].map((date) =>
    historyDraw({ game: 'bingo', day: dayOf(parseDate(date)!), machine: [6, 7, 8, 9, 10] }),
  ),
)
const context = contextOf(
  { games: seedGames(parseDate('2020-01-01')!), history },
  Date.parse('2025-07-02T10:00:00+01:00'),
)

describe.each(RECORDS.map((record) => [record.key, record] as const))('%s', (key, record) => {
  test('reads its examples as whole questions, which are the same by their address', () => {
    for (const example of record.examples) {
      const query = wholeQuery(example, context)
      expect([example, query.intent]).toEqual([example, key])
      expect(queryOf(writeAddress(query), context)).toEqual(query)
    }
    expect(record.examples.length).toBeGreaterThan(0)
  })

  test('names concepts that exist', () => {
    const named = `${record.asks} ${record.also}`.split(/[\s;|]+/).filter((word) => word !== '-')
    expect(named.filter((word) => !CONCEPTS.some((concept) => concept === word))).toEqual([])
  })

  test('refuses an address with a thing that it does not use', () => {
    const [example = ''] = record.examples
    const address = writeAddress(wholeQuery(example, context))
    expect(
      queryOf(`${address}&${record.uses.includes('term') ? 'numbers=4' : 'term=perm'}`, context),
    ).toBeNull()
  })
})

test.each([
  'ask=count',
  'ask=together&numbers=4',
  'ask=together&numbers=4,4',
  'ask=count&numbers=0',
  'ask=count&numbers=91',
  'ask=count&numbers=4.first_box.last_box',
  'ask=count&numbers=4&games=nothing',
  'ask=count&numbers=4&games=bingo&operator=Ghana+NLA',
  'ask=count&numbers=4&numbers=5',
  'ask=count&numbers=4&period=2025-02-30..2025-03-01',
  'ask=count&numbers=4&period=2025-03-01..2025-02-01',
  'ask=count&numbers=4&period=..',
  'ask=count&numbers=4&period=2019-01-01..2019-12-31',
  'ask=count&numbers=4&period=last:5',
  'ask=count&numbers=4,5&games=bingo,gold',
  'ask=hot&top=0',
  'ask=pairs-with&numbers=4.both',
  'ask=then&numbers=4',
  'ask=perm&choose=6&of=9',
  'ask=perm&choose=3&of=2',
  'ask=some&choose=3&of=2',
  'ask=payout&bet=banker&stake=100',
  'ask=odds&bet=two-sure&type=both',
  'ask=compare&numbers=4',
  'ask=compare&by=game&numbers=4,5',
  'ask=compare&by=number&numbers=1,2,3,4,5,6,7,8,9,10,11',
  'ask=draw',
  'ask=help&term=__proto__',
  'ask=__proto__',
  'numbers=4&ask=count',
  '',
])('no question has the address "%s"', (address) => {
  expect(queryOf(address, context)).toBeNull()
})

test('an address holds every slot', () => {
  const address =
    'ask=count&numbers=45.first_box,7.machine&games=bingo,gold&operator=Ghana+NLA&weekday=Mon&period=last:3:1&type=both&box=last_box&within=2&relations=counterpart,malta&top=3&against=3x4&periods=2024-01-01.._..2023-12-31'
  expect(writeAddress(parseAddress(address)!)).not.toBe('')
  expect(parseAddress(writeAddress(parseAddress(address)!))).toEqual(parseAddress(address))
})

test('names the lowest plan of each kind of question', () => {
  const of = (plan: string) => RECORDS.map(({ key }) => key).filter((key) => planOf(key) === plan)
  expect(of('basic').sort()).toEqual(['cold', 'hot', 'never-drawn'])
  expect(of('pro').sort()).toEqual(['chart-hit', 'due', 'followers', 'pairs-with', 'then'])
  expect(recordOf('count').plan).toBe('free')
})
