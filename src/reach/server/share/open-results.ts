import { z } from 'zod'
import { present } from '../../../platform/rules/base/lists.ts'
import { lagosDate } from '../../../platform/rules/base/calendar.ts'
import { LEGAL_PATHS } from '../../../platform/rules/legal/legal.ts'
import {
  drawOfDay,
  PATHS,
  publicDrawPath,
  publicResultsPath,
  publicYearPath,
} from '../../../platform/rules/site/paths.ts'
import { endpoint, type Routes } from '../../../platform/server/api/endpoint.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { tableRow } from '../../../draws/server/shapes.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { type Asked, publicResults } from './public-results.ts'
import { shareDay } from './shares.ts'

const answer = z.strictObject({
  /** The address of the terms. */
  terms: z.string(),
  /** The address of our page with the same draws, for the link that the terms ask for. */
  page: z.string(),
  /** Of a day by close; of a game newest first. Empty before the result. */
  draws: z.array(
    tableRow.extend({
      game: z.string(),
      name: z.string(),
      operator: z.string(),
      corrected: z.boolean(),
      page: z.string(),
    }),
  ),
})

const of = z.string().max(80)
const common = { access: 'anyone', forOtherSites: true, fresh: true, answer } as const

async function found(services: Services, asked: Asked, now: number) {
  const data = await openData(services, asked, now)
  if (!data) throw new Refusal('not-found', 'There are no results of such a game, year, day or draw.')
  return data
}

export const openResultsRoutes = {
  'GET /api/open/results': endpoint({
    ...common,
    summary: 'The results of today, for other sites',
    version: ({ draws }, { now }) => `${draws.current().seq} ${lagosDate(now)}`,
    handle: ({ services, now }) => found(services, {}, now),
  }),

  'GET /api/open/results/:of': endpoint({
    ...common,
    summary:
      'The results of a day (`2025-06-23`), the newest draws of a game (`diamond`) or one draw (`diamond.2025-06-23`), for other sites',
    params: z.strictObject({ of }),
    handle: ({ services, params, now }) => found(services, params, now),
  }),

  'GET /api/open/results/:of/:year': endpoint({
    ...common,
    summary: 'The results of a game’s year, for other sites',
    params: z.strictObject({ of, year: z.string().max(10) }),
    handle: ({ services, params, now }) => found(services, params, now),
  }),
} satisfies Routes

/**
 * The results that other sites may show: those of the public pages, or of one draw, named by its game and date as
 * `diamond.2025-06-23`. Null for what does not exist, and for a day to come. A draw before its result has no row.
 */
async function openResults(services: Services, asked: Asked, now: number) {
  const [key, date] = (asked.of ?? '').split('.', 2)
  if (date === undefined) return publicResults(services, asked, now)
  const day = await shareDay(services, date, now)
  const found = await publicResults(services, { ...asked, of: date }, now)
  if (!found?.day || !day?.day.games.some((game) => game.key === key)) return null
  const draws = found.draws.filter(({ game }) => game === key)
  return {
    ...found,
    day: { ...found.day, games: 1 },
    games: found.games.filter((game) => game.key === key),
    draws,
    sample: draws.some(({ sample }) => sample),
  }
}

/** The same as data for other sites: each draw with its names and the page to link to. */
async function openData(services: Services, asked: Asked, now: number) {
  const found = await openResults(services, asked, now)
  if (!found) return null
  const at = (path: string) => services.settings.appUrl + path
  return {
    terms: at(LEGAL_PATHS.terms),
    page: at(pageOf(asked)),
    draws: found.draws.map(({ game: key, closesAt: _, ...draw }) => {
      const { name, operator } = present(found.games.find((game) => game.key === key))
      return { game: key, name, operator, ...draw, page: at(publicDrawPath(drawOfDay(key, draw.date))) }
    }),
  }
}

/** The public page of what is asked for. */
function pageOf({ of, year }: Asked): string {
  if (of === undefined) return PATHS.results
  if (year !== undefined) return publicYearPath(of, year)
  return of.includes('.') ? publicDrawPath(of) : publicResultsPath(of)
}
