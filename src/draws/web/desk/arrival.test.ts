import { describe, expect, test } from 'vitest'
import { parseDate } from '../../../platform/rules/base/calendar.ts'
import { seedGames } from '../../rules/games.ts'
import { readArrival } from './use-box-input.ts'
import { blankEntry, cellsOf, type Entry } from './entry.ts'

const games = seedGames(parseDate('2020-01-01')!)
/** A Saturday. */
const blank = blankEntry('king', '2026-03-14')
const W = ['7', '12', '45', '60', '89']
const M = ['3', '9', '27', '33', '81']
const read = (text: string, values: Partial<Entry> = {}) => readArrival(text, { ...blank, ...values }, games)
const ALL = [...W, ...M].map((number) => number.padStart(2, '0'))

describe('the box reads a draw into the form', () => {
  test.each<[text: string, winning: string[], machine: string[]]>([
    ['0', ['0'], []],
    ['07', ['07'], []],
    ['071', ['07', '1'], []],
    ['07124', ['07', '12', '4'], []],
    [ALL.join(''), ALL.slice(0, 5), ALL.slice(5)],
    ['7 12 45 60 89', W, []],
    ['7-12-45-60-89 / 3-9-27-33-81', W, M],
    ['W: 7 12 45 60 89\nM: 3 9 27 33 81', W, M],
    ['M: 3 9 27 33 81', [], M],
    ['', [], []],
  ])('%j', (text, winning, machine) => {
    expect(read(text)).toEqual({
      kind: 'draw',
      entry: { ...blank, winning: cellsOf(winning), machine: cellsOf(machine) },
      unread: [],
      readAs: null,
    })
  })

  test.each<[what: string, text: string, entry: object, more: object]>([
    ['a line', 'Bingo 13/3/2026 7 12 45 60 89 / 3 9 27 33 81', { game: 'bingo', date: '2026-03-13' }, {}],
    ['a draw of the day of the form', 'Bingo 7 12 45 60 89', { date: blank.date, machine: cellsOf([]) }, {}],
    [
      'pairs behind a name',
      'Bingo 0712456089 0309273381',
      { winning: ALL.slice(0, 5), machine: ALL.slice(5) },
      {},
    ],
    ['"no draw"', 'Midweek 11/3/2026 no draw', { game: 'midweek', noDraw: true }, {}],
    [
      'a chat with chatter, a weekday and a typing error',
      'Good evening all\nMidwek Wed 11/3\nW: 7 12 45 60 89\nM: 3 9 27 33 81\nCall 08031234567',
      { game: 'midweek', date: '2026-03-11', winning: W, machine: M },
      { unread: ['Good evening all', 'Call 08031234567'], readAs: 'Read “Midwek” as Midweek.' },
    ],
    [
      'a stamp of WhatsApp Web',
      '[19:45, 11/03/2026] Ade: Midweek\n7 12 45 60 89',
      { game: 'midweek', date: '2026-03-11' },
      {},
    ],
    ['only chatter', 'Good morning', {}, { unread: ['Good morning'] }],
  ])('%s', (_, text, entry, more) => {
    expect(read(text)).toMatchObject({ kind: 'draw', readAs: null, unread: [], ...more, entry })
  })

  test.each([
    ['7 12 45 60 89 / 3 9 27 33 81', false],
    ['Bingo 7 12 45 60 89 / 3 9 27 33 81', false],
    ['7 12 45 60 89', true],
  ])('machine numbers end "machine later", and numbers "no draw": %s', (text, machineLater) => {
    const { entry } = read(text, { machineLater: true, noDraw: true }) as { entry: Entry }
    expect([entry.machineLater, entry.noDraw]).toEqual([machineLater, false])
  })

  test('keeps the serial number and "machine later" of the form', () => {
    expect(read('Bingo 7 12 45 60 89', { serial: '5', machineLater: true })).toMatchObject({
      entry: { serial: '5', machineLater: true },
    })
  })
})

test.each([
  ['two draws', 'Bingo 7 12 45 60 89\nPremier King 1 2 3 4 5'],
  ['an unknown game', 'Nonesuch 7 12 45 60 89'],
  ['a day that contradicts its weekday', 'Bingo Tue 11 March 7 12 45 60 89'],
  ['a table', 'game,date,w1,w2\nbingo,2026-03-13,1,2'],
  ['a day that no month has', 'Bingo 31/2/2026 7 12 45 60 89'],
])('the rows of %s are checked one by one', (_, text) => {
  expect(read(text)).toEqual({ kind: 'rows' })
})

test('a line that is too long is a problem, and nothing of it is read', () => {
  expect(read(`Bingo 7 12 45 60 89 ${'x'.repeat(500)}`)).toMatchObject({ kind: 'problem' })
})

test.each<[string, string, string | RegExp]>([
  ['another game', 'Bingo 7 12 45 60 89', 'This is a draw of Bingo.'],
  ['several draws', 'Bingo 7 12 45 60 89\nGold 1 2 3 4 5', /^A correction takes one draw\./],
  ['a table', 'game,date,w1,w2\nbingo,2026-03-13,1,2', /^A correction takes one draw\./],
])('a correction refuses %s', (_, text, problem) => {
  const arrival = read(text, { correcting: { id: 4, version: 2 } })
  expect(arrival).toMatchObject({ kind: 'problem', problem: expect.stringMatching(problem) })
})
