import fc from 'fast-check'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { dateOfDay, firstDayOfYear, parseDate } from './calendar.ts'
import { decodeYear, encodeAll, encodeYear, FILE_VERSION, historyOfYears } from './draw-files.ts'
import { seedGames } from './games.ts'
import { drawAt, EMPTY_HISTORY, type History, type HistoryDraw, historyOf, sizeOf } from './history.ts'
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

/** Every draw as an object, ordered: two histories with equal lists hold the same. */
function listed(history: History) {
  const keys = [...history.games.keys()].sort()
  return keys.flatMap((key) => {
    const draws = history.games.get(key)!
    return Array.from({ length: draws.length }, (_, i) => drawAt(draws, i))
  })
}

test('what was written is read back, the years in any order', () => {
  fc.assert(
    fc.property(someDraws, fc.boolean(), (draws, turned) => {
      const history = historyOf(draws)
      const years = encodeAll(history).map(({ bytes }) => decodeYear(bytes))
      expect(listed(historyOfYears(turned ? years.reverse() : years))).toEqual(listed(history))
    }),
  )
})

test('a file holds the draws of its year only', () => {
  fc.assert(
    fc.property(someDraws, (draws) => {
      const inYear = draws.filter((draw) => dateOfDay(draw.day).startsWith('2024'))
      const { year, games } = decodeYear(encodeYear(historyOf(draws), 2024))
      expect(year).toBe(2024)
      expect(listed(historyOfYears([{ year, games }]))).toEqual(listed(historyOf(inYear)))
    }),
  )
})

test('the same draws make the same bytes, however the history came to be', () => {
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

test('the layout is the documented one, byte for byte', () => {
  const draw = { game: '06', state: 'drawn', serial: 3, sample: false } as const
  const first = {
    ...draw,
    day: firstDayOfYear(2024) + 1,
    winning: [1, 2, 3, 4, 5],
    machine: [6, 7, 8, 9, 10],
  }
  const second = {
    ...draw,
    day: firstDayOfYear(2024) + 201,
    serial: 2,
    winning: [90, 89, 88, 87, 86],
    machine: [],
  }
  // Version, 2024 = 7 * 256 + 232, one game; its key of 2 letters, 2 draws; day 1, then 200 more = 72 + 1 * 128;
  // both drawn; serial 3 is zigzag 5, one less is zigzag 2; the balls.
  expect([...encodeYear(historyOf([second, first]), 2024)]).toEqual(
    [
      [FILE_VERSION, 232, 7, 1],
      [2, 48, 54],
      [2],
      [1, 200, 1],
      [1, 1],
      [5, 2],
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 90, 89, 88, 87, 86, 0, 0, 0, 0, 0],
    ].flat(),
  )
})

test('a year without draws is a file without games', () => {
  expect([...encodeYear(EMPTY_HISTORY, 2024)]).toEqual([FILE_VERSION, 232, 7, 0])
  expect(decodeYear(encodeYear(EMPTY_HISTORY, 2024))).toEqual({ year: 2024, games: [] })
})

describe('bytes that are no such file', () => {
  const history = historyOf(
    sampleDraws(
      seedGames(parseDate('2020-01-01')!),
      parseDate('2024-01-01')!,
      parseDate('2024-03-01')!,
      Infinity,
    ),
  )
  const good = encodeYear(history, 2024)

  /** Either a RangeError, or a reading whose days lie in its year and go up: never another error, never a hang. */
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

  test('every shortening is refused', () => {
    for (let length = 0; length < good.length; length++)
      expect(() => decodeYear(good.subarray(0, length)), `${length} bytes`).toThrow(RangeError)
  })

  test.each([
    ['nothing', []],
    ['another version', [FILE_VERSION + 1, ...good.slice(1)]],
    ['a byte too many', [...good, 0]],
    ['a year before all draws', [FILE_VERSION, 50, 0, 0]],
    ['the length of a huge list', [FILE_VERSION, 232, 7, 1, 1, 97, 255, 255, 255, 255, 7]],
    ['a length below zero', [FILE_VERSION, 232, 7, 1, 1, 97, 255, 255, 255, 255, 15]],
    ['a number without an end', [FILE_VERSION, 232, 7, 1, 1, 97, ...Array<number>(50).fill(255)]],
    ['a day after the year', [FILE_VERSION, 232, 7, 1, 1, 97, 1, 238, 2, 1, 0, ...Array<number>(10).fill(1)]],
    [
      'a day far after it',
      [FILE_VERSION, 232, 7, 1, 1, 97, 1, 255, 255, 255, 127, 1, 0, ...Array<number>(10).fill(1)],
    ],
    [
      'two draws on one day',
      [FILE_VERSION, 232, 7, 1, 1, 97, 2, 5, 0, 1, 1, 0, 0, ...Array<number>(20).fill(1)],
    ],
    // 2^31 days forward and as many back, in numbers of five bytes.
    [
      'a day outside between two inside',
      [
        FILE_VERSION,
        232,
        7,
        1,
        1,
        97,
        3,
        0,
        ...[255, 255, 255, 255, 7],
        ...[129, 128, 128, 128, 8],
        1,
        1,
        1,
        0,
        0,
        0,
        ...Array<number>(30).fill(1),
      ],
    ],
  ])('%s is refused', (_, bytes) => {
    expect(() => decodeYear(Uint8Array.from(bytes))).toThrow(RangeError)
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

  test('any bytes behind a good beginning are read or refused', () => {
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
  expect(sizeOf(history)).toBeGreaterThan(14_000)
  const files = encodeAll(history).map(({ bytes }) => bytes)
  const total = (sizes: number[]) => sizes.reduce((sum, size) => sum + size, 0) / sizeOf(history)
  expect(total(files.map((bytes) => bytes.length))).toBeLessThanOrEqual(15)
  // Ten different balls in order are at least 64 bits, so below 8 bytes something would be missing.
  const packed = total(files.map((bytes) => brotliCompressSync(bytes).length))
  expect(packed).toBeLessThanOrEqual(15)
  expect(packed).toBeGreaterThan(8)
})
