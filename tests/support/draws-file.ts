// A generated import file with the traits of real ones: serials, labels with commas, days without a draw, suspect rows, and
// games that the app does not know.
import { dateOfDay, type LagosDate } from '../../src/platform/rules/base/calendar.ts'
import { seedGames } from '../../src/draws/rules/games.ts'
import { sampleDraws } from '../../src/draws/rules/sample-draws.ts'
import { csv } from './csv.ts'

const FROM = '2023-10-01' as LagosDate
const TO = '2024-12-31' as LagosDate
const UNKNOWN_GAMES = ['tota', 'test_a', 'test_b', 'test_c', 'test_d', 'test_e', 'test_f']
const NO_DRAW_EVERY = 50

export interface DrawsFile {
  content: string
  /** Rows of games that the app knows, including those without a draw. */
  known: number
  unknown: number
  suspect: number
}

/** Draws of the 18 games from October 2023 to December 2024. Equal on every run. */
export function generateDrawsFile(): DrawsFile {
  const now = Date.parse('2025-01-01T00:00:00Z')
  const draws = sampleDraws(seedGames('1962-01-01' as LagosDate), FROM, TO, now)
  const serials = new Map<string, number>()
  const known = draws.map(({ game, day, winning, machine }, i) => {
    const date = dateOfDay(day)
    const isDraw = i % NO_DRAW_EVERY !== 0
    const serial = isDraw ? (serials.get(game) ?? 0) + 1 : ''
    if (isDraw) serials.set(game, Number(serial))
    const numbers = isDraw ? [...winning, ...machine] : Array<string>(10).fill('')
    return [game, date, serial, `"Draw, ${date}"`, isDraw ? 'ok' : 'no_draw', ...numbers].join(',')
  })
  const unknown = UNKNOWN_GAMES.flatMap((game) =>
    draws
      .filter((draw) => draw.game === 'diamond')
      .map(({ day, winning }) => [game, dateOfDay(day), '', '', 'ok', ...winning].join(',')),
  )
  const suspect = ['2023-09-04', '2023-09-11'].map((date) => `diamond,${date},,,suspect,1,2,3,4,5,6,7,8,9,10`)
  return {
    content: csv(...known, ...unknown, ...suspect),
    known: known.length,
    unknown: unknown.length,
    suspect: suspect.length,
  }
}
