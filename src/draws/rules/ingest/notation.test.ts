import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readNumbers } from './notation.ts'
import { startsWithLabel } from './pasted-text.ts'

/** One UTF-16 code unit, lone surrogates included. */
const codeUnit = fc.nat(0xffff).map((code) => String.fromCharCode(code))
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
    ['W:07 12 45 60 89 M:3 9 27 33 81'],
    ['  W: 07 12 45 60 89 M: 3 9 27 33 81'],
    ['Winning  number 07 12 45 60 89 Machine no 3 9 27 33 81'],
    ['Winning nos: 07 12 45 60 89 Machine numbers 3 9 27 33 81'],
    ['w 07-12-45-60-89 m 3-9-27-33-81'],
    ['Winning numbers: 07,12,45,60,89\r\nMachine numbers: 3,9,27,33,81'],
    ['Win= 07.12.45.60.89 | Mach= 3.9.27.33.81'],
    ['07-12-45-60-89 M 3-9-27-33-81'],
    ['MACHINE: 3 9 27 33 81\nWINNING: 07 12 45 60 89'],
    ['(07) (12) (45) (60) (89) / (3) (9) (27) (33) (81)'],
    ['07/12/45/60/89/3/9/27/33/81'],
    ['07.00 12.00 45.00 60.00 89.00 3.00 9.00 27.00 33.00 81.00'],
    ['07.0\t12.0\t45.0\t60.0\t89.0\t3.0\t9.0\t27.0\t33.0\t81.0'],
  ])('%j', (text) => {
    expect(readNumbers(text)).toEqual({ winning: W, machine: M })
  })

  test('a set alone, a part of a set and numbers out of range are read as written', () => {
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
    '5 W: 1 2 3 4 5',
    '1 x 2',
  ])('%j is none', (text) => {
    expect(readNumbers(text)).toBeNull()
  })

  test('a label at the start of a line', () => {
    const lines = ['W: 1', 'machine 2', 'Mac', ' W: 1', '1 W: 2', 'Wednesday', '']
    expect(lines.map(startsWithLabel)).toEqual([true, true, true, true, false, false, false])
  })

  test('ten numbers are read with any separator', () => {
    const gap = fc.constantFrom(' ', ',', ', ', ' - ', '-', '\n', '\t', '.', '  ')
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 10 }),
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
    fc.assert(fc.property(fc.string({ unit: codeUnit }), (text) => void readNumbers(text)))
  })
})
