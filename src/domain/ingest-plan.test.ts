import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planOf, readRows } from '../../tests/support/ingest.ts'
import { planInMemory, withoutCorrections } from '../../tests/support/plain-ingest.ts'
import { addDays, dateOfDay, dayOf, endOfDay, parseDate } from './calendar.ts'
import type { Draw } from './draw.ts'
import { gameMatcher } from './game-names.ts'
import { type Game, isGameKey, nameFromKey, seedGames } from './games.ts'
import { historyOf } from './history.ts'
import type { IngestRow } from './ingest.ts'
import { DATE_ORDERS } from './written-dates.ts'

const TODAY = parseDate('2024-12-31')!
const NOW = endOfDay(TODAY) - 13 * 3_600_000
const GAMES = seedGames(parseDate('2020-01-01')!)
const HOW = 'Import it with --correct.'

const SETS = [
  [26, 34, 8, 51, 84],
  [11, 67, 57, 36, 75],
  [24, 89, 22, 40, 48],
  [84, 51, 8, 34, 26],
]
const sets = fc.oneof(
  fc.constantFrom(...SETS, []),
  fc.uniqueArray(fc.integer({ min: 1, max: 90 }), { minLength: 5, maxLength: 5 }),
)
/** Days near each other, so that rows repeat and contradict each other; some are in the future. */
const dates = fc.integer({ min: -40, max: 1 }).map((days) => addDays(TODAY, days))
const serials = fc.integer({ min: 1, max: 12 })

const rowsOf = (names: readonly string[], maxLength: number) =>
  fc
    .array(
      fc.record({
        game: fc.constantFrom(...names),
        date: fc.oneof(
          { weight: 20, arbitrary: dates },
          { weight: 3, arbitrary: fc.constantFrom('30/2/2024', '5/12/2024', '12/5/2024') },
          fc.constant('12/13/2024'),
        ),
        serial: fc.oneof(fc.constant(''), serials.map(String), fc.constantFrom('0', '7.0')),
        status: fc.oneof(
          { weight: 9, arbitrary: fc.constant('ok') },
          fc.constantFrom('no draw', 'suspect', '?'),
        ),
        winning: fc.oneof({ weight: 9, arbitrary: sets }, fc.constant(['07', 1, 2, 3, 91])),
        machine: sets,
      }),
      { maxLength },
    )
    .map((rows) => rows.map((row, i): IngestRow => ({ line: i + 2, ...row })))

const storedDraws = fc
  .array(
    fc.record({
      game: fc.constantFrom('diamond', 'metro', 'aseda'),
      date: dates.filter((date) => date < TODAY),
      state: fc.constantFrom('drawn', 'drawn', 'unconfirmed', 'no_draw'),
      serial: fc.oneof(fc.constant(null), serials),
      winning: sets.filter((set) => set.length > 0),
      machine: sets,
    }),
    { maxLength: 40 },
  )
  .map((drawn) => {
    const draws = drawn.map((one): Draw => {
      const draw = one as Draw
      return draw.state === 'no_draw' ? { ...draw, winning: [], machine: [] } : draw
    })
    const unique = [...new Map(draws.map((draw) => [draw.game + draw.date, draw])).values()]
    // In the order of a history: equal sets at the same distance are named in the order in which draws are stored.
    const games = [...historyOf(unique.map(historyDraw)).games.keys()]
    return unique.sort(
      (a, b) => games.indexOf(a.game) - games.indexOf(b.game) || dayOf(a.date) - dayOf(b.date),
    )
  })

const historyDraw = (draw: Draw) => ({ ...draw, day: dayOf(draw.date), sample: false })

describe('rows that are read one by one', () => {
  test('have the plan and the messages of the plainest program', () => {
    fc.assert(
      fc.property(
        rowsOf(['diamond', 'Metro', 'aseda', 'tota', ''], 60),
        storedDraws,
        fc.constantFrom(undefined, HOW),
        fc.constantFrom(null, ...DATE_ORDERS),
        (rows, stored, how, order) => {
          const plain = planInMemory(rows, NOW, GAMES, stored, order)
          const expected = how === undefined ? plain : withoutCorrections(plain, how)
          const { verdicts, ...plan } = planOf(rows, NOW, GAMES, stored, how, false, order)
          expect({ ...plan, verdicts }).toEqual({ ...expected, verdicts: plain.verdicts })
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('have the same warnings for many draws with the same numbers, and for years of one game', () => {
    const from = dayOf(parseDate('2020-01-01')!)
    const rows = Array.from({ length: 1500 }, (_, i): IngestRow => ({
      line: i + 2,
      game: i % 3 === 0 ? 'metro' : 'diamond',
      date: dateOfDay(from + ((i * 7919) % 1500)),
      serial: String((i % 300) + 1),
      winning: SETS[i % 3]!,
      machine:
        i % 5 === 0 ? [] : [(i % 89) + 1, 90, ((i + 7) % 89) + 1, ((i + 20) % 89) + 1, ((i + 31) % 89) + 1],
    }))
    expect(planOf(rows, NOW, GAMES, [])).toEqual(planInMemory(rows, NOW, GAMES, []))
  })
})

describe('unknown games that are added', () => {
  /** The games after the rows, in the plainest way. */
  const gamesWith = (rows: readonly IngestRow[]): Game[] => {
    const find = gameMatcher(GAMES)
    const keys = [...new Set(rows.map(({ game }) => String(game).trim()))]
    const added = keys.filter((key) => isGameKey(key) && !find(key).game)
    return [
      ...GAMES,
      ...added.map((key, i) => ({
        key,
        name: nameFromKey(key),
        operator: '',
        order: GAMES.length + i,
        active: true,
        slots: [],
      })),
    ]
  }

  test('are found under every name, also by rows before the one that adds them', () => {
    const names = ['tota', 'Tota Lotto', 'TOTA', 'a_b', 'ab', 'A B', 'diamond', 'Diamond', 'no-key', '']
    fc.assert(
      fc.property(rowsOf(names, 12), storedDraws, (rows, stored) => {
        const games = gamesWith(rows)
        const read = readRows(rows, { now: NOW, games: GAMES, addGames: true })
        expect(read.games).toEqual(games)
        expect(read.gamesAdded).toEqual(games.slice(GAMES.length).map(({ key }) => key))
        expect(planOf(rows, NOW, GAMES, stored, undefined, true)).toEqual(
          planInMemory(rows, NOW, games, stored),
        )
      }),
      { numRuns: 500 },
    )
  })
})
