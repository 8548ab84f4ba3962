import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDate } from './calendar.ts'
import { gameMatcher } from './game-names.ts'
import { seedGames } from './games.ts'
import { readPastedDraws } from './pasted-draws.ts'

/** One UTF-16 code unit, lone surrogates included. */
const codeUnit = fc.nat(0xffff).map((code) => String.fromCharCode(code))
const W = ['07', '12', '45', '60', '89']
const M = ['3', '9', '27', '33', '81']
const findGame = gameMatcher(seedGames(parseDate('2020-01-01')!))
const read = (text: string, day?: string) => readPastedDraws(text, findGame, day)
const draw = { line: 1, game: 'bingo', date: '2023-10-02', winning: W, machine: M }

describe('draws that are written one a line', () => {
  test.each([
    'bingo 2023-10-02 07 12 45 60 89 3 9 27 33 81',
    'Bingo, 2/10/2023, 07-12-45-60-89 / 3-9-27-33-81',
    'BINGO Mon 2 Oct 2023: W: 07 12 45 60 89 M: 3 9 27 33 81',
    '2023-10-02,bingo,07,12,45,60,89,3,9,27,33,81',
    'Monday, 2 October 2023 Bingo 07 12 45 60 89 | 3 9 27 33 81',
    '02.10.2023 bingo 07 12 45 60 89 3 9 27 33 81',
    'Bingo 2/10/23 07 12 45 60 89 3 9 27 33 81',
    'bingo\t2023-10-02\t07.0\t12.0\t45.0\t60.0\t89.0\t3.0\t9.0\t27.0\t33.0\t81.0',
    'Premier Bingo (Mon) 2/10/2023 07-12-45-60-89 3-9-27-33-81',
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

  test.each([
    ['Diamond 2/10/2023 1 2 3 4 5', 'diamond'],
    ['Lucky Tuesday 3/10/2023 1 2 3 4 5', 'lucky_G'],
    ['Monday Special Mon 2/10/2023 1 2 3 4 5', 'msp'],
    ['Tuesday 3/10/2023 Gold 1 2 3 4 5', 'gold'],
    ['Friday Bonanza 6/10/2023 1 2 3 4 5', 'bonanza'],
  ])('a weekday in %j is part of the name or of the date', (line, game) => {
    expect(read(line)).toMatchObject([{ game, winning: ['1', '2', '3', '4', '5'] }])
  })

  test('a line that cannot be read stays, for the checks to refuse', () => {
    expect(read('hello')).toEqual([{ line: 1, game: 'hello', date: '', winning: [''], machine: [] }])
    const [bad] = read('bingo 2023-10-02 seven 12 45')
    expect(bad).toEqual({ ...draw, winning: ['seven 12 45'], machine: [] })
    expect(read('bingos 2023-10-02 1 2 3 4 5')[0]!.game).toBe('bingos')
    expect(read('bingo 2/13/2023 1 2 3 4 5')[0]!.date).toBe('2/13/2023')
  })

  test('no text throws, and each row begins on a line of the text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: codeUnit })), (lines) => {
        const text = lines.join('\n')
        const count = text.split(/\r\n?|\n/).length
        for (const { line } of read(text)) expect(line >= 1 && line <= count).toBe(true)
      }),
    )
  })
})

describe('draws in blocks, as chats carry them', () => {
  const block = { game: 'bingo', winning: W, machine: M }

  test.each<[what: string, text: string]>([
    ['game, W and M', 'Bingo 2/10/2023\nW: 07 12 45 60 89\nM: 3 9 27 33 81'],
    ['the date below the game', 'BINGO\nMonday, 02/10/2023\nWinning: 07-12-45-60-89\nMachine: 3-9-27-33-81'],
    [
      'the date above the game',
      'RESULT FOR MONDAY 2/10/2023\n\nBingo:\nWIN 07 12 45 60 89\nMAC 3 9 27 33 81',
    ],
    ['bold letters and emoji', '*2 Oct 2023*\n🎯 *Bingo* 🎯\n*W:* 07 12 45 60 89\n*M:* 3 9 27 33 81 ✅'],
    ["a chat's stamp", '[02/10/2023, 16:05:11] Ade Lotto: Bingo\nW: 07 12 45 60 89\nM: 3 9 27 33 81'],
    ["another chat's stamp", '02/10/2023, 4:05 pm - Ade: Bingo\n\nW: 07 12 45 60 89\nM: 3 9 27 33 81'],
    [
      'a stamp on each line',
      '[02/10/2023, 16:05] Ade: Bingo\n[02/10/2023, 16:05] Ade: W: 07 12 45 60 89\n[02/10/2023, 16:06] Ade: M: 3 9 27 33 81',
    ],
    ['lines without labels', 'Bingo 2/10/2023\n07 12 45 60 89\n3 9 27 33 81'],
    ['one set a line after the game in the same line', 'Bingo 2/10/2023 W: 07 12 45 60 89\nM: 3 9 27 33 81'],
  ])('%s', (_, text) => {
    expect(read(text)).toMatchObject([{ ...block, date: '2023-10-02' }])
  })

  test('several with serial numbers, under the day of each heading', () => {
    const text = `Baba Ijebu results today 2/10/2023

Diamond EV 79
W: 26 34 08 51 84
M: 11 67 57 36 75

06
W: 1 2 3 4 5
M: 6 7 8 9 10
TUESDAY 3/10/2023
Lucky Tuesday
no draw
Gold #80
W: 07 12 45 60 89`
    expect(read(text)).toEqual([
      {
        line: 3,
        game: 'diamond',
        date: '2023-10-02',
        serial: '79',
        winning: ['26', '34', '08', '51', '84'],
        machine: ['11', '67', '57', '36', '75'],
      },
      {
        line: 7,
        game: '06',
        date: '2023-10-02',
        winning: ['1', '2', '3', '4', '5'],
        machine: ['6', '7', '8', '9', '10'],
      },
      { line: 11, game: 'lucky_G', date: '2023-10-03', status: 'no_draw', winning: [], machine: [] },
      { line: 13, game: 'gold', date: '2023-10-03', serial: '80', winning: W, machine: [] },
    ])
  })

  test('06 on a line of its own is a number where numbers are missing', () => {
    const [only, ...more] = read('Bingo 2/10/2023\n07\n12\n45\n60\n06\n3\n9\n27\n33\n81')
    expect([only!.winning, only!.machine, more]).toEqual([['07', '12', '45', '60', '06'], M, []])
  })

  test('a draw that names no day has the day that was given, else none', () => {
    const text = 'Bingo\nW: 07 12 45 60 89\nM: 3 9 27 33 81'
    expect(read(text, '2023-10-02')).toEqual([{ line: 1, ...block, date: '2023-10-02' }])
    expect(read(text)[0]!.date).toBe('')
  })

  test('what is not of a draw is a row of its own, which the checks refuse; the draw stays as it is', () => {
    const text = 'Good evening all\nBingo 2/10/2023\nW: 07 12 45 60 89\nM: 3 9 27 33 81\n08031234567\nCall me'
    expect(read(text).map(({ line, game }) => [line, game])).toEqual([
      [1, 'Good evening all'],
      [2, 'bingo'],
      [5, ''],
      [6, 'Call me'],
    ])
  })
})
