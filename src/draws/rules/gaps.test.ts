import { describe, expect, test } from 'vitest'
import { dateOfDay, dayOf, parseDate } from '../../platform/rules/base/calendar.ts'
import { type Game, seedGames } from './games.ts'
import { gapsOf, missingDays } from './gaps.ts'
import { historyOf } from './history.ts'
import { historyDraw } from '../../../tests/support/history-draw.ts'

const day = (text: string) => parseDate(text)!
/** Days of 2023, as `10-02 10-09`. */
const days = (text: string) => (text ? text.split(' ').map((date) => day(`2023-${date}`)) : [])
const GAMES = seedGames(day('2020-01-01'))
const game = (key: string) => GAMES.find((one) => one.key === key)!

const missingDates = (one: Pick<Game, 'slots'>, recorded: string, until: string) =>
  missingDays(one, days(recorded).map(dayOf), dayOf(days(until)[0]!)).map(dateOfDay)

// Diamond draws on Mondays and Thursdays; 2 October 2023 is a Monday. Monday Special draws on Mondays.
describe('the missing days of a game', () => {
  test.each<[what: string, key: string, recorded: string, until: string, missing: string]>([
    ['nothing is missing before the first record', 'diamond', '10-05', '10-08', ''],
    ['nothing is missing for a game without records', 'diamond', '', '10-31', ''],
    ['the days after the last record', 'diamond', '10-02', '10-09', '10-05 10-09'],
    ['a day between two records', 'diamond', '10-02 10-09', '10-09', '10-05'],
    ['a draw that a holiday moved to Tuesday', 'msp', '10-02 10-10 10-16', '10-16', ''],
    ['a draw that was moved by three days', 'msp', '10-02 10-12', '10-15', ''],
    ['a draw four days after the slot fills none', 'msp', '10-02 10-13', '10-15', '10-09'],
    ['a draw that was brought forward a day', 'msp', '10-02 10-08 10-16', '10-16', ''],
    ['a moved draw fills one day only', 'msp', '10-02 10-17', '10-17', '10-09'],
    ['a moved draw that is the first record', 'diamond', '10-03', '10-05', '10-05'],
    ['a moved draw does not fill the next slot two days on', 'diamond', '09-28 10-03', '10-05', '10-05'],
    ['a draw far from any slot fills none', 'king', '09-30 10-11', '10-14', '10-07 10-14'],
  ])('%s', (_, key, recorded, until, missing) => {
    expect(missingDates(game(key), recorded, until)).toEqual(days(missing))
  })

  test('no day is missing without a slot; a slot counts from its first day to its end', () => {
    expect(missingDates({ slots: [] }, '10-02', '10-31')).toEqual([])
    const slot = { weekday: 'friday', close: 600, expectedMinutes: 30, marginMinutes: 15 } as const
    const slots = [
      { ...slot, validFrom: day('2023-10-10') },
      { ...slot, close: null, validFrom: day('2023-10-25') },
    ]
    expect(missingDates({ slots }, '10-02', '11-30')).toEqual(days('10-13 10-20'))
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
