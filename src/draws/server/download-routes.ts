import { type Reply, CACHE, CSV_TYPE, JSON_TYPE } from '../../platform/server/http/reply.ts'
import { z } from 'zod'
import { dayOf, FIRST_YEAR, lagosDate, parseDate } from '../../platform/rules/base/calendar.ts'
import { DOWNLOAD_LIMITS } from '../rules/history.ts'
import { type Call, endpoint, type Routes } from '../../platform/server/api/endpoint.ts'
import { limitUse } from '../../platform/server/api/mount.ts'
import type { Person } from '../../platform/server/api/visits.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { tableRow } from './shapes.ts'
import type { DrawsWanted } from '../rules/ingest/draw-files.ts'
import type { Services } from '../../platform/server/api/services.ts'

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
  if (!services.draws.current().games.some(({ key }) => key === query.game))
    throw new Refusal('not-found', 'There is no such game.')
  await limitUse(call, 'download')
  const { game, year } = query
  return download(services, { game, year: Number(year) }, format, `${game}-${year}`)
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
  return download(services, { from, to: last }, format, `results-${from}-to-${to}`)
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

type DownloadFormat = 'csv' | 'json'

/** Draws as a file. @param name without its ending */
function download(
  { draws, documents, worker }: Services,
  wanted: DrawsWanted,
  format: DownloadFormat,
  name: string,
): Promise<Reply> {
  const file = `${name}.${format}`
  const headers = { 'content-disposition': `attachment; filename="${file}"` }
  const type = format === 'csv' ? CSV_TYPE : JSON_TYPE
  return documents.find(draws.current(), file, { type, cache: CACHE.revalidate, headers }, () =>
    worker.runUncached('draw-file', { wanted, format }),
  )
}
