import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCsv, readNumbers, readPastedDraws } from './notation.ts'

const W = ['07', '12', '45', '60', '89']
const M = ['3', '9', '27', '33', '81']

describe('the numbers of a draw', () => {
  test.each([
    ['07 12 45 60 89 3 9 27 33 81'],
    ['07,12,45,60,89,3,9,27,33,81'],
    ['07-12-45-60-89 / 3 9 27 33 81'],
    ['07 - 12 - 45 - 60 - 89\n3 - 9 - 27 - 33 - 81'],
    ['07, 12, 45, 60, 89;3, 9, 27, 33, 81'],
    ['07\n12\n45\n60\n89\n3\n9\n27\n33\n81\n'],
    ['07\t12\t45\t60\t89\t3\t9\t27\t33\t81'],
    ['W: 07 12 45 60 89 M: 3 9 27 33 81'],
    ['w 07-12-45-60-89 m 3-9-27-33-81'],
    ['Winning numbers: 07,12,45,60,89\r\nMachine numbers: 3,9,27,33,81'],
    ['Win= 07.12.45.60.89 | Mach= 3.9.27.33.81'],
    ['MACHINE: 3 9 27 33 81\nWINNING: 07 12 45 60 89'],
    ['(07) (12) (45) (60) (89) / (3) (9) (27) (33) (81)'],
    ['07/12/45/60/89/3/9/27/33/81'],
  ])('%j', (text) => {
    expect(readNumbers(text)).toEqual({ winning: W, machine: M })
  })

  test('a set alone, a part of a set, and what is out of range stay as they were written', () => {
    expect(readNumbers('07 12 45 60 89')).toEqual({ winning: W, machine: [] })
    expect(readNumbers('7/12')).toEqual({ winning: ['7', '12'], machine: [] })
    expect(readNumbers('M: 3 9 27 33 81')).toEqual({ winning: [], machine: M })
    expect(readNumbers('0 91 100 7 7')).toEqual({ winning: ['0', '91', '100', '7', '7'], machine: [] })
  })

  test.each([
    '',
    '   ',
    'hello',
    '1 2 3 4 5 6 7 8 9 10 11',
    'W: 1 2 3 4 5 6',
    'Bingo 1 2 3 4 5',
    'W: 1 W: 2',
    '1 x 2',
  ])('%j is none', (text) => {
    expect(readNumbers(text)).toBeNull()
  })

  test('whatever separates them, ten numbers are ten numbers', () => {
    const gap = fc.constantFrom(' ', ',', ', ', ' - ', '-', '\n', '\t', '.', '  ')
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 1, maxLength: 10 }),
        gap,
        (balls, between) => {
          fc.pre(!(between === '\n' && balls.length === 2))
          const { winning, machine } = readNumbers(balls.join(between))!
          expect([...winning, ...machine]).toEqual(balls.map(String))
        },
      ),
    )
  })

  test('no text throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readNumbers(text)))
  })
})

describe('pasted draws', () => {
  const games = [
    { key: 'bingo', name: 'Bingo' },
    { key: 'diamond', name: 'Diamond' },
    { key: '06', name: '06' },
    { key: 'king', name: 'Premier King' },
    { key: 'msp', name: 'Monday Special (MSP)' },
    { key: 'lucky_G', name: 'Lucky G (Lucky Tuesday)' },
  ]
  const read = (text: string) => readPastedDraws(text, games)
  const draw = { line: 1, game: 'bingo', date: '2023-10-02', winning: W, machine: M }

  test.each([
    'bingo 2023-10-02 07 12 45 60 89 3 9 27 33 81',
    'Bingo, 2/10/2023, 07-12-45-60-89 / 3-9-27-33-81',
    'BINGO Mon 2 Oct 2023: W: 07 12 45 60 89 M: 3 9 27 33 81',
    '2023-10-02,bingo,07,12,45,60,89,3,9,27,33,81',
    'Monday, 2 October 2023 Bingo 07 12 45 60 89 | 3 9 27 33 81',
    '02.10.2023 bingo 07 12 45 60 89 3 9 27 33 81',
  ])('%s', (line) => {
    expect(read(line)).toEqual([draw])
  })

  test('names with digits, blanks and brackets, serial numbers and days without a draw', () => {
    expect(
      read(
        [
          '06 2023-10-03 1 2 3 4 5',
          '',
          'premier king 2023-10-07 #12 1 2 3 4 5 / 6 7 8 9 10',
          'Monday Special (MSP) 2023-10-02 no draw',
          'lucky_g 2023-10-03 no_draw #7',
        ].join('\r\n'),
      ),
    ).toEqual([
      { line: 1, game: '06', date: '2023-10-03', winning: ['1', '2', '3', '4', '5'], machine: [] },
      {
        line: 3,
        game: 'king',
        date: '2023-10-07',
        serial: '12',
        winning: ['1', '2', '3', '4', '5'],
        machine: ['6', '7', '8', '9', '10'],
      },
      { line: 4, game: 'msp', date: '2023-10-02', status: 'no_draw', winning: [], machine: [] },
      {
        line: 5,
        game: 'lucky_G',
        date: '2023-10-03',
        serial: '7',
        status: 'no_draw',
        winning: [],
        machine: [],
      },
    ])
  })

  test('a name that ends like a weekday is a name', () => {
    expect(read('Diamond 2/10/2023 1 2 3 4 5')[0]!.game).toBe('diamond')
  })

  test('a line that cannot be read stays, for the checks to refuse', () => {
    expect(read('hello')).toEqual([{ line: 1, game: 'hello', date: '', winning: [''], machine: [] }])
    const [bad] = read('bingo 2023-10-02 seven 12 45')
    expect(bad).toEqual({ ...draw, winning: ['seven 12 45'], machine: [] })
    expect(read('bingos 2023-10-02 1 2 3 4 5')[0]!.game).toBe('bingos')
    expect(read('bingo 2/13/2023 1 2 3 4 5')[0]!.date).toBe('2023-13-02')
  })

  test('a line that names columns tells a CSV file from lines of draws', () => {
    expect(isCsv('\n game,date,serial\nbingo,2023-10-02')).toBe(true)
    expect(isCsv('bingo, 2023-10-02, 1 2 3 4 5')).toBe(false)
    expect(isCsv('')).toBe(false)
  })

  test('no text throws or loses a line', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (lines) => {
        const text = lines.join('\n')
        expect(read(text)).toHaveLength(text.split(/\r\n?|\n/).filter((line) => line.trim() !== '').length)
      }),
    )
  })
})
