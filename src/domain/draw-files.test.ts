import fc from 'fast-check'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { dateOfDay, firstDayOfYear, parseDate } from './calendar.ts'
import { decodeYear, FILE_VERSION, historyOfYears } from './draw-files.ts'
import { encodeAll, encodeYear } from './encode-years.ts'
import { seedGames } from './games.ts'
import { drawAt, EMPTY_HISTORY, type History, type HistoryDraw, historyOf, drawsOf } from './history.ts'
import { sampleDraws } from './sample-draws.ts'

const someDraw = fc
  .record({
    game: fc.oneof(fc.constantFrom('diamond', '06', 'z'), fc.stringMatching(/^[A-Za-z0-9_]{1,24}$/)),
    // 2022 to 2025, and often the days at the ends of 2024, a leap year.
    day: fc.oneof(
      fc.integer({ min: firstDayOfYear(2022), max: firstDayOfYear(2026) - 1 }),
      fc.constantFrom(0, 365, 366).map((n) => firstDayOfYear(2024) + n),
    ),
    state: fc.constantFrom('drawn', 'unconfirmed', 'no_draw'),
    serial: fc.option(fc.integer({ min: 1, max: 999 })),
    balls: fc.uniqueArray(fc.integer({ min: 1, max: 90 }), { minLength: 10, maxLength: 10 }),
    noMachine: fc.boolean(),
    sample: fc.boolean(),
  })
  .map(({ balls, noMachine, ...draw }): HistoryDraw => {
    const none = draw.state === 'no_draw'
    return {
      ...draw,
      winning: none ? [] : balls.slice(0, 5),
      machine: none || noMachine ? [] : balls.slice(5),
    }
  })
const someDraws = fc.array(someDraw, { maxLength: 60 })

/** Every draw as an object, ordered: two histories with equal lists are equal. */
function listed(history: History) {
  const keys = [...history.games.keys()].sort()
  return keys.flatMap((key) => {
    const draws = history.games.get(key)!
    return Array.from({ length: draws.length }, (_, i) => drawAt(draws, i))
  })
}

test('decoding returns the encoded draws, with the years in any order', () => {
  fc.assert(
    fc.property(someDraws, fc.boolean(), (draws, turned) => {
      const history = historyOf(draws)
      const years = encodeAll(history).map(({ bytes }) => decodeYear(bytes))
      expect(listed(historyOfYears(turned ? years.reverse() : years))).toEqual(listed(history))
    }),
  )
})

test('a file has only the draws of its year', () => {
  fc.assert(
    fc.property(someDraws, (draws) => {
      const inYear = draws.filter((draw) => dateOfDay(draw.day).startsWith('2024'))
      const { year, games } = decodeYear(encodeYear(historyOf(draws), 2024))
      expect(year).toBe(2024)
      expect(games.every(({ length }) => length > 0)).toBe(true)
      expect(listed(historyOfYears([{ year, games }]))).toEqual(listed(historyOf(inYear)))
    }),
  )
})

test('equal draws give equal bytes, in whatever order they were added', () => {
  const shuffled = someDraws.chain((draws) => {
    const once = [...new Map(draws.map((draw) => [`${draw.game} ${draw.day}`, draw])).values()]
    const all = { minLength: once.length, maxLength: once.length }
    return fc.tuple(fc.constant(once), fc.shuffledSubarray(once, all))
  })
  fc.assert(
    fc.property(shuffled, ([one, other]) => {
      expect(encodeAll(historyOf(other))).toEqual(encodeAll(historyOf(one)))
    }),
  )
})

test('the layout is the documented one, byte by byte', () => {
  const draw = { game: '06', state: 'drawn', sample: false, machine: [] } as const
  const newYear = firstDayOfYear(2024)
  const draws = [
    { ...draw, day: newYear + 256, serial: 2, winning: [5, 4, 3, 2, 1] },
    { ...draw, day: newYear + 1, serial: 3, winning: [1, 2, 3, 4, 5], machine: [6, 7, 8, 9, 10] },
    { ...draw, day: newYear + 128, serial: null, winning: [90, 89, 88, 87, 86], sample: true },
  ]
  const bytes = Uint8Array.from(
    [
      [1, 232, 7, 1], // version 1, the year 2024 = 7 * 256 + 232, one game
      [2, 48, 54, 3], // its key of two letters, 0 and 6; three draws
      [1, 127, 128, 1], // days: the second of January, 127 more, 128 more in two bytes
      [1, 1 + 4, 1], // drawn, drawn and a sample, drawn
      [5, 6, 3], // serials as steps: +3, -3, +2
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      [90, 89, 88, 87, 86, 0, 0, 0, 0, 0],
      [5, 4, 3, 2, 1, 0, 0, 0, 0, 0],
    ].flat(),
  )
  expect(encodeYear(historyOf(draws), 2024)).toEqual(bytes)
  expect(listed(historyOfYears([decodeYear(bytes)]))).toEqual(listed(historyOf(draws)))
})

test('the games of a file are ordered by key', () => {
  const draw = { day: firstDayOfYear(2024), state: 'drawn', serial: null, sample: false } as const
  const set = { winning: [1, 2, 3, 4, 5], machine: [] }
  const history = historyOf(['king', '06', 'metro', 'bingo'].map((game) => ({ game, ...draw, ...set })))
  const { games } = decodeYear(encodeYear(history, 2024))
  expect(games.map(({ game }) => game)).toEqual(['06', 'bingo', 'king', 'metro'])
})

test('a year without draws gives a file without games', () => {
  expect([...encodeYear(EMPTY_HISTORY, 2024)]).toEqual([FILE_VERSION, 232, 7, 0])
  expect(decodeYear(encodeYear(EMPTY_HISTORY, 2024))).toEqual({ year: 2024, games: [] })
})

describe('other bytes', () => {
  const history = historyOf(
    sampleDraws(
      seedGames(parseDate('2020-01-01')!),
      parseDate('2024-01-01')!,
      parseDate('2024-03-01')!,
      Infinity,
    ),
  )
  const good = encodeYear(history, 2024)

  /** Expects a RangeError, or a year with ascending days that are all in it. */
  function readOrRefuse(bytes: Uint8Array): void {
    let read
    try {
      read = decodeYear(bytes)
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError)
      return
    }
    for (const { days } of read.games) {
      days.forEach((day, i) => {
        if (i > 0 && day <= days[i - 1]!) expect.fail(`day ${day} does not follow ${days[i - 1]}`)
        if (!dateOfDay(day).startsWith(`${read.year}-`)) expect.fail(`day ${day} is not of ${read.year}`)
      })
    }
  }

  test('every truncation is refused', () => {
    for (let length = 0; length < good.length; length++)
      expect(() => decodeYear(good.subarray(0, length)), `${length} bytes`).toThrow(RangeError)
  })

  /** A file of one game `a` in 2024 with these further bytes. */
  const of2024 = (...rest: number[]) => [FILE_VERSION, 232, 7, 1, 1, 97, ...rest]
  const enough = Array<number>(60).fill(1)

  test.each([
    ['nothing', [], 'truncated'],
    ['another version', [FILE_VERSION + 1, ...good.slice(1)], 'version'],
    ['a file without its last ball', good.slice(0, -1), 'truncated'],
    ['a byte too many', [...good, 0], 'extra bytes'],
    ['the year 50', [FILE_VERSION, 50, 0, 0], 'impossible year'],
    ['the year 1961', [FILE_VERSION, 169, 7, 0], 'impossible year'],
    ['the year 2200', [FILE_VERSION, 152, 8, 0], 'impossible year'],
    ['more draws than it has room for', of2024(255, 255, 255, 127), 'truncated'],
    ['a number of five bytes', of2024(255, 255, 255, 255, 7), 'too long'],
    ['a day after the year', of2024(1, 238, 2, ...enough), 'outside its year'],
    ['a day far after it', of2024(1, 255, 255, 255, 127, ...enough), 'outside its year'],
    ['two draws on one day', of2024(2, 5, 0, ...enough), 'on one day'],
  ])('%s is refused', (_, bytes, reason) => {
    const read = () => decodeYear(Uint8Array.from(bytes))
    expect(read).toThrow(RangeError)
    expect(read).toThrow(reason)
  })

  test('the first and the last year, and the last day of a year, are read', () => {
    expect(decodeYear(Uint8Array.from([FILE_VERSION, 170, 7, 0])).year).toBe(1962)
    expect(decodeYear(Uint8Array.from([FILE_VERSION, 151, 8, 0])).year).toBe(2199)
    const last = decodeYear(Uint8Array.from(of2024(1, 237, 2, 1, 0, ...enough.slice(0, 10)))).games[0]!
    expect(dateOfDay(last.days[0]!)).toBe('2024-12-31')
  })

  test('changed bytes are read or refused', () => {
    const change = fc.tuple(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 }))
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 5 }), (changes) => {
        const bytes = good.slice()
        for (const [at, value] of changes) bytes[at] = value
        readOrRefuse(bytes)
      }),
      { numRuns: 2000 },
    )
  })

  test('any bytes after a valid beginning are read or refused', () => {
    const biased = fc.array(fc.oneof(fc.constantFrom(0, 1, 127, 128, 255), fc.nat(255)), { maxLength: 80 })
    fc.assert(
      fc.property(biased, (tail) => readOrRefuse(Uint8Array.from([FILE_VERSION, 232, 7, 1, 1, 97, ...tail]))),
      { numRuns: 3000 },
    )
  })
})

test('ten years of all games take at most 15 bytes a draw, before and after compression', () => {
  const games = seedGames(parseDate('2010-01-01')!)
  const history = historyOf(sampleDraws(games, parseDate('2014-01-01')!, parseDate('2023-12-31')!, Infinity))
  expect(drawsOf(history)).toBeGreaterThan(14_000)
  const files = encodeAll(history).map(({ bytes }) => bytes)
  const total = (sizes: number[]) => sizes.reduce((sum, size) => sum + size, 0) / drawsOf(history)
  expect(total(files.map((bytes) => bytes.length))).toBeLessThanOrEqual(15)
  // Ten different balls in order are at least 64 bits, so below 8 bytes something would be missing.
  const packed = total(files.map((bytes) => brotliCompressSync(bytes).length))
  expect(packed).toBeLessThanOrEqual(15)
  expect(packed).toBeGreaterThan(8)
})
