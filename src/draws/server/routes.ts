import { limitUse } from '../../platform/server/api/mount.ts'
import { z } from 'zod'
import {
  addDays,
  FIRST_YEAR,
  type LagosDate,
  lagosDate,
  parseDate,
  WEEKDAYS,
} from '../../platform/rules/base/calendar.ts'
import { allYears, drawsOf } from '../rules/history.ts'
import { DRAW_LIMITS, BOXES, DRAW_TYPES, positionKey } from '../../platform/rules/base/balls.ts'
import { yearOfDraws } from '../rules/draw-years.ts'
import { noDocument } from '../rules/day-facts.ts'
import { findJoined } from '../rules/joined-search.ts'
import { resultsView } from '../rules/results-view.ts'
import { readPart } from '../../platform/rules/site/search-address.ts'
import { numberIn } from '../../platform/server/api/form-fields.ts'
import { endpoint, type Routes } from '../../platform/server/api/endpoint.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { gzipResponse, CACHE, json, JSON_TYPE } from '../../platform/server/http/reply.ts'
import { dayResult } from '../rules/day-facts.ts'
import { dailyResults, resultsLists, changesSince, versionOfYear } from './queries.ts'
import { readCheckedSearch, resultsQuery } from './read-search.ts'
import { type DrawsMemory, keptPromise, type Snapshot } from './memory.ts'
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
  /** Newest first. */
  years: z.array(z.strictObject({ year: z.int(), version: z.string() })),
  draws: z.int(),
})

const column = z.array(z.int())
const yearAnswer = z.strictObject({
  seq: z.int(),
  /** Changes with the draws of the year. */
  version: z.string(),
  year: z.int(),
  /** Columns of draws, see src/draws/rules/draw-years.ts. */
  games: z.array(
    z.strictObject({ game: z.string(), days: column, flags: column, serials: column, balls: column }),
  ),
})

const changedDraws = z.strictObject({
  seq: z.int(),
  /** True when too much changed: fetch the years. */
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
  /** Of the seven days up to today, or up to a day some weeks before or after it, those that have a result. */
  weekResults: z.array(date),
  /** The number of draws of each day of the month. */
  month: z.array(z.int()),
  sample: z.boolean(),
})

const dailyNumbers = z.strictObject({ winning: balls, machine: balls })
const dailyAnswer = z.partialRecord(z.enum(WEEKDAYS), z.object({ date: z.string() }).catchall(dailyNumbers))

const matchRow = tableRow.extend({ game: z.string() })

const resultsAnswer = z.strictObject({
  games: z.array(namedGame),
  years: z.array(z.int()),
  /** The game that was drawn last; null without draws. */
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
      years: z.strictObject({ from: z.int(), to: z.int() }).nullable(),
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
      /** Newest first. */
      finds: z.array(matchRow),
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
function parseDay(text: string, today: LagosDate): LagosDate {
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
    async handle({ services: { draws, worker }, request }) {
      await catchUpWithClient(draws, request)
      const snapshot = draws.current()
      const options = { type: JSON_TYPE, cache: CACHE.revalidate, etag: etagOf(snapshot, 'results') }
      const make = async () => await worker.runUncached('all-results', undefined)
      return gzipResponse(request, options, () => keptPromise(draws, 'all results', make))
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
        json(dayResult(snapshot, day, today), { cache: CACHE.revalidate, etag: etagOf(snapshot, today) }),
      )
    },
  }),

  'GET /api/history': endpoint({
    summary: 'The list of the years of draws, with the version of each',
    access: 'games-results',
    followsDraws: true,
    answer: manifest,
    async handle({ services: { draws }, request }) {
      await catchUpWithClient(draws, request)
      return draws.derived('manifest', (snapshot) => {
        const { seq, history } = snapshot
        const { games, lastDrawn } = draws.derived('lists', resultsLists)
        const years = allYears(history).map((year) => ({ year, version: versionOfYear(history, year) }))
        const options = { cache: CACHE.revalidate, etag: etagOf(snapshot, 'history') }
        return json({ seq, games, lastDrawn, years, draws: drawsOf(history) }, options)
      })
    },
  }),

  'GET /api/history/years/:year': endpoint({
    summary: 'One year of all draws in columns',
    access: 'games-results',
    followsDraws: true,
    fresh: true,
    params: z.strictObject({
      year: z
        .string()
        .regex(/^\d{4}$/, 'This is not a year.')
        .transform(Number),
    }),
    // A browser's cache keeps the versions of a year apart by it.
    query: z.strictObject({ version: z.string().max(40).optional() }),
    answer: yearAnswer,
    handle({ services: { draws }, params: { year } }) {
      return draws.derived(`year ${year}`, ({ seq, history }) => {
        const columns = yearOfDraws(history, year)
        if (columns.games.length === 0) throw new Refusal('not-found', `There are no draws of ${year}.`)
        const version = versionOfYear(history, year)
        return json({ seq, version, ...columns }, { cache: CACHE.revalidate, etag: `"${version}"` })
      })
    },
  }),

  'GET /api/history/changes': endpoint({
    summary: 'The draws written and removed since a version of the history',
    access: 'games-results',
    followsDraws: true,
    fresh: true,
    query: z.strictObject({
      since: numberIn('Give the version as a whole number.'),
    }),
    answer: changedDraws,
    async handle({ services: { db, draws }, query }) {
      const { seq, history } = await draws.atLeast(query.since)
      const changed = await changesSince(db, history, query.since)
      return changed ? { seq, reset: false, ...changed } : { seq, reset: true, written: [], removed: [] }
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
      const lists = draws.derived('lists', resultsLists)
      const part = readPart(query)
      const answer = () => {
        const joined = findJoined(history, complete, search, part)
        return { ...lists, ...resultsView(history, search, part), ...(joined && { joined }) }
      }
      if (search.rows.length === 0)
        return draws.derived(`results ${search.game} ${search.year} ${part.all}`, answer)
      await limitUse(call, 'search')
      return answer()
    },
  }),
} satisfies Routes
