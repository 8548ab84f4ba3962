import { z } from 'zod'
import { addDays, FIRST_YEAR, type LagosDate, lagosDate, parseDate, WEEKDAYS } from '../../domain/calendar.ts'
import { drawsOf } from '../../domain/history.ts'
import { DRAW_LIMITS } from '../../domain/draw-limits.ts'
import { noDocument } from '../../domain/day-messages.ts'
import { BOXES, DRAW_TYPES, positionKey } from '../../domain/positions.ts'
import { findJoined } from '../../domain/joined-search.ts'
import { resultsView } from '../../domain/results-view.ts'
import { readPart } from '../../domain/search-address.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import { limitUse } from '../api/limit-use.ts'
import { Refusal } from '../http/refusal.ts'
import { gzipResponse } from '../http/gzip-response.ts'
import { CACHE, json, JSON_TYPE } from '../http/reply.ts'
import { readCheckedSearch, resultsQuery } from './read-search.ts'
import { changesSince } from './history-changes.ts'
import type { DrawsMemory, Snapshot } from './memory.ts'
import { dailyResults, dayResult, resultsLists } from './queries.ts'
import { ball, balls, date, dayGame, tableRow } from './shapes.ts'

const positionKeys = DRAW_TYPES.flatMap((type) => BOXES.map((box) => positionKey(box, type)))
const positionedNumber = z.strictObject({ position: z.enum(positionKeys), number: ball })
const resultRow = z.strictObject({
  serialNumber: z.int().nullable(),
  date: z.string(),
  winningNumbers: z.array(positionedNumber),
  machineNumbers: z.array(positionedNumber),
})

const namedGame = z.strictObject({ key: z.string(), name: z.string(), operator: z.string() })

const manifest = z.strictObject({
  seq: z.int(),
  games: z.array(namedGame),
  lastDrawn: z.string().nullable(),
  years: z.array(z.strictObject({ year: z.int(), hash: z.string(), bytes: z.int() })),
  draws: z.int(),
})

const changedDraws = z.strictObject({
  /** True when too much changed: fetch the years' files. */
  reset: z.boolean(),
  written: z.array(tableRow.omit({ date: true }).extend({ game: z.string(), day: z.int() })),
  removed: z.array(z.strictObject({ game: z.string(), day: z.int() })),
})

const dayAnswer = z.strictObject({
  date,
  today: date,
  monthYear: z.string(),
  monthHasResults: z.boolean(),
  games: z.array(dayGame),
  latest: date.nullable(),
  /** The first day with a draw; null without draws. */
  first: date.nullable(),
  /** The days from Monday to Sunday around the date that have a result. */
  weekResults: z.array(date),
  sample: z.boolean(),
})

const dailyNumbers = z.strictObject({ winning: balls, machine: balls })
const dailyAnswer = z.partialRecord(z.enum(WEEKDAYS), z.object({ date: z.string() }).catchall(dailyNumbers))

const matchRow = tableRow.extend({ game: z.string() })

const resultsAnswer = z.strictObject({
  games: z.array(namedGame),
  years: z.array(z.int()),
  /** The game whose table is shown if the search names none; null without draws. */
  lastDrawn: z.string().nullable(),
  sample: z.boolean(),
  /** What the search found; null without a search. */
  found: z
    .strictObject({
      findings: z.array(
        z.strictObject({
          count: z.int(),
          searched: z.int(),
          last: z.strictObject({ date, since: z.int() }).nullable(),
        }),
      ),
      total: z.int(),
      page: z.int(),
      pages: z.int(),
      draws: z.array(matchRow),
    })
    .nullable(),
  /** What joined rows found. */
  joined: z
    .strictObject({
      findings: z.array(
        z.strictObject({
          /** The indexes of its rows. */
          rows: z.array(z.int()),
          count: z.int(),
          expected: z.number(),
          searched: z.int(),
          last: date.nullable(),
        }),
      ),
      total: z.int(),
      page: z.int(),
      pages: z.int(),
      /** Newest first; each is one draw, or several draws of a game. */
      finds: z.array(z.array(matchRow)),
    })
    .optional(),
  /** One year of one game; null without draws, and where the matching draws take the whole screen. */
  table: z
    .strictObject({
      game: z.string(),
      year: z.int(),
      years: z.array(z.int()),
      draws: z.int(),
      partial: z.boolean(),
      rows: z.array(tableRow),
    })
    .nullable(),
})

/** An ETag made of the snapshot's `seq`, and of the day where the answer depends on it. */
const etagOf = ({ seq }: Snapshot, ...more: (string | number)[]) => `"${[seq, ...more].join('-')}"`

/** Catches up when the client's If-None-Match shows that another process has served it a newer version. */
async function catchUpWithClient(memory: DrawsMemory, request: Request): Promise<void> {
  const clientSeq = Number(/"(\d+)/.exec(request.headers.get('if-none-match') ?? '')?.[1] ?? 0)
  if (clientSeq > memory.current().seq && Number.isSafeInteger(clientSeq)) await memory.atLeast(clientSeq)
}

/**
 * The day of a path: from the first year of draws to a week ahead.
 * @throws Refusal invalid-input
 */
export function parseDay(text: string, today: LagosDate): LagosDate {
  if (text === 'today') return today
  const day = parseDate(text)
  if (!day || day > addDays(today, DRAW_LIMITS.daysAhead)) {
    throw new Refusal(
      'invalid-input',
      `There is no day "${text.slice(0, 20)}" here. Days go from ${FIRST_YEAR} to a week ahead.`,
    )
  }
  return day
}

export const drawRoutes = {
  'GET /api/getResults': endpoint({
    summary: 'All results by game and year, in the form of the specification',
    access: 'games-results',
    followsDraws: true,
    idToken: true,
    answer: z.record(z.string(), z.record(z.string(), z.array(resultRow))),
    async handle({ services: { draws, historyFiles }, request }) {
      await catchUpWithClient(draws, request)
      const snapshot = draws.current()
      const options = { type: JSON_TYPE, cache: CACHE.revalidate, etag: etagOf(snapshot, 'results') }
      return gzipResponse(request, options, () => historyFiles.results(snapshot))
    },
  }),

  'GET /api/lottoDailyResults/:month_year': endpoint({
    summary: 'For each weekday of a month, the latest date with results and the numbers of its games',
    access: 'day-result',
    followsDraws: true,
    params: z.strictObject({ month_year: z.string().max(40) }),
    answer: dailyAnswer,
    async handle({ services: { draws }, request, params, now }) {
      await catchUpWithClient(draws, request)
      const today = lagosDate(now)
      return draws.derived(`month ${params.month_year} ${today}`, (snapshot) => {
        const document = dailyResults(snapshot, params.month_year, now)
        if (!document) throw new Refusal('not-found', noDocument(params.month_year))
        return json(document, { cache: CACHE.revalidate, etag: etagOf(snapshot, today) })
      })
    },
  }),

  'GET /api/days/:date': endpoint({
    summary: 'One day: every game with its schedule and its result; `today` for the day in Lagos',
    access: 'day-result',
    followsDraws: true,
    params: z.strictObject({ date: z.string().max(20) }),
    answer: dayAnswer,
    async handle({ services: { draws }, request, params, now }) {
      await catchUpWithClient(draws, request)
      const today = lagosDate(now)
      const day = parseDay(params.date, today)
      return draws.derived(`day ${day} ${today}`, (snapshot) =>
        json(dayResult(snapshot, day, now), { cache: CACHE.revalidate, etag: etagOf(snapshot, today) }),
      )
    },
  }),

  'GET /api/history': endpoint({
    summary: 'The list of the history files: one per year, named by its content',
    access: 'games-results',
    followsDraws: true,
    answer: manifest,
    async handle({ services: { draws, historyFiles }, request }) {
      await catchUpWithClient(draws, request)
      return draws.derived('manifest', async (snapshot) => {
        const { seq, history } = snapshot
        const { games, lastDrawn } = draws.derived('lists', resultsLists)
        const options = { cache: CACHE.revalidate, etag: etagOf(snapshot, 'history') }
        const files = await historyFiles.years(snapshot)
        const years = files.map(({ year, hash, bytes }) => ({ year, hash, bytes }))
        return json({ seq, games, lastDrawn, years, draws: drawsOf(history) }, options)
      })
    },
  }),

  'GET /api/history/files/:file': endpoint({
    summary:
      'One year of all draws, packed (src/domain/draw-files.ts); `2024-hash.bin` as the manifest names it',
    access: 'games-results',
    params: z.strictObject({
      file: z.string().regex(/^\d{4}-[\w-]{16}\.bin$/, 'This is not the name of a year file.'),
    }),
    answer: { media: 'application/octet-stream' },
    async handle({ services: { draws, historyFiles }, params }) {
      const files = await historyFiles.years(draws.current())
      const found = files.find(({ year, hash }) => params.file === `${year}-${hash}.bin`)
      if (!found) throw new Refusal('not-found', 'This file has been replaced by a newer one.')
      return found.reply
    },
  }),

  'GET /api/history/changes': endpoint({
    summary: 'The draws written and removed since a version of the history',
    access: 'games-results',
    followsDraws: true,
    query: z.strictObject({
      since: z
        .string()
        .regex(/^\d{1,15}$/, 'Give the version as a whole number.')
        .transform(Number),
    }),
    answer: changedDraws,
    async handle({ services: { db, draws }, query }) {
      const { history } = await draws.atLeast(query.since)
      const changed = await changesSince(db, history, query.since)
      return changed ? { reset: false, ...changed } : { reset: true, written: [], removed: [] }
    },
  }),

  'GET /api/results': endpoint({
    summary: 'A number search with its newest matching draws, and one year of one game',
    access: 'games-results',
    followsDraws: true,
    query: resultsQuery,
    answer: resultsAnswer,
    async handle(call) {
      const { draws } = call.services
      const { history } = draws.current()
      const query = new URL(call.request.url).searchParams
      const { search, complete } = readCheckedSearch(draws, query)
      const { games, years, lastDrawn, sample } = draws.derived('lists', resultsLists)
      const part = readPart(query)
      const answer = () => {
        const joined = findJoined(history, complete, search, part)
        const view = resultsView(history, search, part, lastDrawn)
        return { games, years, lastDrawn, sample, ...view, ...(joined && { joined }) }
      }
      if (search.rows.length === 0)
        return draws.derived(`results ${search.game} ${search.year} ${part.all}`, answer)
      await limitUse(call, 'search')
      return answer()
    },
  }),
} satisfies Routes
