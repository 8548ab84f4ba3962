import { describe, expect, test } from 'vitest'
import { parseDate } from '../../platform/rules/base/calendar.ts'
import { dayState, drawsIn, nextDraw, resultsIn, scheduleOf } from './day-result.ts'
import { type Game, seedGames } from './games.ts'

const day = (text: string) => parseDate(text)!
const GAMES = seedGames(day('2020-01-01'))
const MINUTE_MS = 60_000
/** Diamond on Monday 2 October 2023: closes at 9:30 in Lagos, expected at 10:00. */
const schedule = {
  closesAt: Date.parse('2023-10-02T08:30:00Z'),
  expectedAt: Date.parse('2023-10-02T09:00:00Z'),
}

describe('a game without a draw follows the clock', () => {
  test.each([
    ['early in the morning', '2023-10-02T00:00:00', 'open'],
    ['a moment more than 30 minutes before the close', '2023-10-02T08:59:59.999', 'open'],
    ['30 minutes before the close', '2023-10-02T09:00:00', 'closing-soon'],
    ['the last moment of staking', '2023-10-02T09:29:59.999', 'closing-soon'],
    ['the close', '2023-10-02T09:30:00', 'drawing'],
    ['the last moment before the result is due', '2023-10-02T09:59:59.999', 'drawing'],
    ['the result is due', '2023-10-02T10:00:00', 'late'],
    ['a moment less than a day later', '2023-10-03T09:59:59', 'late'],
    ['a day later', '2023-10-03T10:00:00', 'not-recorded'],
    ['years later', '2026-10-03T10:00:00', 'not-recorded'],
  ])('%s: %s is %s', (_, time, state) => {
    expect(dayState(schedule, null, Date.parse(`${time}+01:00`))).toBe(state)
  })
})

describe('a recorded draw takes precedence over the clock', () => {
  test.each([
    ['drawn', 'result-in'],
    ['no_draw', 'no-draw'],
  ] as const)('%s is shown as %s at any time, with a slot or without', (state, shown) => {
    for (const now of [0, schedule.closesAt, schedule.expectedAt + 600 * MINUTE_MS])
      expect([dayState(schedule, { state }, now), dayState(null, { state }, now)]).toEqual([shown, shown])
  })
})

describe('the schedule of a day', () => {
  const keys = (date: string, games: readonly Game[] = GAMES) =>
    scheduleOf(games, day(date)).map(({ game }) => game.key)

  // Read by hand from the published schedule.
  test.each([
    ['a Monday', '2023-10-02', 'diamond peoples bingo msp metro inter'],
    ['a Tuesday', '2023-10-03', 'gold 06 jackpot lucky_G clubmaster super'],
    ['a Wednesday', '2023-10-04', 'midweek'],
    ['a Thursday', '2023-10-05', 'peoples diamond fortune inter bingo'],
    ['a Friday', '2023-10-06', 'metro gold bonanza jackpot'],
    ['a Saturday', '2023-10-07', 'king super clubmaster national 06'],
    ['a Sunday', '2023-10-08', 'aseda'],
  ])('%s, by closing time', (_, date, expected) => {
    expect(keys(date).join(' ')).toBe(expected)
  })

  test('gives the instants of the close and of the expected result', () => {
    expect(scheduleOf(GAMES, day('2023-10-02'))[0]!.schedule).toEqual(schedule)
  })

  test('takes the minutes until the result from the slot', () => {
    const slots = GAMES[0]!.slots.map((slot) => ({ ...slot, expectedMinutes: 15 }))
    const [first] = scheduleOf([{ ...GAMES[0]!, slots }], day('2023-10-02'))
    expect(first!.schedule.expectedAt - first!.schedule.closesAt).toBe(15 * MINUTE_MS)
  })

  test('games that close together are in the order of games', () => {
    const slots = GAMES[0]!.slots
    const turned = [...GAMES.slice(0, 3)].reverse().map((game) => ({ ...game, slots }))
    expect(keys('2023-10-02', turned)).toEqual(['diamond', 'peoples', 'bingo'])
  })

  test('leaves out games that are not active, and days before a game’s first slot', () => {
    expect(
      keys(
        '2023-10-04',
        GAMES.map((game) => ({ ...game, active: false })),
      ),
    ).toEqual([])
    expect(keys('2019-12-30')).toEqual([])
  })
})

describe('the next draw', () => {
  const at = (time: string) => Date.parse(`${time}+01:00`)
  const found = (time: string, games: readonly Game[] = GAMES) => {
    const next = nextDraw(games, at(time))
    return next && [next.game.key, next.date, next.schedule.closesAt, next.since]
  }

  test.each([
    ['the first minute of a day', '2023-10-02T00:00', 'diamond', '2023-10-02T09:30', '2023-10-01T18:25'],
    [
      'the moment before a close',
      '2023-10-02T09:29:59.999',
      'diamond',
      '2023-10-02T09:30',
      '2023-10-01T18:25',
    ],
    ['a close', '2023-10-02T09:30', 'peoples', '2023-10-02T12:30', '2023-10-02T09:30'],
    ['between two draws', '2023-10-02T19:45', 'metro', '2023-10-02T20:00', '2023-10-02T19:30'],
    ['after the last close of the day', '2023-10-02T23:00', 'gold', '2023-10-03T09:30', '2023-10-02T22:30'],
    ['before a single draw', '2023-10-04T10:00', 'midweek', '2023-10-04T19:30', '2023-10-03T22:30'],
  ])('%s, %s: %s, which closes at %s, after a close at %s', (_, time, game, closesAt, since) => {
    expect(found(time)).toEqual([game, closesAt.slice(0, 10), at(closesAt), at(since)])
  })

  test('of one weekly game is a week away, on the day of its last close', () => {
    const aseda = GAMES.filter(({ key }) => key === 'aseda')
    const [from, to] = [at('2023-10-01T18:25'), at('2023-10-08T18:25')]
    expect(found('2023-10-01T18:25', aseda)).toEqual(['aseda', '2023-10-08', to, from])
  })

  test('of a new game counts from the start of today', () => {
    const start = day('2023-10-08')
    const slots = GAMES.at(-1)!.slots.map((slot) => ({ ...slot, validFrom: start }))
    const game = { ...GAMES.at(-1)!, slots }
    const expected = ['aseda', start, at('2023-10-08T18:25'), at('2023-10-03T00:00')]
    expect(found('2023-10-03T12:00', [game])).toEqual(expected)
  })

  test('is missing without active games', () => {
    const inactive = GAMES.map((game) => ({ ...game, active: false }))
    expect([found('2023-10-02T12:00', []), found('2023-10-02T12:00', inactive)]).toEqual([null, null])
  })
})

test('only draws that took place are in', () => {
  const states = ['drawn', 'no_draw', 'drawn'] as const
  expect(resultsIn([{ draw: null }, ...states.map((state) => ({ draw: { state } }))])).toBe(2)
  expect(resultsIn([])).toBe(0)
})

test('a day counts the games that draw, without cancelled ones and those recorded as no draw', () => {
  const game = (isScheduled: boolean, state: 'drawn' | 'no_draw' | null) => ({
    schedule: isScheduled ? schedule : null,
    draw: state && { state },
  })
  expect(drawsIn([game(true, null), game(true, 'no_draw'), game(false, 'drawn')])).toBe(2)
  expect(drawsIn([game(false, null), game(false, 'no_draw')])).toBe(0)
  expect(dayState(null, null, 0)).toBe('no-draw')
})
