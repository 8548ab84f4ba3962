import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDate } from './calendar.ts'
import { seedGames } from './games.ts'
import { EXAMPLE_QUESTIONS, readQuestion } from './questions.ts'

/** One UTF-16 code unit, lone surrogates included. */
const codeUnit = fc.nat(0xffff).map((code) => String.fromCharCode(code))
const GAMES = seedGames(parseDate('2020-01-01')!)

/** Every sentence of an assumption, with its word in the tables. */
const ASSUMED: Record<string, string> = {
  'No draw type named: winning numbers are searched.': 'type',
  'No box named: all five are searched.': 'box',
  'No game named: all games are searched.': 'game',
  '"06" is read as the game 06.': '06 game',
  '"06" is read as the number 6.': '06 number',
  'Only the first 10 numbers are searched.': 'ten',
  'Only the first 300 characters are read.': 'cut',
  'More than one game named: the last is searched.': 'last game',
  'More than one year named: the last is searched.': 'last year',
  'More than one box named: the last is searched.': 'last box',
  'More than one draw type named: the last is searched.': 'last type',
}

/** `45 first_box winning diamond 2024 | unknown words | what was assumed`. */
function said(question: string): string {
  const { search, unknown, assumed } = readQuestion(question, GAMES)
  const places = new Set(search?.rows.map(({ box, type }) => `${box} ${type}`))
  const numbers = search?.rows.map((row) => row.number).join(' ')
  const reading = search
    ? [numbers, ...places, search.game, search.year].filter((part) => part !== null)
    : ['-']
  const assumptions = assumed.map((sentence) => ASSUMED[sentence] ?? sentence)
  return [reading.join(' '), unknown.join(', '), assumptions.join(', ')].join(' | ')
}

describe('sentences as players write them', () => {
  test.each([
    ['How many times 45 first box diamond 2024', '45 first_box winning diamond 2024 |  | type'],
    ['Has 7 come as a machine number in Bonanza?', '7 any_box machine bonanza |  | box'],
    ['12 and 60 last box winning, all games', '12 60 last_box winning |  | game'],
    ['HOW MANY TIMES HAS 45 PLAYED IN DIAMOND?', '45 any_box winning diamond |  | type, box'],
    ['45', '45 any_box winning |  | type, box, game'],
    ['  45!!!  ', '45 any_box winning |  | type, box, game'],
    ['1 first box winning king 2023', '1 first_box winning king 2023 |  | '],
    ['90 last box machine aseda', '90 last_box machine aseda |  | '],
    ['7 any winning king 1962', '7 any_box winning king 1962 |  | '],
    ['7 any winning king 2199', '7 any_box winning king 2199 |  | '],
    ['45 30 draws any winning king', '45 30 any_box winning king |  | '],
    ['5,10;15/20 second winning gold', '5 10 15 20 second_box winning gold |  | '],
    ['7 7 07 007 any box winning super', '7 any_box winning super |  | '],
    ['8 centre box machine jackpot', '8 center_box machine jackpot |  | '],
    ['8 center box machine jackpot', '8 center_box machine jackpot |  | '],
    ['8 middle machine jackpot', '8 center_box machine jackpot |  | '],
    ['8 third machine jackpot', '8 center_box machine jackpot |  | '],
    ['8 3rd box mac jackpot', '8 center_box machine jackpot |  | '],
    ['8 fourth box win metro', '8 forth_box winning metro |  | '],
    ['8 forth box win metro', '8 forth_box winning metro |  | '],
    ['8 4th box win metro', '8 forth_box winning metro |  | '],
    ['8 1st box win metro', '8 first_box winning metro |  | '],
    ['8 2nd box win metro', '8 second_box winning metro |  | '],
    ['8 5th box win metro', '8 last_box winning metro |  | '],
    ['8 anywhere win metro', '8 any_box winning metro |  | '],
  ])('%s', (question, reading) => {
    expect(said(question)).toBe(reading)
  })
})

describe('names of games', () => {
  test.each([
    ['7 lucky g any machine', 'lucky_G'],
    ['7 LUCKY_G any machine', 'lucky_G'],
    ['7 lucky tuesday any machine', 'lucky_G'],
    ['7 monday special any machine', 'msp'],
    ['7 Monday Special (MSP) any machine', 'msp'],
    ['7 msp any machine', 'msp'],
    ['7 club-master any machine', 'clubmaster'],
    ['7 clubmaster any machine', 'clubmaster'],
    ['7 people any machine', 'peoples'],
    ['7 international any machine', 'inter'],
    ['7 inter any machine', 'inter'],
    ['7 mid-week any machine', 'midweek'],
    ['7 premier king any machine', 'king'],
    ['7 national weekly any machine', 'national'],
    ['7 friday bonanza any machine', 'bonanza'],
    ['7 o6 any machine', '06'],
    ['7 O6 any machine', '06'],
  ])('%s', (question, game) => {
    expect(said(question)).toBe(`7 any_box machine ${game} |  | `)
  })

  test('a game without letters in its name is never found', () => {
    expect(readQuestion('7 x', [{ key: 'q', name: '???' }])).toMatchObject({
      search: { game: null },
      unknown: ['x'],
    })
  })

  test('only games of the list are found', () => {
    expect(said('7 tota any machine')).toBe('7 any_box machine | tota | game')
    expect(readQuestion('7 premier king', GAMES.slice(0, 3)).unknown).toEqual(['premier', 'king'])
    expect(readQuestion('7 mark 2', [{ key: 'mark_2', name: 'Mark 2' }]).search?.game).toBe('mark_2')
  })
})

describe('hard sentences', () => {
  test.each([
    ['', '- |  | '],
    ['?!', '- |  | '],
    ['how many times', '- |  | '],
    ['diamond first box 2024', '- |  | '],
    ["'7' in 'king', this year's draws'", '7 any_box winning king | this | type, box'],
    ['0 in diamond', '- | 0 | '],
    ['91 in diamond', '- | 91 | '],
    ['0 90 91 any winning', '90 any_box winning | 0, 91 | game'],
    ['7 any winning diamond 2200', '7 any_box winning diamond | 2200 | '],
    ['7 any winning diamond 1899', '7 any_box winning diamond | 1899 | '],
    ['99999999999999999999 any winning', '- | 99999999999999999999 | '],
    ['constructor', '- | constructor | '],
    [
      '7 constructor toString __proto__ any winning king',
      '7 any_box winning king | constructor, tostring, proto | ',
    ],
    ['7.5 any winning king', '- | 7.5 | '],
    ['10.25 7 any winning king', '7 any_box winning king | 10.25 | '],
    ['7 any winning king.5', '7 5 any_box winning king |  | '],
    ["7 any winning king o'clock", "7 any_box winning king | o'clock | "],
    ['7 any winning king 12024', '7 any_box winning king | 12024 | '],
    ['7 any winning king 20245', '7 any_box winning king | 20245 | '],
    ['predict tomorrow', '- | predict, tomorrow | '],
    ['what will play tomorrow in king 7', '7 any_box winning king | will, tomorrow | type, box'],
    // "06" is a game, and a way to write 6.
    ['06', '6 any_box winning |  | 06 number, type, box, game'],
    ['06 in diamond', '6 any_box winning diamond |  | 06 number, type, box'],
    ['7 in 06', '7 any_box winning 06 |  | 06 game, type, box'],
    ['06 first box 45', '45 first_box winning 06 |  | 06 game, type'],
    ['7 and 06 in diamond', '7 6 any_box winning diamond |  | 06 number, type, box'],
    ['06 in o6', '6 any_box winning 06 |  | 06 number, type, box'],
    ['6 in 06', '6 any_box winning 06 |  | 06 game, type, box'],
    // A period is not a box, and the search does not support it.
    ['45 in diamond last 30 draws', '45 any_box winning diamond | last 30 draws | type, box'],
    ['45 in diamond last year', '45 any_box winning diamond | last year | type, box'],
    ['45 in diamond this week', '45 any_box winning diamond | this week | type, box'],
    ['45 last 30 draws any diamond', '45 any_box winning diamond | last 30 draws | type'],
    ['45 this year any diamond', '45 any_box winning diamond | this year | type'],
    ['45 diamond last 30 day', '45 any_box winning diamond | last 30 day | type, box'],
    ['45 diamond last x30 draws', '45 last_box winning diamond | x30 | type'],
    ['45 diamond last 30x draws', '45 last_box winning diamond | 30x | type'],
    ['45 diamond last 30 xdraws', '45 30 last_box winning diamond | xdraws | type'],
    ['45 diamond last 30 drawsx', '45 30 last_box winning diamond | drawsx | type'],
    ['45 diamond last xyear', '45 last_box winning diamond | xyear | type'],
    ['45 last box diamond', '45 last_box winning diamond |  | type'],
    ['last 30', '30 last_box winning |  | type, game'],
    // Of two names the last counts, which is listed.
    ['7 in diamond and bingo', '7 any_box winning bingo |  | last game, type, box'],
    ['7 diamond 2023 and 2024', '7 any_box winning diamond 2024 |  | last year, type, box'],
    ['7 first box or last box king', '7 last_box winning king |  | last box, type'],
    ['7 winning and machine king', '7 any_box machine king |  | last type, box'],
    ['7 first box king first king 2024 2024', '7 first_box winning king 2024 |  | type'],
    ['1 2 3 4 5 6 7 8 9 10 any winning king', '1 2 3 4 5 6 7 8 9 10 any_box winning king |  | '],
    ['1 2 3 4 5 6 7 8 9 10 11 12 any winning king', '1 2 3 4 5 6 7 8 9 10 any_box winning king |  | ten'],
  ])('%s', (question, reading) => {
    expect(said(question)).toBe(reading)
  })

  test('of 5,000 characters the first 300 are read in whole words, which is listed', () => {
    expect(said(`45 first box winning king ${'x'.repeat(5000)}`)).toBe('45 first_box winning king |  | cut')
    expect(said(`${'how '.repeat(1250)}45`)).toBe('- |  | ')
    // 45 is at places 300 and 301; its first half is 4.
    expect(said(`7 ${'how '.repeat(74)} 45 any king`)).toBe('7 any_box winning |  | cut, type, box, game')
    expect(said(`7 ${'how '.repeat(74)}45`)).toBe('7 45 any_box winning |  | type, box, game')
  })
})

test('the example questions are understood in full', () => {
  for (const question of EXAMPLE_QUESTIONS) {
    const { search, unknown } = readQuestion(question, GAMES)
    expect(search).not.toBeNull()
    expect(unknown).toEqual([])
  }
})

test('any text is read as at most ten rows of numbers from 1 to 90', () => {
  const words = fc.constantFrom(
    '06',
    'last',
    'this',
    '30',
    'draws',
    'lucky',
    'g',
    'first',
    '2024',
    '7',
    'king',
    "'",
    '0',
  )
  const sentence = fc.oneof(
    fc.string({ unit: codeUnit, maxLength: 400 }),
    fc.array(fc.oneof(words, fc.string()), { maxLength: 40 }).map((list) => list.join(' ')),
  )
  fc.assert(
    fc.property(sentence, (question) => {
      const { search, assumed } = readQuestion(question, GAMES)
      if (!search) return void expect(assumed).toEqual([])
      const numbers = search.rows.map((row) => row.number)
      expect(numbers.length).toBeGreaterThan(0)
      expect(numbers.length).toBeLessThanOrEqual(10)
      expect(new Set(numbers).size).toBe(numbers.length)
      expect(numbers.every((number) => number >= 1 && number <= 90)).toBe(true)
      expect(search.game === null || GAMES.some((game) => game.key === search.game)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})
