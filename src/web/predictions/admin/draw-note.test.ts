import { describe, expect, test } from 'vitest'
import { instantAt, parseDate } from '../../../domain/calendar.ts'
import { type FormGame, drawNoteFor } from './draw-note.ts'

const date = parseDate('2023-10-02')!
const closesAt = instantAt(date, 9 * 60 + 30)
const diamond: FormGame = { key: 'diamond', name: 'Diamond', next: { date, closesAt } }
const HOUR_MS = 3_600_000

test.each<[string, string, string, number, Partial<FormGame>]>([
  ['Diamond: next open draw Mon 2 Oct 2023, closes 09:30, in 1 h.', 'Diamond', '', -HOUR_MS, {}],
  ['Diamond: Mon 2 Oct 2023, closes 09:30, in 1 h.', 'diamond', '2023-10-02', -HOUR_MS, {}],
  ['Diamond: Thu 5 Oct 2023. It is scored if the game draws that day.', 'Diamond', '2023-10-05', 0, {}],
  [
    'Diamond: Sun 1 Oct 2023 is past or closed: it will be shown, marked not scored.',
    'Diamond',
    '2023-10-01',
    -HOUR_MS,
    {},
  ],
  ['Diamond: this draw is past or closed: it will be shown, marked not scored.', 'Diamond', '', 0, {}],
  ['Diamond: give a date that exists.', 'Diamond', '2023-02-30', 0, {}],
  ['Diamond: no coming draw is known; give a date.', 'Diamond', '', 0, { next: null }],
])('%s', (text, gameName, typed, fromClose, values) => {
  expect(drawNoteFor(gameName, typed, [{ ...diamond, ...values }], closesAt + fromClose)).toEqual({
    text,
    choices: [],
  })
})

describe('the game', () => {
  const games = [
    { key: '06', name: 'Premier 06', next: null },
    { key: 'monday', name: 'Monday Special', next: null },
    { key: 'msp', name: 'MSP Special', next: null },
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
