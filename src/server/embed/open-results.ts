import {
  drawOfDay,
  PATHS,
  publicDrawPath,
  publicResultsPath,
  publicYearPath,
} from '../../domain/site/paths.ts'
import type { Services } from '../api/services.ts'
import { type Asked, publicResults } from '../share/public-results.ts'
import { shareDay } from '../share/shares.ts'
import { present } from '../../domain/base/lists.ts'

/**
 * The results that other sites may show: those of the public pages, or of one draw, named by its game and date as
 * `diamond.2025-06-23`. Null for what does not exist, and for a day to come. A draw before its result has no row.
 */
export async function openResults(services: Services, asked: Asked, now: number) {
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
export async function openData(services: Services, asked: Asked, now: number) {
  const found = await openResults(services, asked, now)
  if (!found) return null
  const at = (path: string) => services.settings.appUrl + path
  return {
    terms: at(PATHS.embed),
    page: at(pageOf(asked)),
    draws: found.draws.map(({ game: key, ...draw }) => {
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
