import { describe, expect, test } from 'vitest'
import { instantAt, parseDate } from '../../../platform/rules/base/calendar.ts'
import { type FormGame, drawNoteFor, offeredDraws } from './draw-note.ts'

const date = parseDate('2023-10-02')!
const locksAt = instantAt(date, 9 * 60 + 15)
const draw = { date, closesAt: instantAt(date, 9 * 60 + 30), locksAt }
const diamond: FormGame = { key: 'diamond', name: 'Diamond', next: draw, draws: [draw] }
const HOUR_MS = 3_600_000

const TIMES = 'Mon 2 Oct 2023, closes 09:30, forecasts close 09:15, in 1 h.'
const PAST =
  ' is past or closed to forecasts: a forecast for it will be shown as "published too late" and never scored.'
test.each<[string, string, string, number, Partial<FormGame>]>([
  [`Diamond: next open draw ${TIMES}`, 'Diamond', '', -HOUR_MS, {}],
  [`Diamond: ${TIMES}`, 'diamond', '2023-10-02', -HOUR_MS, {}],
  ['Diamond: Thu 12 Oct 2023. It is scored if the game draws that day.', 'Diamond', '2023-10-12', 0, {}],
  [`Diamond: Sun 1 Oct 2023${PAST}`, 'Diamond', '2023-10-01', -HOUR_MS, {}],
  [`Diamond: Mon 2 Oct 2023${PAST}`, 'Diamond', '2023-10-02', 0, {}],
  [`Diamond: this draw${PAST}`, 'Diamond', '', 0, {}],
  ['Diamond: give a date that exists.', 'Diamond', '2023-02-30', 0, {}],
  ['Diamond: no coming draw is known; give a date.', 'Diamond', '', 0, { next: null, draws: [] }],
])('%s', (text, gameName, typed, fromLock, values) => {
  expect(drawNoteFor(gameName, typed, [{ ...diamond, ...values }], locksAt + fromLock)).toEqual({
    text,
    choices: [],
  })
})

test('the last two minutes before the lock have a warning', () => {
  const warning = (typed: string, fromLock: number) =>
    drawNoteFor('Diamond', typed, [diamond], locksAt + fromLock).warning
  expect(warning('', -120_000)).toContain('less than 2 minutes')
  expect(warning(date, -1)).toContain('less than 2 minutes')
  expect([warning('', -120_001), warning(date, 0)]).toEqual([undefined, undefined])
})

test('the draws to choose from are those of the game that are not locked', () => {
  const later = { ...draw, date: parseDate('2023-10-05')!, locksAt: locksAt + 72 * HOUR_MS }
  const games = [{ ...diamond, draws: [draw, later] }]
  expect(offeredDraws('premier diamond', games, locksAt - 1)).toEqual([draw, later])
  expect(offeredDraws('Diamond', games, locksAt)).toEqual([later])
  expect(offeredDraws('', games, locksAt)).toEqual([])
})

describe('the game', () => {
  const games = [
    { key: '06', name: 'Premier 06', next: null, draws: [] },
    { key: 'monday', name: 'Monday Special', next: null, draws: [] },
    { key: 'msp', name: 'MSP Special', next: null, draws: [] },
  ]

  test('must be named', () => {
    expect(drawNoteFor(' ', '', games, 0)).toEqual({ text: 'Type or choose a game.', choices: [] })
  })

  test('can be chosen when the name is ambiguous', () => {
    const { text, choices } = drawNoteFor('special', '', games, 0)
    expect([text, choices.map(({ key }) => key)]).toEqual(['Which game is this?', ['monday', 'msp']])
  })

  test('must be one of the list', () => {
    expect(drawNoteFor('zzz', '', games, 0)).toEqual({
      text: 'There is no such game. Choose one from the list.',
      choices: [],
    })
  })
})
