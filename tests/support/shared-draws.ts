import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { dayOf, parseDate } from '../../src/platform/rules/base/calendar.ts'
import { GAME_KEYS, seedGames } from '../../src/draws/rules/games.ts'
import { historyOf } from '../../src/draws/rules/history.ts'
import { historyDraw } from './history-draw.ts'

/** Real draws and players' questions, which are not part of the project. */
const SHARED = new URL('../../../shared/data/', import.meta.url)
const FILES = ['draws-2023-10-to-2024-12.csv', 'draws-2025-01-to-2025-07.csv']

const sharedFile = (file: string) => readFileSync(new URL(file, SHARED), 'utf8')
export const hasShared = FILES.every((file) => existsSync(new URL(file, SHARED)))

const PLACES = [1, 2, 3, 4, 5]

/** The 18 games with the real draws. */
export function sharedData() {
  const rows = FILES.flatMap((file): Record<string, string>[] => parse(sharedFile(file), { columns: true }))
  const known = new Set<string>(GAME_KEYS)
  const draws = rows
    .filter(({ game, status }) => known.has(game!) && status === 'ok')
    .map((row) =>
      historyDraw({
        game: row.game!,
        day: dayOf(parseDate(row.date!)!),
        serial: Number(row.serial) || null,
        winning: PLACES.map((place) => Number(row[`w${place}`])),
        machine: PLACES.map((place) => Number(row[`m${place}`])),
      }),
    )
  return { games: seedGames(parseDate('2020-01-01')!), history: historyOf(draws) }
}
