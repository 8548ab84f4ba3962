import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { addDays, dateOfDay, parseDate, weekdayOf, yearOf } from '../../platform/rules/base/calendar.ts'
import { seedGames } from './games.ts'
import { SAMPLE_YEARS, sampleDraws } from './sample-draws.ts'

const day = (text: string) => parseDate(text)!
const GAMES = seedGames(day('2010-01-01'))
const [FROM, TO] = [day('2023-01-01'), day('2024-12-31')]
const ALL = sampleDraws(GAMES, FROM, TO, Infinity)

test('two years of the 18 games, counted by hand: 28 draws a week', () => {
  // 2023 and 2024 are 104 weeks and three days, Sunday to Tuesday at the ends: 1 January 2023 is a Sunday,
  // so the days after the 104 weeks are 29 to 31 December 2024: Sunday, Monday, Tuesday with 1, 6 and 6 draws.
  expect(ALL).toHaveLength(104 * 28 + 1 + 6 + 6)
})

test('equal calls give equal draws', () => {
  expect(sampleDraws(GAMES, FROM, TO, Infinity)).toEqual(ALL)
})

test('a sample never changes', () => {
  // From the product's first day. A changed generator gives old databases other draws.
  const { winning, machine } = ALL.find((draw) => draw.game === 'diamond')!
  expect(winning).toEqual([7, 62, 9, 4, 23])
  expect(machine).toEqual([27, 29, 21, 90, 34])
  const all = ALL.map((draw) =>
    [draw.game, draw.day, draw.serial, ...draw.winning, ...draw.machine].join(' '),
  )
  expect(createHash('sha256').update(all.join('\n')).digest('hex')).toBe(
    '6dc3f785714a8ffdc1b957f72df8ce1ebd7c1e19da2f807687dd3b9819368273',
  )
  expect(SAMPLE_YEARS).toBe(5)
})

test('ten different balls from 1 to 90, all marked as samples of a draw', () => {
  for (const draw of ALL) {
    const balls = [...draw.winning, ...draw.machine]
    expect([draw.winning.length, draw.machine.length, new Set(balls).size]).toEqual([5, 5, 10])
    expect(balls.every((ball) => Number.isInteger(ball) && ball >= 1 && ball <= 90)).toBe(true)
    expect([draw.sample, draw.state]).toEqual([true, 'drawn'])
  }
})

test('every ball from 1 to 90 comes about as often as expected by chance', () => {
  const counts = new Array<number>(91).fill(0)
  for (const { winning, machine } of ALL) for (const ball of [...winning, ...machine]) counts[ball]!++
  // 2,925 draws of ten: 325 a ball with a standard deviation of 17; five of them either way.
  expect(Math.min(...counts.slice(1))).toBeGreaterThan(325 - 85)
  expect(Math.max(...counts)).toBeLessThan(325 + 85)
})

test('each draw is on a weekday of its game, in order of date', () => {
  const days = ALL.map((draw) => draw.day)
  expect(days).toEqual([...days].sort((a, b) => a - b))
  for (const { game, day: at } of ALL) {
    const weekdays = GAMES.find(({ key }) => key === game)!.slots.map((slot) => slot.weekday)
    expect(weekdays).toContain(weekdayOf(dateOfDay(at)))
  }
})

test('only draws whose result is expected by now: Diamond of a Monday at 10:00', () => {
  const until = (time: string) => sampleDraws(GAMES, day('2023-10-01'), TO, Date.parse(`${time}+01:00`))
  expect(until('2023-10-02T09:59:59.999').map((draw) => draw.game)).toEqual(['aseda'])
  expect(until('2023-10-02T10:00:00').map((draw) => draw.game)).toEqual(['aseda', 'diamond'])
})

test('serials count a game’s draws of the year from 1', () => {
  const perYear = new Map<string, number[]>()
  for (const { game, day: at, serial } of ALL) {
    const key = `${game} ${yearOf(dateOfDay(at))}`
    perYear.set(key, [...(perYear.get(key) ?? []), serial!])
  }
  expect(perYear.size).toBe(36)
  for (const serials of perYear.values()) expect(serials).toEqual(serials.map((_, i) => i + 1))
})

test('balls and serials do not depend on the start of the period', () => {
  const offset = fc.integer({ min: 0, max: 730 })
  fc.assert(
    fc.property(offset, offset, (a, b) => {
      const [from, to] = [addDays(FROM, a), addDays(FROM, b)]
      const inside = ALL.filter((draw) => dateOfDay(draw.day) >= from && dateOfDay(draw.day) <= to)
      expect(sampleDraws(GAMES, from, to, Infinity)).toEqual(inside)
    }),
    { numRuns: 30 },
  )
})
