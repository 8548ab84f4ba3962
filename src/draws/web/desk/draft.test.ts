import { describe, expect, test } from 'vitest'
import { entryIn } from './use-entry.ts'
import { blankEntry, cellsOf, type Entry } from './entry.ts'

const typed: Entry = {
  ...blankEntry('king', '2026-03-14'),
  winning: cellsOf([7, 12]),
  machineLater: true,
  correcting: { id: 4, version: 2 },
  reason: 'typed wrongly',
}

test.each<[string, Entry]>([
  ['a correction', typed],
  ['a new draw', { ...typed, correcting: null }],
  ['a draw that was undone while another one was typed', { ...typed, correcting: null, later: typed }],
])('%s is read as it was stored', (_, entry) => {
  expect(entryIn(JSON.parse(JSON.stringify(entry)))).toEqual(entry)
})

test('a field that an earlier release did not store has its default', () => {
  const { noDraw: _, ...older } = typed
  expect(entryIn(older)).toEqual(typed)
})

describe('is not a draft:', () => {
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['an empty text', ''],
    ['a number', 7],
    ['null', null],
    ...Object.entries({
      'a set of four cells': { winning: ['7', '', '', ''] },
      'a set of six cells': { machine: ['', '', '', '', '', ''] },
      'a set of numbers': { winning: [7, 12, 45, 60, 89] },
      'a set that is a text': { machine: '71245' },
      'a game that is a number': { game: 6 },
      'a date that is missing': { date: null },
      'a check box that is a text': { noDraw: 'yes' },
      'a correction without a version': { correcting: { id: 4 } },
      'a correction that is an id': { correcting: 4 },
    }).map(([name, values]): [string, unknown] => [name, { ...typed, ...values }]),
  ])('%s', (_, stored) => {
    expect(entryIn(stored)).toBeNull()
  })
})
