import { Reply, CACHE, JSON_TYPE } from '../http/reply.ts'
import { z } from 'zod'
import {
  dayOf,
  FIRST_YEAR,
  lagosDate,
  parseDate,
  addDays,
  type LagosDate,
} from '../../domain/base/calendar.ts'
import { DOWNLOAD_LIMITS, drawAt, yearRange } from '../../domain/draws/history.ts'
import { type Call, endpoint, type Routes } from '../api/endpoint.ts'
import { limitUse } from '../api/mount.ts'
import type { Person } from '../api/visits.ts'
import { Refusal } from '../http/refusal.ts'
import { tableRow } from './shapes.ts'
import { stringify } from 'csv-stringify/sync'
import { type DownloadDraw, DRAW_COLUMNS, drawRow } from '../../domain/ingest/draw-table.ts'
import type { Snapshot } from './memory.ts'
import { gamesOfDay } from './queries.ts'

const draws = z.array(tableRow.extend({ game: z.string(), name: z.string() }))
const CSV = { media: 'text/csv' }

const yearQuery = z.strictObject({
  game: z.string().max(40),
  year: z.string().regex(/^\d{4}$/, 'Give the year with four digits.'),
})
const date = z.string().transform((text, context) => {
  const found = parseDate(text)
  if (found) return found
  context.addIssue(`Give a day as YYYY-MM-DD, from ${FIRST_YEAR} on.`)
  return z.NEVER
})
const daysQuery = z.strictObject({ from: date, to: date })

type Used<Query extends z.ZodType> = Call & { person: Person; query: z.output<Query> }

async function yearFile(call: Used<typeof yearQuery>, format: DownloadFormat): Promise<Reply> {
  const { services, query } = call
  const snapshot = services.draws.current()
  if (!snapshot.games.some(({ key }) => key === query.game))
    throw new Refusal('not-found', 'There is no such game.')
  await limitUse(call, 'download')
  return download(
    drawsOfYear(snapshot, query.game, Number(query.year)),
    format,
    `${query.game}-${query.year}`,
  )
}

async function daysFile(call: Used<typeof daysQuery>, format: DownloadFormat): Promise<Reply> {
  const { services, query, now } = call
  const { from, to } = query
  const days = dayOf(to) - dayOf(from) + 1
  if (days < 1) throw new Refusal('invalid-input', 'The first day is after the last day.')
  if (days > DOWNLOAD_LIMITS.days)
    throw new Refusal('invalid-input', `One download has at most ${DOWNLOAD_LIMITS.days} days.`)
  const today = lagosDate(now)
  await limitUse(call, 'download')
  const last = to < today ? to : today
  return download(drawsOfDays(services.draws.current(), from, last), format, `results-${from}-to-${to}`)
}

/** Files of results, for those whose plan opens the screen that shows them. */
export const downloadRoutes = {
  'GET /api/downloads/year.csv': endpoint({
    summary: 'The draws of one game in one year as CSV, in the columns of the import',
    access: 'games-results',
    query: yearQuery,
    answer: CSV,
    handle: (call) => yearFile(call, 'csv'),
  }),
  'GET /api/downloads/year.json': endpoint({
    summary: 'The draws of one game in one year as JSON',
    access: 'games-results',
    query: yearQuery,
    answer: draws,
    handle: (call) => yearFile(call, 'json'),
  }),
  'GET /api/downloads/days.csv': endpoint({
    summary: 'The draws of a range of days as CSV, in the columns of the import',
    access: 'day-result',
    query: daysQuery,
    answer: CSV,
    handle: (call) => daysFile(call, 'csv'),
  }),
  'GET /api/downloads/days.json': endpoint({
    summary: 'The draws of a range of days as JSON',
    access: 'day-result',
    query: daysQuery,
    answer: draws,
    handle: (call) => daysFile(call, 'json'),
  }),
} satisfies Routes

/** The draws of one game in one year, oldest first. */
function* drawsOfYear({ games, history }: Snapshot, game: string, year: number): Generator<DownloadDraw> {
  const draws = history.games.get(game)
  const name = games.find(({ key }) => key === game)?.name ?? game
  if (!draws) return
  const [from, to] = yearRange(draws, year)
  for (let i = from; i < to; i++) yield { ...drawAt(draws, i), name }
}

/** The draws of a range of days, oldest first, each day by close. */
function* drawsOfDays(snapshot: Snapshot, from: LagosDate, to: LagosDate): Generator<DownloadDraw> {
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

type DownloadFormat = keyof typeof FORMATS

/** Draws as a file. @param name without its ending */
function download(draws: Iterable<DownloadDraw>, format: DownloadFormat, name: string): Reply {
  const { type, write } = FORMATS[format]
  const headers = { 'content-disposition': `attachment; filename="${name}.${format}"` }
  return new Reply(write([...draws]), { type, cache: CACHE.none, headers })
}
