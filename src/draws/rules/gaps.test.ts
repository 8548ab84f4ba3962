import { describe, expect, test } from 'vitest'
import { dateOfDay, dayOf, type LagosDate, parseDate } from '../../platform/rules/base/calendar.ts'
import { type Game, seedGames } from './games.ts'
import { gapsOf, missingDays } from './gaps.ts'
import { historyOf } from './history.ts'
import { historyDraw } from '../../../tests/support/history-draw.ts'

const day = (text: string) => parseDate(text)!
const days = (...texts: string[]) => texts.map(day)
const GAMES = seedGames(day('2020-01-01'))
const game = (key: string) => GAMES.find((one) => one.key === key)!

const missingDates = (one: Pick<Game, 'slots'>, recorded: LagosDate[], until: string) =>
  missingDays(one, recorded.map(dayOf), dayOf(day(until))).map(dateOfDay)

// Diamond draws on Mondays and Thursdays; 2 October 2023 is a Monday. Monday Special draws on Mondays.
describe('the missing days of a game', () => {
  test.each<[what: string, key: string, recorded: LagosDate[], until: string, missing: string[]]>([
    ['nothing is missing before the first record', 'diamond', days('2023-10-05'), '2023-10-08', []],
    ['nothing is missing for a game without records', 'diamond', [], '2023-10-31', []],
    [
      'the days after the last record',
      'diamond',
      days('2023-10-02'),
      '2023-10-09',
      ['2023-10-05', '2023-10-09'],
    ],
    ['a day between two records', 'diamond', days('2023-10-02', '2023-10-09'), '2023-10-09', ['2023-10-05']],
    [
      'a draw that a holiday moved to Tuesday',
      'msp',
      days('2023-10-02', '2023-10-10', '2023-10-16'),
      '2023-10-16',
      [],
    ],
    ['a draw that was moved by three days', 'msp', days('2023-10-02', '2023-10-12'), '2023-10-15', []],
    [
      'a draw four days after the slot fills none',
      'msp',
      days('2023-10-02', '2023-10-13'),
      '2023-10-15',
      ['2023-10-09'],
    ],
    [
      'a draw that was brought forward a day',
      'msp',
      days('2023-10-02', '2023-10-08', '2023-10-16'),
      '2023-10-16',
      [],
    ],
    [
      'a moved draw fills one day only',
      'msp',
      days('2023-10-02', '2023-10-17'),
      '2023-10-17',
      ['2023-10-09'],
    ],
    ['a moved draw that is the first record', 'diamond', days('2023-10-03'), '2023-10-05', ['2023-10-05']],
    [
      'a moved draw does not fill the next slot two days on',
      'diamond',
      days('2023-09-28', '2023-10-03'),
      '2023-10-05',
      ['2023-10-05'],
    ],
    [
      'a draw far from any slot fills none',
      'king',
      days('2023-09-30', '2023-10-11'),
      '2023-10-14',
      ['2023-10-07', '2023-10-14'],
    ],
  ])('%s', (_, key, recorded, until, missing) => {
    expect(missingDates(game(key), recorded, until)).toEqual(missing)
  })

  test('no day is missing without a slot; a slot counts from its first day to its end', () => {
    const recorded = days('2023-10-02')
    expect(missingDates({ slots: [] }, recorded, '2023-10-31')).toEqual([])
    const slot = { weekday: 'friday', close: 600, expectedMinutes: 30, marginMinutes: 15 } as const
    const slots = [
      { ...slot, validFrom: day('2023-10-10') },
      { ...slot, close: null, validFrom: day('2023-10-25') },
    ]
    expect(missingDates({ slots }, recorded, '2023-11-30')).toEqual(['2023-10-13', '2023-10-20'])
  })
})

test('the gaps of a history are listed newest first; samples and days without a draw fill theirs', () => {
  const draw = (key: string, date: string, more: object = {}) =>
    historyDraw({ game: key, day: dayOf(day(date)), ...more })
  const history = historyOf([
    draw('diamond', '2023-10-02'),
    draw('diamond', '2023-10-09', { sample: true }),
    draw('msp', '2023-10-02'),
    draw('msp', '2023-10-09', { state: 'no_draw', winning: [] }),
    draw('peoples', '2023-10-02'),
  ])
  const gaps = (games: readonly Game[]) => gapsOf(history, games, day('2023-10-09'))
  const listed = [
    { game: 'peoples', date: '2023-10-09' },
    { game: 'diamond', date: '2023-10-05' },
    { game: 'peoples', date: '2023-10-05' },
  ]
  expect(gaps(GAMES)).toEqual(listed)
  expect(gaps([...GAMES].reverse())).toEqual(listed)
})
