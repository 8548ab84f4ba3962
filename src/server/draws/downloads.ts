import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { stringify } from 'csv-stringify'
import { addDays, type LagosDate } from '../../domain/base/calendar.ts'
import { type DownloadDraw, DRAW_COLUMNS, drawRow } from '../../domain/draws/draw-rows.ts'
import { drawAt, yearRange } from '../../domain/draws/history.ts'
import { acceptsGzip, CACHE } from '../http/reply.ts'
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

/** Draws per chunk of a stream. */
const CHUNK_DRAWS = 200

function* jsonOf(draws: Iterable<DownloadDraw>): Generator<string> {
  let chunk: string[] = []
  let begin = '['
  for (const draw of draws) {
    chunk.push(JSON.stringify(draw))
    if (chunk.length < CHUNK_DRAWS) continue
    yield begin + chunk.join(',\n')
    begin = ',\n'
    chunk = []
  }
  yield (chunk.length > 0 ? begin + chunk.join(',\n') : begin === '[' ? begin : '') + ']\n'
}

function* rowsOf(draws: Iterable<DownloadDraw>): Generator<string[]> {
  for (const draw of draws) yield drawRow(draw)
}

/** Spreadsheets run a cell that begins like a formula, and read UTF-8 only after a byte order mark. */
const CSV = { header: true, columns: DRAW_COLUMNS, escape_formulas: true, bom: true } as const

const FORMATS = {
  csv: {
    type: 'text/csv; charset=utf-8',
    read: (draws: Iterable<DownloadDraw>) => Readable.from(rowsOf(draws)).pipe(stringify(CSV)),
  },
  json: {
    type: 'application/json; charset=utf-8',
    read: (draws: Iterable<DownloadDraw>) => Readable.from(jsonOf(draws)),
  },
} as const
export type DownloadFormat = keyof typeof FORMATS

/** Streams draws as a file. @param name without its ending */
export function download(
  request: Request,
  draws: Iterable<DownloadDraw>,
  format: DownloadFormat,
  name: string,
): Response {
  const { type, read } = FORMATS[format]
  const text = read(draws)
  const takesGzip = acceptsGzip(request)
  const body = takesGzip ? text.pipe(createGzip()) : text
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}.${format}"`,
      'cache-control': CACHE.none,
      vary: 'accept-encoding',
      ...(takesGzip && { 'content-encoding': 'gzip' }),
    },
  })
}
