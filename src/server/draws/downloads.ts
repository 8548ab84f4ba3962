import { stringify } from 'csv-stringify/sync'
import { addDays, type LagosDate } from '../../domain/base/calendar.ts'
import { type DownloadDraw, DRAW_COLUMNS, drawRow } from '../../domain/draws/draw-rows.ts'
import { drawAt, yearRange } from '../../domain/draws/history.ts'
import { CACHE, JSON_TYPE, Reply } from '../http/reply.ts'
import type { Snapshot } from './memory.ts'
import { gamesOfDay } from './queries.ts'

/** The draws of one game in one year, oldest first. */
export function* drawsOfYear(
  { games, history }: Snapshot,
  game: string,
  year: number,
): Generator<DownloadDraw> {
  const draws = history.games.get(game)
  const name = games.find(({ key }) => key === game)?.name ?? game
  if (!draws) return
  const [from, to] = yearRange(draws, year)
  for (let i = from; i < to; i++) yield { ...drawAt(draws, i), name }
}

/** The draws of a range of days, oldest first, each day by close. */
export function* drawsOfDays(snapshot: Snapshot, from: LagosDate, to: LagosDate): Generator<DownloadDraw> {
  for (let date = from; date <= to; date = addDays(date, 1))
    for (const { key: game, name, draw } of gamesOfDay(snapshot, date))
      if (draw) {
        const { serial, state, winning, machine, sample } = draw
        yield { game, name, date, serial, state, winning, machine, sample }
      }
}

const FORMATS = {
  csv: {
    type: 'text/csv; charset=utf-8',
    // Spreadsheets run a cell that begins like a formula, and read UTF-8 only after a byte order mark.
    write: (draws: readonly DownloadDraw[]) =>
      stringify(draws.map(drawRow), {
        header: true,
        columns: DRAW_COLUMNS,
        escape_formulas: true,
        bom: true,
      }),
  },
  json: {
    type: JSON_TYPE,
    write: (draws: readonly DownloadDraw[]) => `[${draws.map((draw) => JSON.stringify(draw)).join(',\n')}]\n`,
  },
} as const

export type DownloadFormat = keyof typeof FORMATS

/** Draws as a file. @param name without its ending */
export function download(draws: Iterable<DownloadDraw>, format: DownloadFormat, name: string): Reply {
  const { type, write } = FORMATS[format]
  const headers = { 'content-disposition': `attachment; filename="${name}.${format}"` }
  return new Reply(write([...draws]), { type, cache: CACHE.none, headers })
}
