import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDate } from '../../../platform/rules/base/calendar.ts'
import { gameMatcher } from '../game-names.ts'
import { seedGames } from '../games.ts'
import { readPastedDraws, tooLong } from './pasted-draws.ts'
import { readDay } from '../written-dates.ts'

/** One UTF-16 code unit, lone surrogates included. */
const codeUnit = fc.nat(0xffff).map((code) => String.fromCharCode(code))
const W = ['07', '12', '45', '60', '89']
const M = ['3', '9', '27', '33', '81']
const FIVE = ['1', '2', '3', '4', '5']
const MORE = ['6', '7', '8', '9', '10']
const findGame = gameMatcher(seedGames(parseDate('2020-01-01')!))
const read = (text: string, day?: string) =>
  readPastedDraws(text, findGame, day).map((row) => ({
    ...row,
    date: readDay(row.date as string).date ?? row.date,
  }))
const draw = { line: 1, game: 'bingo', date: '2023-10-02', winning: W, machine: M }

describe('draws written one per line', () => {
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
      { line: 1, game: '06', date: '2023-10-03', winning: FIVE, machine: [] },
      { line: 3, game: 'king', date: '2023-10-07', serial: '12', winning: FIVE, machine: MORE },
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
    expect(read(line)).toMatchObject([{ game, winning: FIVE }])
  })

  test('an unreadable line becomes a row, which the checks refuse', () => {
    expect(read('hello')).toMatchObject([
      { line: 1, game: 'hello', date: '', winning: [], machine: [], unread: true },
    ])
    const [bad] = read('bingo 2023-10-02 seven 12 45')
    const problem =
      '“seven” cannot be read. Write five winning numbers, or five winning and five machine numbers.'
    expect(bad).toEqual({ ...draw, winning: ['12', '45'], machine: [], problem })
    expect(read('bingos 2023-10-02 1 2 3 4 5')[0]!.game).toBe('bingos')
    expect(read('bingo 2/13/2023 1 2 3 4 5')[0]!.date).toBe('2/13/2023')
  })

  test.each([
    ['07/12/45/60/89 / 14/01/04', '14/01/04'],
    ['07-12-45-60-89 14-01-04', '14-01-04'],
    ['07/12/45/60/89 | 14/01', '14/01'],
    ['14/01/04 / 07/12/45/60/89', '14/01/04'],
  ])('a part of a set that looks like a date is none: %s', (text, part) => {
    const problem = `“${part}” may be a date or numbers. Write the year with four digits.`
    expect(read(`bingo ${text}`, '2023-10-02')).toMatchObject([{ problem }])
  })

  test.each([
    '07-12-45-60-89 14/01/23',
    '14/01/23 07/12/45/60/89',
    '07/12/45/60/89 #3 14/01/23',
    '07/12/45/60/89 / 14/01/2023',
  ])('a date with another sign, before the numbers or with its whole year is one: %s', (text) => {
    expect(read(`bingo ${text}`)).toMatchObject([{ date: '2023-01-14', winning: W }])
    expect(read(`bingo ${text}`)[0]).not.toHaveProperty('problem')
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

describe('draws in the blocks of chats', () => {
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
    ['one set on the line of the game', 'Bingo 2/10/2023 W: 07 12 45 60 89\nM: 3 9 27 33 81'],
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
      { line: 7, game: '06', date: '2023-10-02', winning: FIVE, machine: MORE },
      { line: 11, game: 'lucky_G', date: '2023-10-03', status: 'no_draw', winning: [], machine: [] },
      { line: 13, game: 'gold', date: '2023-10-03', serial: '80', winning: W, machine: [] },
    ])
  })

  test('06 on a separate line is a number while numbers are missing', () => {
    const [only, ...more] = read('Bingo 2/10/2023\n07\n12\n45\n60\n06\n3\n9\n27\n33\n81')
    expect([only!.winning, only!.machine, more]).toEqual([['07', '12', '45', '60', '06'], M, []])
  })

  test('a draw without a day has the given day, else none', () => {
    const text = 'Bingo\nW: 07 12 45 60 89\nM: 3 9 27 33 81'
    expect(read(text, '2023-10-02')).toEqual([{ line: 1, ...block, date: '2023-10-02' }])
    expect(read(text)[0]!.date).toBe('')
  })

  test.each([
    ['[02/10/2023, 16:05] Ade: '],
    ['\u200e[02/10/2023, 16:05:11] Ade: '],
    ['2/10/23 16:05 - Ade: '],
    ['2023-10-02,  4:05pm - Ade: '],
    ['02.10.2023, 4:05 PM - Ade: '],
    ['02/10/2023, 4:05 p.m. - Ade: '],
    ['02/10/2023, 04:05 am-Ade Lotto: '],
    ['[02/10/2023, 16:05]Ade: '],
    ['[02/10/2023, 16:05] '],
    ['[02/10/2023, 16:05:11] '],
    ['02/10/2023, 4:05pm - '],
    ['02/10/2023, 4:05 p.m. - '],
    ['02/10/2023, 4:05 am. - '],
    ['02/10/2023, 16:05 -  '],
    [`02/10/2023, 16:05 - ${'A'.repeat(60)}: `],
  ])('the stamp %j gives the day', (stamp) => {
    expect(read(`${stamp}Bingo\nW: 07 12 45 60 89\nM: 3 9 27 33 81`)).toEqual([
      { line: 1, ...block, date: '2023-10-02' },
    ])
  })

  test('a date and time inside a line are not a stamp', () => {
    expect(read('Bingo 2/10/2023, 16:05 - Ade: 07')).toMatchObject([{ game: 'bingo', date: '2023-10-02' }])
  })

  test('a game or a label may follow a stamp without a sender', () => {
    expect(read('[02/10/2023, 16:05] Bingo: 07 12 45 60 89 / 3 9 27 33 81')).toEqual([
      { line: 1, ...block, date: '2023-10-02' },
    ])
    expect(
      read('Bingo\n[02/10/2023, 16:05] W: 07 12 45 60 89\n[02/10/2023, 16:06] M: 3 9 27 33 81', '2023-10-02'),
    ).toEqual([{ line: 1, ...block, date: '2023-10-02' }])
  })

  test.each(
    "result results draw draws lotto lottery game games number numbers for of the today todays today's date day baba ijebu".split(
      ' ',
    ),
  )('a heading may have the word "%s"', (word) => {
    expect(read(`${word} 2/10/2023\nBingo\nW: 07 12 45 60 89\nM: 3 9 27 33 81`)).toEqual([
      { line: 2, ...block, date: '2023-10-02' },
    ])
  })

  test.each<[what: string, text: string, rows: object[]]>([
    [
      'an old Mac',
      'Bingo 2/10/2023 07 12 45 60 89\rGold 3/10/2023 1 2 3 4 5',
      [{ game: 'bingo', winning: W }, { game: 'gold' }],
    ],
    ['brackets at the end', 'hello ((', [{ game: 'hello' }]],
    [
      '06 after three empty lines',
      'Bingo 2/10/2023\n06\n\n\n\nW: 1 2 3 4 5',
      [{ game: 'bingo' }, { game: '06', winning: FIVE }],
    ],
    ['stars between numbers', 'Bingo 2/10/2023 07*12*45*60*89', [{ winning: W, machine: [] }]],
    ['a weekday below the game', 'Bingo 2/10/2023\nMonday\nW: 07 12 45 60 89\nM: 3 9 27 33 81', [block]],
    ['a serial number below', 'Bingo 2/10/2023\n#79\n07 12 45 60 89', [{ serial: '79', winning: W }]],
    ['a name alone', 'Bingo', [{ game: 'bingo', winning: [] }]],
    ['a comma after the name', 'Bingo , 2/10/2023 ,07 12 45 60 89', [{ game: 'bingo', winning: W }]],
    ['an unknown name', 'Bingos ,; 2/10/2023 07 12 45 60 89', [{ game: 'Bingos', winning: W }]],
    [
      '06 before a label, after an empty line',
      'Bingo 2/10/2023\n\n06\n\nW: 1 2 3 4 5',
      [
        { game: 'bingo', winning: [] },
        { game: '06', winning: FIVE },
      ],
    ],
    [
      '06 as the last number',
      'Bingo 2/10/2023\n07\n12\n45\n60\n06',
      [{ game: 'bingo', winning: ['07', '12', '45', '60', '06'] }],
    ],
    [
      '06 as the last machine number of a draw whose game is not read',
      '5*6 Lotto SUPER 2/10/2023 MN 03\n09\n27\n33\n06\nWN 07\n12\n45\n60\n89',
      [{ game: '', machine: ['03', '09', '27', '33', '06'] }],
    ],
    [
      '06 as the first machine number of a game that is not known',
      'Good luck to all 2/10/2023\n07\n12\n45\n60\n89\n06\n9\n27\n33\n81\n5',
      [{ game: 'Good luck to all' }],
    ],
    [
      '06 below chatter',
      'pls forward\n06 2/10/2023\nW: 1 2 3 4 5',
      [{ unread: true }, { game: '06', winning: FIVE }],
    ],
    ...['Fortune', 'Fortune EV 87', 'Fortune\nEvent No: 87'].map((head): [string, string, object[]] => [
      `numbers below another game than ${JSON.stringify(head)}`,
      `${head}\nGold\n1 2 3 4 5`,
      [
        { game: 'fortune' },
        {
          game: 'gold',
          problem: `The numbers may belong to “${head.split('\n')[0]}”, which has none.`,
        },
      ],
    ]),
    [
      '06 after ten numbers',
      'Bingo 2/10/2023 07 12 45 60 89 3 9 27 33 81\n06\n1 2 3 4 5',
      [block, { game: '06', winning: FIVE }],
    ],
    [
      'a day below numbers is a heading',
      'Bingo\n07 12 45 60 89\n3/10/2023\nGold\n1 2 3 4 5',
      [
        { game: 'bingo', date: '' },
        { game: 'gold', date: '2023-10-03' },
      ],
    ],
    [
      'a second day is a heading',
      'Bingo 2/10/2023\n3/10/2023\nGold\n1 2 3 4 5',
      [
        { game: 'bingo', date: '2023-10-02' },
        { game: 'gold', date: '2023-10-03' },
      ],
    ],
    ['a day below "no draw"', 'Bingo\nno draw\n2/10/2023', [{ status: 'no_draw', date: '2023-10-02' }]],
    [
      'numbers after machine numbers alone, which the checks refuse',
      'Bingo 2/10/2023\nM: 3 9 27 33 81\n07',
      [{ game: 'bingo' }],
    ],
  ])('%s', (_, text, rows) => {
    expect(read(text)).toMatchObject(rows)
  })

  test.each(['no draw', 'NODRAW', 'no-draw', 'no_draw', 'N O  D R A W', 'no - draw'])(
    'a day without a draw is written %j',
    (words) => {
      expect(read(`bingo 2023-10-02 ${words}`)).toMatchObject([{ status: 'no_draw', winning: [] }])
    },
  )

  test.each(['#79', '# 79', 'EV79', 'EV : 79', 'Event 79', 'serial: 79', 'S/N 79', 'No. 79'])(
    'a serial number is written %j',
    (words) => {
      expect(read(`bingo 2023-10-02 ${words} 07 12 45 60 89`)).toMatchObject([{ serial: '79', winning: W }])
    },
  )

  test('of two names the longer one counts', () => {
    const games = [
      { key: 'mark', name: 'Mark' },
      { key: 'mark_2', name: 'Mark II' },
      { key: 'long', name: 'One Two Three Four Five' },
    ]
    const found = (text: string) => readPastedDraws(text, gameMatcher(games)).map(({ game }) => game)
    expect(found('mark ii 2/10/2023 1 2 3 4 5')).toEqual(['mark_2'])
    expect(found('mark 2/10/2023 1 2 3 4 5')).toEqual(['mark'])
    expect(found('one two three four five 2/10/2023 1 2 3 4 5')).toEqual(['long'])
  })

  test('a draw of more than 500 characters has no further lines', () => {
    const first = (length: number) => `Bingo 2/10/2023${','.repeat(length - 15)}`
    expect(read(`${first(500)}\n07 12 45 60 89`)).toHaveLength(1)
    expect(read(`${first(501)}\n07 12 45 60 89`)).toHaveLength(2)
  })

  test('other text is a separate row, which the checks refuse', () => {
    const text = 'Good evening all\nBingo 2/10/2023\nW: 07 12 45 60 89\nM: 3 9 27 33 81\n08031234567\nCall me'
    expect(read(text).map(({ line, game }) => [line, game])).toEqual([
      [1, 'Good evening all'],
      [2, 'bingo'],
      [5, ''],
      [6, 'Call me'],
    ])
  })
})

describe('a text is too long', () => {
  test.each<[what: string, text: string, problem: string | null]>([
    ['20,000 lines are read', 'x\n'.repeat(19_999), null],
    [
      '20,001 lines',
      'x\n'.repeat(20_000),
      'The text has 20001 lines; at most 20000 are read. Use a table for more.',
    ],
    ['500 characters in a line are read', `x\n${'x'.repeat(500)}`, null],
    ['501 characters in the first line', 'x'.repeat(501), 'Line 1 has more than 500 characters.'],
    ['501 characters in the second line', `x\n${'x'.repeat(501)}`, 'Line 2 has more than 500 characters.'],
  ])('%s', (_, text, problem) => {
    expect(tooLong(text)).toBe(problem)
  })
})
