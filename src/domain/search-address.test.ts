import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SEARCH_LIMITS } from './search-limits.ts'
import { DRAW_TYPES, SEARCH_BOXES } from './positions.ts'
import {
  BLANK_ROW,
  boxOf,
  checkSearch,
  readSearch,
  type TypedRow,
  typedSearch,
  writeSearch,
} from './search-address.ts'

const GAMES = ['diamond', '06', 'lucky_G']
const YEARS = [2024, 2023]
const read = (address: string) => readSearch(new URLSearchParams(address))
const check = (row: Partial<TypedRow>, game = '', year = '') =>
  checkSearch({ rows: [{ ...BLANK_ROW, ...row }], game, year }, GAMES, YEARS)

test('the documented address is read', () => {
  const typed = read('number=7&type=winning&position=first_box_winning&game=diamond&year=2024')
  expect(checkSearch(typed, GAMES, YEARS)).toEqual({
    search: { rows: [{ number: 7, type: 'winning', box: 'first_box' }], game: 'diamond', year: 2024 },
    places: [0],
    incomplete: [],
    wrongNumber: [],
  })
})

test('a search is equal after writing and reading its address', () => {
  const search = fc.record({
    rows: fc.array(
      fc.record({
        number: fc.integer({ min: 1, max: 90 }),
        type: fc.constantFrom(...DRAW_TYPES),
        box: fc.constantFrom(...SEARCH_BOXES),
      }),
      { maxLength: SEARCH_LIMITS.rows },
    ),
    game: fc.constantFrom(null, ...GAMES),
    year: fc.constantFrom(null, ...YEARS),
  })
  fc.assert(
    fc.property(search, (asked) => {
      const address = new URLSearchParams(writeSearch(typedSearch(asked))).toString()
      expect(checkSearch(read(address), GAMES, YEARS).search).toEqual(asked)
    }),
  )
})

test('a typed search is equal after writing and reading its address, without empty rows', () => {
  const row = fc.record({ number: fc.string(), type: fc.string(), position: fc.string() })
  const typed = fc.record({ rows: fc.array(row, { maxLength: 10 }), game: fc.string(), year: fc.string() })
  fc.assert(
    fc.property(typed, (search) => {
      const rows = search.rows.filter(({ number, type, position }) => number + type + position !== '')
      expect(readSearch(writeSearch(search))).toEqual({ ...search, rows })
    }),
  )
})

test('a blank search has an empty query and an empty form', () => {
  expect(writeSearch({ rows: [BLANK_ROW], game: '', year: '' })).toEqual([])
  expect(typedSearch({ rows: [], game: null, year: null })).toEqual({ rows: [], game: '', year: '' })
})

test('any address is read as at most ten rows', () => {
  const pair = fc.tuple(
    fc.oneof(fc.constantFrom('number', 'type', 'position', 'game', 'year'), fc.string()),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 60 }), (query) => {
      const { search } = checkSearch(readSearch(query), GAMES, YEARS)
      expect(search.rows.length).toBeLessThanOrEqual(10)
    }),
  )
})

describe('rows of an address', () => {
  test('are in order; missing values are empty', () => {
    expect(read('type=machine').rows).toEqual([{ number: '', type: 'machine', position: '' }])
    expect(read('number=7&number=8&type=machine').rows).toEqual([
      { number: '7', type: 'machine', position: '' },
      { number: '8', type: '', position: '' },
    ])
  })

  test('are ten at most; further ones are not read', () => {
    const { rows } = read(Array.from({ length: 12 }, (_, i) => `number=${i + 1}`).join('&'))
    expect(rows.map((row) => row.number)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
  })

  test('are none in an empty address, and other names are left alone', () => {
    expect(read('')).toEqual({ rows: [], game: '', year: '' })
    expect(read('utm_source=x&Number=7')).toEqual({ rows: [], game: '', year: '' })
  })

  test('the first game and year count', () => {
    expect(read('game=diamond&game=06&year=2024&year=2023')).toMatchObject({ game: 'diamond', year: '2024' })
  })
})

describe('a row is searched, incomplete, or has a wrong number', () => {
  const full = { number: '7', type: 'winning', position: 'first_box_winning' }

  test.each<[rule: string, row: Partial<TypedRow>, kind: 'places' | 'incomplete' | 'wrongNumber' | null]>([
    ['complete', full, 'places'],
    ['a leading zero', { ...full, number: '07' }, 'places'],
    ['blanks around the number', { ...full, number: ' 7 ' }, 'places'],
    ['number 90', { ...full, number: '90' }, 'places'],
    ['number 0', { ...full, number: '0' }, 'wrongNumber'],
    ['number 91', { ...full, number: '91' }, 'wrongNumber'],
    ['a fraction', { ...full, number: '1.5' }, 'wrongNumber'],
    ['a word', { ...full, number: 'seven' }, 'wrongNumber'],
    ['a wrong number alone', { number: '91' }, 'wrongNumber'],
    ['nothing at all', {}, null],
    ['only a blank number', { number: ' ' }, 'incomplete'],
    ['only a number', { number: '7' }, 'incomplete'],
    ['only a draw type', { type: 'winning' }, 'incomplete'],
    ['only a position', { position: 'first_box_winning' }, 'incomplete'],
    ['no number', { ...full, number: '' }, 'incomplete'],
    ['no draw type', { ...full, type: '' }, 'incomplete'],
    ['no position', { ...full, position: '' }, 'incomplete'],
    ['an unknown draw type', { ...full, type: 'constructor' }, 'incomplete'],
    ['an unknown position', { ...full, position: 'fourth_box_winning' }, 'incomplete'],
    ['a position of the other draw type', { ...full, position: 'first_box_machine' }, 'incomplete'],
  ])('%s', (_, row, kind) => {
    const { search, ...kinds } = check(row)
    expect(kinds).toEqual({ places: [], incomplete: [], wrongNumber: [], ...(kind && { [kind]: [0] }) })
    expect(search.rows).toHaveLength(kind === 'places' ? 1 : 0)
  })

  test('each keeps its place in the form', () => {
    const rows = [
      BLANK_ROW,
      full,
      { ...full, number: '0' },
      { ...full, type: '' },
      { ...full, number: '8' },
    ].map((row) => ({ ...BLANK_ROW, ...row }))
    const checked = checkSearch({ rows, game: '', year: '' }, GAMES, YEARS)
    expect(checked).toMatchObject({ places: [1, 4], wrongNumber: [2], incomplete: [3] })
    expect(checked.search.rows.map((row) => row.number)).toEqual([7, 8])
  })
})

test.each([
  ['a known game and year', 'lucky_G', '2023', 'lucky_G', 2023],
  ['none', '', '', null, null],
  ['a year with blanks', '', ' 2023 ', null, 2023],
  ['an unknown game', 'tota', '2024', null, 2024],
  ['a game of another case', 'lucky_g', '', null, null],
  ['a year without draws', 'diamond', '1999', 'diamond', null],
  ['no year', 'diamond', 'constructor', 'diamond', null],
])('%s', (_, typedGame, typedYear, game, year) => {
  expect(check({}, typedGame, typedYear).search).toEqual({ rows: [], game, year })
})

test('a position key fits its own draw type only', () => {
  expect(boxOf('any_box_machine', 'machine')).toBe('any_box')
  expect(boxOf('any_box_machine', 'winning')).toBeNull()
  expect(boxOf('first_box', 'winning')).toBeNull()
})
