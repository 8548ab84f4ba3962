import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dateOfDay, dayOf, endOfDay, parseDate } from '../../../platform/rules/base/calendar.ts'
import type { Draw } from '../draw.ts'
import { GAME_KEYS, seedGames } from '../games.ts'
import { gapsOf } from '../gaps.ts'
import { historyOf } from '../history.ts'
import { type ListedPlan, planOf, refusedRows } from '../../../../tests/support/ingest.ts'
import type { IngestRow } from './ingest-plan.ts'
import { sampleDraws } from '../sample-draws.ts'

const day = (text: string) => parseDate(text)!
const GAMES = seedGames(day('2020-01-01'))
const plan = (rows: readonly IngestRow[], stored: ReadonlyMap<string, Draw>) =>
  planOf(rows, [...stored.values()], { now: endOfDay(day('2024-12-31')) - 1, games: GAMES })

const CSV = new URL('../../../../../shared/data/draws-2023-10-to-2024-12.csv', import.meta.url)

const linesWith = ({ warned }: ListedPlan, words: RegExp) =>
  warned.flatMap(({ line, reasons }) => (reasons.some((reason) => words.test(reason)) ? [line] : []))
const gapsAfter = ({ inserted }: ListedPlan) =>
  gapsOf(
    historyOf(inserted.map((draw) => ({ ...draw, day: dayOf(draw.date), sample: false }))),
    GAMES,
    day('2024-12-31'),
  )
const storedAfter = ({ inserted }: ListedPlan) =>
  new Map(inserted.map((draw) => [draw.game + draw.date, draw]))

/** Samples of October 2023 to December 2024 as rows of a file, with the faults of real files. */
function generatedRows(): { rows: IngestRow[]; lineOf: (game: string, date: string) => number } {
  const rows = sampleDraws(GAMES, day('2023-10-01'), day('2024-12-31'), Infinity).map(
    (draw, i): IngestRow => ({
      line: i + 2,
      game: draw.game,
      date: dateOfDay(draw.day),
      serial: String(draw.serial),
      status: 'ok',
      winning: draw.winning.map(String),
      machine: draw.machine.map(String),
    }),
  )
  const find = (game: string, date: string) => rows.find((row) => row.game === game && row.date === date)!
  const lineOf = (game: string, date: string) => find(game, date).line
  const suspect = find('inter', '2024-08-29')
  Object.assign(suspect, { status: 'suspect', winning: [...suspect.winning.slice(0, 4), suspect.winning[0]] })
  Object.assign(find('msp', '2023-12-25'), { status: 'no_draw', winning: ['', '', '', '', ''], machine: [] })
  find('gold', '2023-10-20').machine = find('metro', '2023-10-20').machine
  find('bingo', '2023-10-05').serial = find('bingo', '2023-10-02').serial
  find('bingo', '2024-02-05').serial = find('bingo', '2024-02-01').serial
  // A holiday moves Aseda of Sunday 31 March 2024 to Monday.
  find('aseda', '2024-03-31').date = '2024-04-01'
  for (const row of rows.filter((_, i) => i % 20 === 0)) if (row.game === 'super') row.game = 'tota'
  return { rows: rows.filter((row) => row !== find('jackpot', '2024-09-10')), lineOf }
}

describe('a generated file of October 2023 to December 2024 with the faults of real files', () => {
  const { rows, lineOf } = generatedRows()
  const result = plan(rows, new Map())
  const unknown = rows.filter(({ game }) => game === 'tota')

  test('every row is accepted except those of an unknown game and the suspect one', () => {
    expect(unknown.length).toBeGreaterThan(0)
    expect(result.unknownGames).toMatchObject([{ name: 'tota', rows: unknown.length }])
    expect(result.refused).toEqual([
      {
        line: lineOf('inter', '2024-08-29'),
        game: 'inter',
        date: '2024-08-29',
        reasons: [
          'The row is marked suspect.',
          expect.stringMatching(/ is entered twice among the winning numbers\.$/),
        ],
      },
    ])
    expect(result.inserted).toHaveLength(rows.length - unknown.length - 1)
    expect(result.inserted.filter((draw) => draw.state === 'no_draw')).toHaveLength(1)
  })

  test('every value is stored as it is in the file', () => {
    const text = ({ game, date, serial, winning, machine }: IngestRow | Draw) =>
      [game, date, serial, ...winning, ...machine].join().replace(/,+$/, '')
    const source = new Set(rows.map(text))
    expect(result.inserted.filter((draw) => !source.has(text(draw)))).toEqual([])
  })

  test('warnings name the moved draw, the copied set, the repeated serial and the gaps', () => {
    expect(linesWith(result, /does not usually draw on a Monday/)).toEqual([lineOf('aseda', '2024-04-01')])
    expect(linesWith(result, /^The same machine numbers as/)).toEqual(
      [lineOf('gold', '2023-10-20'), lineOf('metro', '2023-10-20')].toSorted((a, b) => a - b),
    )
    expect(linesWith(result, /^No\. \d+ repeats/)).toEqual([
      lineOf('bingo', '2023-10-05'),
      lineOf('bingo', '2024-02-05'),
    ])
    expect(linesWith(result, /is not recorded\.$/)).toContain(lineOf('jackpot', '2024-09-13'))
  })

  test('the gaps are the suspect draw, the one that is not in the file and those of the unknown game', () => {
    const own = gapsAfter(result).filter(({ game }) => game !== 'super')
    expect(own).toEqual([
      { game: 'jackpot', date: '2024-09-10' },
      { game: 'inter', date: '2024-08-29' },
    ])
  })

  test('a second run inserts and corrects nothing', () => {
    const again = plan(rows, storedAfter(result))
    expect([again.inserted.length, again.corrected.length, again.unchanged, refusedRows(again)]).toEqual([
      0,
      0,
      result.inserted.length,
      unknown.length + 1,
    ])
  })
})

describe.skipIf(!existsSync(CSV))(
  'the real draws, where ../shared/data has them (not part of the project)',
  () => {
    // Read here in the plainest way; the counts below were counted separately by a Python script.
    const cells = existsSync(CSV)
      ? readFileSync(CSV, 'utf8')
          .trim()
          .split('\n')
          .slice(1)
          .map((text) => text.replace(/"[^"]*"/, '').split(','))
      : []
    const rows = cells.map(([game, date, serial, , status, ...balls], i): IngestRow => ({
      line: i + 2,
      game,
      date,
      serial,
      status,
      winning: balls.slice(0, 5),
      machine: balls.slice(5),
    }))
    const result = plan(rows, new Map())

    test('1,830 of 2,747 rows are accepted: all of the 18 games except two suspect rows', () => {
      const ours = cells.filter(([game]) => (GAME_KEYS as readonly string[]).includes(game!))
      expect([cells.length, ours.length]).toEqual([2747, 1832])
      expect(result.inserted).toHaveLength(1830)
      expect(result.inserted.filter((draw) => draw.state === 'no_draw')).toHaveLength(3)
      expect([result.corrected.length, result.unchanged]).toEqual([0, 0])
    })

    test('915 rows of seven other games and the two suspect rows are refused', () => {
      expect(result.unknownGames.reduce((sum, game) => sum + game.rows, 0)).toBe(915)
      expect(result.unknownGames).toHaveLength(7)
      expect(result.refused.map(({ line: at, reasons }) => [at, ...reasons])).toEqual([
        [621, 'The row is marked suspect.', '4 is entered twice among the winning numbers.'],
        [1033, 'The row is marked suspect.', '17 is entered twice among the machine numbers.'],
      ])
    })

    test('38 rows have warnings: shifted weekdays, a machine set of two games, serial numbers, gaps', () => {
      expect(result.warned).toHaveLength(38)
      expect(linesWith(result, /does not usually draw/)).toHaveLength(21)
      expect(linesWith(result, /^The same/)).toEqual([400, 662])
      // Six serial numbers that repeat and six steps of two, counted by a separate program, without the steps over a
      // draw that is not in the file (jackpot on 10 September) or suspect.
      expect(linesWith(result, /^No\. \d+ repeats/)).toEqual([319, 437, 585, 2289, 2331, 2453])
      expect(linesWith(result, /^No\. \d+ skips/)).toEqual([318, 438, 586, 2290, 2332, 2454])
      expect(linesWith(result, /is not recorded\.$/)).toEqual([622, 1017, 1034])
    })

    test('every value is stored as it is in the file', () => {
      const text = (draw: Draw) =>
        [draw.game, draw.date, draw.serial ?? '', ...draw.winning, ...draw.machine].join()
      const source = new Set(
        cells.map(([game, date, serial, , , ...balls]) =>
          [game, date, serial, ...balls].join().replace(/,+$/, ''),
        ),
      )
      expect(result.inserted.filter((draw) => !source.has(text(draw).replace(/,+$/, '')))).toEqual([])
    })

    test('three draws are missing: two suspect ones, and one that is not in the file', () => {
      expect(gapsAfter(result)).toEqual([
        { game: 'jackpot', date: '2024-11-08' },
        { game: 'jackpot', date: '2024-09-10' },
        { game: 'inter', date: '2024-08-29' },
      ])
    })

    test('a second run inserts and corrects nothing', () => {
      const again = plan(rows, storedAfter(result))
      expect([again.inserted.length, again.corrected.length, again.unchanged, refusedRows(again)]).toEqual([
        0, 0, 1830, 917,
      ])
    })
  },
)
