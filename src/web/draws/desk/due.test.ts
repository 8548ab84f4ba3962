import { describe, expect, test } from 'vitest'
import { instantAt, parseDate } from '../../../domain/calendar.ts'
import { deskLines, entryFor, nextLine } from './due.ts'
import type { DeskDay, DeskDraw } from './entry.ts'

const today = parseDate('2026-03-14')!
const yesterday = parseDate('2026-03-13')!
const at = (hours: number) => instantAt(today, hours * 60)

const drawn: DeskDraw = {
  id: 1,
  version: 1,
  date: today,
  state: 'drawn',
  serial: null,
  winning: [1, 2, 3, 4, 5],
  machine: [],
  source: 'staff',
  mine: true,
  hidden: false,
}

/** A game that closes at an hour of today and whose result is expected half an hour later; null: not scheduled. */
const game = (
  key: string,
  closes: number | null,
  draw: DeskDraw | null = null,
): DeskDay['games'][number] => ({
  key,
  name: key,
  operator: '',
  order: 0,
  active: true,
  slots: [],
  schedule: closes === null ? null : { closesAt: at(closes), expectedAt: at(closes) + 1_800_000 },
  draw,
  before: null,
})

const lineOf = (key: string, date = yesterday) => ({
  game: key,
  date,
  schedule: { closesAt: 0, expectedAt: 0 },
})

describe('the lines of a day', () => {
  test('are the scheduled games by close, whatever their order in the list', () => {
    const games = [game('late', 15), game('none', null), game('early', 9)]
    expect(deskLines({ date: today, games }).map((line) => line.game)).toEqual(['early', 'late'])
  })

  test.each<[string, DeskDraw | null, 'real' | 'sample' | null]>([
    ['no draw', null, null],
    ['a recorded draw', drawn, 'real'],
    ['a sample', { ...drawn, source: 'sample' }, 'sample'],
    ['a hidden draw, which this user must confirm', { ...drawn, hidden: true }, null],
  ])('with %s', (_, draw, record) => {
    expect(deskLines({ date: today, games: [game('king', 9, draw)] })[0]!.record).toBe(record)
  })
})

describe('the next draw to enter', () => {
  const games = [game('morning', 9, drawn), game('noon', 12), game('evening', 18)]
  const day = { date: today, today, games, missing: [lineOf('noon')] }

  test.each([
    ['the one of today that is due', 13, [], 'noon', today],
    ['one of an earlier day while none is due', 10, [], 'noon', yesterday],
    ['not one that was just saved', 13, [{ game: 'noon', date: today }], 'noon', yesterday],
    ['the next of today when all others are in', 10, [{ game: 'noon', date: yesterday }], 'noon', today],
    [
      'the evening when noon of both days was just saved',
      13,
      [
        { game: 'noon', date: today },
        { game: 'noon', date: yesterday },
      ],
      'evening',
      today,
    ],
  ])('is %s', (_, hour, saved, wantedGame, date) => {
    const entry = entryFor(nextLine(day, at(hour), saved), day)
    expect([entry.game, entry.date, entry.correcting]).toEqual([wantedGame, date, null])
  })

  test('is none when everything is in; the form then has the first game of today, or no game', () => {
    const done = { ...day, games: [game('morning', 9, drawn)], missing: [] }
    expect(nextLine(done, at(20), [])).toBeNull()
    expect(entryFor(null, done)).toMatchObject({ game: 'morning', date: today })
    expect(entryFor(null, { ...done, games: [] })).toMatchObject({ game: '', date: today })
  })
})
