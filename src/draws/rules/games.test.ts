import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseDate } from '../../platform/rules/base/calendar.ts'
import {
  GAME_KEYS,
  GAME_SEEDS,
  isGameKey,
  nameFromKey,
  type SeedGameKey,
  seedGames,
  type Slot,
  weeklySlotOn,
} from './games.ts'

const day = (text: string) => parseDate(text)!
const PUBLISHED = new URL('./fixtures/games.json', import.meta.url)

test('there are the 18 keys of the specification, section 3', () => {
  const keys =
    'diamond, peoples, bingo, metro, inter, gold, 06, jackpot, clubmaster, super, msp, lucky_G, midweek, ' +
    'fortune, bonanza, king, national, aseda'
  expect(GAME_KEYS.join(', ')).toBe(keys)
})

test('the seeds equal the published games, names and times', () => {
  const published = JSON.parse(readFileSync(PUBLISHED, 'utf8')).games
  expect(GAME_KEYS.map((key) => ({ key, ...GAME_SEEDS[key] }))).toEqual(published)
})

describe('seeded games', () => {
  const games = seedGames(day('2020-01-01'))

  test('are in the order of the keys and active', () => {
    expect(games.map(({ key, order, active }) => [key, order, active])).toEqual(
      GAME_KEYS.map((key, i) => [key, i, true]),
    )
  })

  test('have their closes as slots of 30 minutes', () => {
    expect(games[0]!.slots).toEqual([
      {
        weekday: 'monday',
        close: 9 * 60 + 30,
        expectedMinutes: 30,
        marginMinutes: 15,
        validFrom: '2020-01-01',
      },
      {
        weekday: 'thursday',
        close: 15 * 60 + 30,
        expectedMinutes: 30,
        marginMinutes: 15,
        validFrom: '2020-01-01',
      },
    ])
  })

  test('six or fewer close a day, counted by hand from the published schedule', () => {
    // 2 to 8 October 2023, Monday to Sunday.
    const counts = [2, 3, 4, 5, 6, 7, 8].map(
      (d) => games.filter((g) => weeklySlotOn(g, day(`2023-10-0${d}`))).length,
    )
    expect(counts).toEqual([6, 6, 1, 5, 4, 5, 1])
  })
})

describe('the slot in force on a date', () => {
  const slot = (weekday: Slot['weekday'], close: number | null, validFrom: string): Slot => ({
    weekday,
    close,
    expectedMinutes: 30,
    marginMinutes: 15,
    validFrom: day(validFrom),
  })
  // Mondays: 2023-10-02, 2023-10-09, 2023-10-16, 2023-10-23. The rows are unordered on purpose.
  const slots = [
    slot('monday', 600, '2023-10-09'),
    slot('monday', 570, '2023-10-01'),
    slot('monday', null, '2023-10-16'),
    slot('monday', 660, '2023-10-17'),
    slot('thursday', 930, '2023-10-01'),
  ]

  test.each([
    ['before the first row there is none', '2023-09-25', undefined],
    ['the first row holds from its day on', '2023-10-02', 570],
    ['a later row takes over on its first day', '2023-10-09', 600],
    ['a null close ends the draws', '2023-10-16', undefined],
    ['a row after the null brings the draw back', '2023-10-23', 660],
    ['another weekday has its own row', '2023-10-19', 930],
    ['a weekday without a row has no draw', '2023-10-17', undefined],
  ])('%s', (_, date, close) => {
    expect(weeklySlotOn({ slots }, day(date))?.close).toBe(close)
  })
})

test.each([
  ['mark_II', true],
  ['06', true],
  ['x', true],
  ['a'.repeat(24), true],
  ['a'.repeat(25), false],
  ['', false],
  ['two words', false],
  ['a/b', false],
  ['naïve', false],
  ['constructor', false],
  ['__proto__', false],
  ['toString', false],
])('"%s" may be a game key: %s', (key, allowed) => {
  expect(isGameKey(key)).toBe(allowed)
})

test('every seeded key is a game key', () => {
  expect(GAME_KEYS.filter((key: SeedGameKey) => !isGameKey(key))).toEqual([])
})

test('a key becomes a readable name', () => {
  expect(['mark_II', 'tota', 'fair_chance_2'].map(nameFromKey)).toEqual(['Mark II', 'Tota', 'Fair chance 2'])
})
