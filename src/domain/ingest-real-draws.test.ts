import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dayOf, endOfDay, parseDate } from './calendar.ts'
import type { Draw } from './draw.ts'
import { GAME_KEYS, seedGames } from './games.ts'
import { gapsOf } from './gaps.ts'
import { historyOf } from './history.ts'
import { type IngestRow, planIngest, refusedRows } from './ingest.ts'

const day = (text: string) => parseDate(text)!
const GAMES = seedGames(day('2020-01-01'))
const plan = (rows: readonly IngestRow[], stored: ReadonlyMap<string, Draw>) =>
  planIngest(rows, endOfDay(day('2024-12-31')) - 1, GAMES, [...stored.values()])

const CSV = new URL('../../../shared/data/draws-2023-10-to-2024-12.csv', import.meta.url)

describe.skipIf(!existsSync(CSV))('the real draws of October 2023 to December 2024', () => {
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

  test('1,830 of 2,747 go in: all of the 18 games but two suspect rows', () => {
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

  test('38 rows are warned of: shifted weekdays, a machine set of two games, serial numbers, gaps', () => {
    const linesWith = (words: RegExp) =>
      result.warned.flatMap(({ line, reasons }) =>
        reasons.some((reason) => words.test(reason)) ? [line] : [],
      )
    expect(result.warned).toHaveLength(38)
    expect(linesWith(/does not usually draw/)).toHaveLength(21)
    expect(linesWith(/^The same/)).toEqual([400, 662])
    // Six serial numbers that repeat and six steps of two, counted by a program of its own, without the steps over a
    // draw that is not in the file (jackpot on 10 September) or suspect.
    expect(linesWith(/^No\. \d+ repeats/)).toEqual([319, 437, 585, 2289, 2331, 2453])
    expect(linesWith(/^No\. \d+ skips/)).toEqual([318, 438, 586, 2290, 2332, 2454])
    expect(linesWith(/is not recorded\.$/)).toEqual([622, 1017, 1034])
  })

  test('every value goes in as it is in the file', () => {
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
    const history = historyOf(
      result.inserted.map((draw) => ({ ...draw, day: dayOf(draw.date), sample: false })),
    )
    expect(gapsOf(history, GAMES, day('2024-12-31'))).toEqual([
      { game: 'jackpot', date: '2024-11-08' },
      { game: 'jackpot', date: '2024-09-10' },
      { game: 'inter', date: '2024-08-29' },
    ])
  })

  test('a second run inserts and corrects nothing', () => {
    const again = plan(rows, new Map(result.inserted.map((draw) => [draw.game + draw.date, draw])))
    expect([again.inserted.length, again.corrected.length, again.unchanged, refusedRows(again)]).toEqual([
      0, 0, 1830, 917,
    ])
  })
})
