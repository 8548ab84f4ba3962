import { describe, expect, test } from 'vitest'
import { instantAt, parseDate } from '../../../platform/rules/base/calendar.ts'
import { type DeskDay, type DeskDraw, deskLines, entryFor, nextLine } from './entry.ts'

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
  changes: [],
  slots: [],
  schedule: closes === null ? null : { closesAt: at(closes), expectedAt: at(closes) + 1_800_000 },
  draw,
  before: null,
  gap: null,
  nextSerial: null,
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
  ])('with %s', (_, draw, record) => {
    expect(deskLines({ date: today, games: [game('king', 9, draw)] })[0]!.record).toBe(record)
  })
})

describe('the next draw to enter', () => {
  const games = [game('morning', 9, drawn), game('noon', 12), game('evening', 18)]
  const day = { date: today, today, games }

  test.each([
    ['the one of today that is due', 13, [], 'noon'],
    ['the next of today while none is due', 10, [], 'noon'],
    ['not one that was just saved', 13, [{ game: 'noon', date: today }], 'evening'],
    ['still one that was saved for another day', 13, [{ game: 'noon', date: yesterday }], 'noon'],
  ])('is %s', (_, hour, saved, wantedGame) => {
    const entry = entryFor(nextLine(day, at(hour), saved), day)
    expect([entry.game, entry.date, entry.correcting]).toEqual([wantedGame, today, null])
  })

  test('is none after the last of today; the form then waits for a choice', () => {
    const done = { ...day, games: [game('morning', 9, drawn)] }
    expect(nextLine(done, at(20), [])).toBeNull()
    expect(entryFor(null, done)).toMatchObject({ game: '', date: today })
  })
})
