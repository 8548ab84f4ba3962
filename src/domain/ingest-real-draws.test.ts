import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseDate } from './calendar.ts'
import type { Draw } from './draw.ts'
import { GAME_KEYS, seedGames } from './games.ts'
import { type IngestRow, planIngest } from './ingest.ts'

const day = (text: string) => parseDate(text)!
const GAMES = seedGames(day('2020-01-01'))
const plan = (rows: readonly IngestRow[], stored: ReadonlyMap<string, Draw>) =>
  planIngest(rows, day('2024-12-31'), GAMES, (game, date) => stored.get(game + date))

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
    const games = result.refused.filter((note) => note.reasons[0]!.startsWith('Unknown game'))
    expect(games).toHaveLength(915)
    expect(new Set(games.map((note) => note.game)).size).toBe(7)
    const others = result.refused.filter((note) => !games.includes(note))
    expect(others.map(({ line: at, reasons }) => [at, ...reasons])).toEqual([
      [621, 'The row is marked suspect.', 'The number 4 stands twice among the winning numbers.'],
      [1033, 'The row is marked suspect.', 'The number 17 stands twice among the machine numbers.'],
    ])
  })

  test('23 rows are warned of: 21 shifted weekdays and one machine set that two games share', () => {
    const reasons = result.warned.flatMap((note) => note.reasons)
    expect(result.warned).toHaveLength(23)
    expect(reasons.filter((reason) => reason.includes('does not usually draw'))).toHaveLength(21)
    expect(
      result.warned.filter((note) => note.reasons[0]!.startsWith('The same')).map((note) => note.line),
    ).toEqual([400, 662])
  })

  test('every value goes in as it stands in the file', () => {
    const text = (draw: Draw) =>
      [draw.game, draw.date, draw.serial ?? '', ...draw.winning, ...draw.machine].join()
    const source = new Set(
      cells.map(([game, date, serial, , , ...balls]) =>
        [game, date, serial, ...balls].join().replace(/,+$/, ''),
      ),
    )
    expect(result.inserted.filter((draw) => !source.has(text(draw).replace(/,+$/, '')))).toEqual([])
  })

  test('a second run inserts and corrects nothing', () => {
    const again = plan(rows, new Map(result.inserted.map((draw) => [draw.game + draw.date, draw])))
    expect([again.inserted.length, again.corrected.length, again.unchanged, again.refused.length]).toEqual([
      0, 0, 1830, 917,
    ])
  })
})
