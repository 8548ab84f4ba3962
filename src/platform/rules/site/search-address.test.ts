import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  SEARCH_LIMITS,
  BLANK_ROW,
  boxIn,
  checkSearch,
  readSearch,
  type TypedRow,
  fieldName,
  problemText,
  readPart,
  typedSearch,
  writePart,
  writeSearch,
} from './search-address.ts'
import { DRAW_TYPES, SEARCH_BOXES } from '../base/balls.ts'

const GAMES = ['diamond', '06', 'lucky_G']
const YEARS = [2024, 2023]
const read = (address: string) => readSearch(new URLSearchParams(address))
const EMPTY = { number: '', type: '', position: '' }
const check = (row: Partial<TypedRow>, game: string | null = null, year = '') =>
  checkSearch({ rows: [{ ...EMPTY, ...row }], game, year }, GAMES, YEARS)

test('the documented address is read', () => {
  const typed = read('number=7&type=winning&position=first_box_winning&game=diamond&year=2024')
  expect(checkSearch(typed, GAMES, YEARS)).toEqual({
    search: { rows: [{ number: 7, type: 'winning', box: 'first_box' }], game: 'diamond', year: 2024 },
    complete: [{ number: '7', type: 'winning', position: 'first_box' }],
    problems: [],
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

describe('joined rows', () => {
  const row = (number: string, join?: string): TypedRow => ({
    number,
    type: 'winning',
    position: 'any_box',
    join,
  })
  const joins = (rows: TypedRow[]) =>
    checkSearch({ rows, game: null, year: '' }, GAMES, YEARS).complete.map(({ join }) => join ?? '')

  test('are in the address, for each row after the first', () => {
    const rows = [row('7', 'same'), row('8'), row('9', 'same'), BLANK_ROW, row('10', 'same')]
    const address = writeSearch({ rows, game: null, year: '' })
    expect(address.filter(([name]) => name === 'join')).toEqual([
      ['join', ''],
      ['join', 'same'],
      ['join', 'same'],
    ])
    const again = readSearch(address)
    expect(again.rows.map(({ join }) => join ?? '')).toEqual(['', '', 'same', 'same'])
    expect(writeSearch(again)).toEqual(address)
    expect(writeSearch({ rows: [row('7'), row('8')], game: null, year: '' }).flat()).not.toContain('join')
  })

  test('join a row to the complete row above', () => {
    expect(joins([row('7', 'same'), row('8', 'same')])).toEqual(['', 'same'])
    expect(joins([row('7'), BLANK_ROW, row('8', 'same')])).toEqual(['', 'same'])
    expect(joins([row('7'), row('91'), row('8', 'same')])).toEqual(['', ''])
    expect(joins([row('7'), row('', 'same'), row('8', 'same')])).toEqual(['', 'same'])
  })

  test.each(['1', '10', 'SAME', ' same', 'constructor'])('"%s" joins nothing', (join) => {
    expect(joins([row('7'), row('8', join)])).toEqual(['', ''])
  })
})

test('a typed search is equal after writing and reading its address, without empty rows', () => {
  const row = fc.record({ number: fc.string(), type: fc.string(), position: fc.string() })
  const typed = fc.record({
    rows: fc.array(row, { maxLength: 10 }),
    game: fc.option(fc.string()),
    year: fc.string(),
  })
  fc.assert(
    fc.property(typed, (search) => {
      const blank = new Set(['|', 'winning|any_box'])
      const rows = search.rows.filter(
        ({ number, type, position }) => number.trim() !== '' || !blank.has(`${type}|${position}`),
      )
      expect(readSearch(writeSearch(search))).toEqual({ ...search, rows })
    }),
  )
})

test('a blank search has an empty query and an empty form', () => {
  expect(writeSearch({ rows: [BLANK_ROW, EMPTY], game: null, year: '' })).toEqual([])
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
    expect(read('')).toEqual({ rows: [], game: null, year: '' })
    expect(read('utm_source=x&Number=7')).toEqual({ rows: [], game: null, year: '' })
  })

  test('the first game and year count', () => {
    expect(read('game=diamond&game=06&year=2024&year=2023')).toMatchObject({ game: 'diamond', year: '2024' })
  })
})

describe('a plain form', () => {
  test('sends the draw type and the position of each row under its own name', () => {
    const names = [0, 1].map((place) => fieldName('type', place))
    expect(names).toEqual(['type', 'type2'])
    const sent = 'number=7&type=winning&position=any_box&number=8&type2=both&position2=last_box&game=&year='
    expect(read(sent)).toEqual({
      rows: [
        { number: '7', type: 'winning', position: 'any_box' },
        { number: '8', type: 'both', position: 'last_box' },
      ],
      game: '',
      year: '',
    })
  })

  test('asks for more rows by their number', () => {
    expect(read('number=7&type=machine&position=any_box&rows=2').rows).toEqual([
      { number: '7', type: 'machine', position: 'any_box' },
      BLANK_ROW,
    ])
    expect(read('rows=99').rows).toHaveLength(10)
    expect(read('rows=x&number=7').rows).toHaveLength(1)
  })
})

describe('a row is searched, blank, or has a problem', () => {
  const full = { number: '7', type: 'winning', position: 'first_box' }
  const ASK_NUMBER = 'Enter a number from 1 to 90.'
  const ASK_TYPE = 'Choose a draw type.'
  const ASK_PLACE = 'Choose a position.'
  const ASK_BOTH = 'Choose a draw type and a position.'

  test.each<[rule: string, row: Partial<TypedRow>, kind: string, text?: string]>([
    ['complete', full, 'searched'],
    ['a key of the specification', { ...full, position: 'first_box_winning' }, 'searched'],
    ['any box', { ...full, position: 'any_box' }, 'searched'],
    ['any box of its draw type', { ...full, position: 'any_box_winning' }, 'searched'],
    ['a leading zero', { ...full, number: '07' }, 'searched'],
    ['blanks around the number', { ...full, number: ' 7 ' }, 'searched'],
    ['number 90', { ...full, number: '90' }, 'searched'],
    ['nothing at all', {}, 'blank'],
    ['only a blank number', { number: ' ' }, 'blank'],
    ['the choices of an empty form', BLANK_ROW, 'blank'],
    ['number 0', { ...full, number: '0' }, 'wrong-number', ASK_NUMBER],
    ['number 91', { ...full, number: '91' }, 'wrong-number', ASK_NUMBER],
    ['a fraction', { ...full, number: '1.5' }, 'wrong-number', ASK_NUMBER],
    ['a word', { ...full, number: 'seven' }, 'wrong-number', ASK_NUMBER],
    ['a wrong number alone', { number: '91' }, 'wrong-number', `${ASK_NUMBER} ${ASK_BOTH}`],
    ['no number', { ...full, number: '' }, 'incomplete', ASK_NUMBER],
    ['another draw type and no number', { ...BLANK_ROW, type: 'both' }, 'incomplete', ASK_NUMBER],
    ['only a number', { number: '7' }, 'incomplete', ASK_BOTH],
    ['only a draw type', { type: 'winning' }, 'incomplete', `${ASK_NUMBER} Choose a position.`],
    ['only a position', { position: 'first_box' }, 'incomplete', `${ASK_NUMBER} Choose a draw type.`],
    ['no draw type', { ...full, type: '' }, 'incomplete', ASK_TYPE],
    [
      'a key without its draw type',
      { ...full, type: '', position: 'last_box_machine' },
      'incomplete',
      ASK_TYPE,
    ],
    ['no position', { ...full, position: '' }, 'incomplete', ASK_PLACE],
    ['an unknown draw type', { ...full, type: 'constructor' }, 'incomplete', ASK_TYPE],
    ['an unknown position', { ...full, position: 'fourth_box' }, 'incomplete', ASK_PLACE],
    [
      'a position of the other draw type',
      { ...full, position: 'first_box_machine' },
      'incomplete',
      ASK_PLACE,
    ],
    [
      'both draw types with a key of one',
      { ...full, type: 'both', position: 'first_box_winning' },
      'incomplete',
      ASK_PLACE,
    ],
  ])('%s', (_, row, kind, text) => {
    const { search, complete, problems } = check(row)
    expect(search.rows).toHaveLength(kind === 'searched' ? 1 : 0)
    expect(complete).toHaveLength(kind === 'searched' ? 1 : 0)
    const expected = kind === 'searched' || kind === 'blank' ? [] : [[0, kind, text]]
    expect(problems.map((problem) => [problem.place, problem.kind, problemText(problem)])).toEqual(expected)
  })

  test('a row of both draw types is one row for each', () => {
    const { search, complete } = check({ number: '07', type: 'both', position: 'any_box' })
    expect(search.rows).toEqual([
      { number: 7, type: 'winning', box: 'any_box' },
      { number: 7, type: 'machine', box: 'any_box' },
    ])
    expect(complete).toEqual([{ number: '7', type: 'both', position: 'any_box' }])
  })

  test('a problem names its place in the form', () => {
    const rows = [BLANK_ROW, full, { ...full, number: '0' }, { ...full, type: '' }, { ...full, number: '8' }]
    const { search, problems } = checkSearch({ rows, game: null, year: '' }, GAMES, YEARS)
    expect(problems.map(({ place, fields }) => [place, fields])).toEqual([
      [2, ['number']],
      [3, ['type']],
    ])
    expect(search.rows.map((row) => row.number)).toEqual([7, 8])
  })
})

test.each<[string, string | null, string, string | null, number | null]>([
  ['a known game and year', 'lucky_G', '2023', 'lucky_G', 2023],
  ['none', '', '', null, null],
  ['an address without a game', null, '', null, null],
  ['a year with blanks', '', ' 2023 ', null, 2023],
  ['an unknown game', 'tota', '2024', null, 2024],
  ['a game of another case', 'lucky_g', '', null, null],
  ['a year without draws', 'diamond', '1999', 'diamond', null],
  ['no year', 'diamond', 'constructor', 'diamond', null],
])('%s', (_, typedGame, typedYear, game, year) => {
  expect(check({}, typedGame, typedYear).search).toEqual({ rows: [], game, year })
})

test('a position key fits its own draw type only', () => {
  const box = (position: string, type: string) => boxIn({ number: '7', type, position })
  expect(box('any_box_machine', 'machine')).toBe('any_box')
  expect(box('any_box_machine', 'winning')).toBeNull()
  expect(box('first_box', 'winning')).toBe('first_box')
  expect(box('first_box_winning', 'both')).toBeNull()
})

test.each<[query: string, all: string | null, page: number]>([
  ['', null, 1],
  ['all=year', 'year', 1],
  ['all=draws', 'draws', 1],
  ['all=draws&page=3', 'draws', 3],
  ['all=year&page=3', 'year', 1],
  ['page=3', null, 1],
  ['all=constructor', null, 1],
  ['all=draws&page=0', 'draws', 1],
  ['all=draws&page=-1', 'draws', 1],
  ['all=draws&page=99999', 'draws', 1],
])('the part of "%s"', (query, all, page) => {
  const part = readPart(new URLSearchParams(query))
  expect(part).toEqual({ all, page })
  expect(readPart(new URLSearchParams(writePart(part)))).toEqual(part)
})
