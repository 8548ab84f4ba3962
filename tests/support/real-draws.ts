// The real draws of 2023 to 2025 and the figures computed from them, where the shared material is present.
import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { dayOf, parseDate } from '../../src/platform/rules/base/calendar.ts'
import { GAME_KEYS, seedGames } from '../../src/draws/rules/games.ts'
import { type History, type HistoryDraw, historyOf } from '../../src/draws/rules/history.ts'
import { historyDraw } from './history-draw.ts'

const DATA = new URL('../../../shared/data/', import.meta.url)
const FILES = ['draws-2023-10-to-2024-12.csv', 'draws-2025-01-to-2025-07.csv']
/** The files of the draws, as an import takes them. */
export const REAL_DRAWS = FILES.map((file) => new URL(file, DATA))

/** Whether the material is present. Tests that need it are skipped otherwise. */
export const hasRealDraws = existsSync(new URL('golden-statistics.json', DATA))

/** The draws of the 18 games whose status is `ok`. */
export function realHistory(): History {
  const draws: HistoryDraw[] = []
  for (const file of FILES) {
    const rows = parse(readFileSync(new URL(file, DATA)), { columns: true }) as Record<string, string>[]
    for (const row of rows) {
      if (row.status !== 'ok' || !GAME_KEYS.some((key) => key === row.game)) continue
      draws.push(
        historyDraw({
          game: row.game!,
          day: dayOf(parseDate(row.date!)!),
          serial: Number(row.serial) || null,
          winning: ballsOf(row, 'w'),
          machine: ballsOf(row, 'm'),
        }),
      )
    }
  }
  return historyOf(draws)
}

/** The 18 games with the real draws. */
export const realData = () => ({ games: seedGames(parseDate('2020-01-01')!), history: realHistory() })

const ballsOf = (row: Record<string, string>, set: string) =>
  [1, 2, 3, 4, 5].map((place) => Number(row[`${set}${place}`]))

// eslint-disable-next-line typescript/no-explicit-any -- figures of many shapes, compared one by one
export const golden = (): any => JSON.parse(readFileSync(new URL('golden-statistics.json', DATA), 'utf8'))

// oxlint-disable-next-line typescript/no-explicit-any -- the file is read as it is
export const goldenVerdicts = (): any =>
  JSON.parse(readFileSync(new URL('golden-verdicts.json', DATA), 'utf8'))

/** What the chart test says of the real draws. */
export const REAL_CHART_RESULT =
  'We tested nine columns over the next three draws: 27 tests on 2,541 draws. The strongest, Partner three draws later, came 739 times; luck gives 675. Even if it were real, ₦100 would bring back ₦66. No column of the chart helps to guess the next draw. Nothing unusual: a fair lottery looks like this. Nothing is proved: the evidence is far below what we ask for.'
