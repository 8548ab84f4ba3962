import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { dateOfDay, dayOf, instantAt, type LagosDate, lagosDate } from '../../domain/base/calendar.ts'
import { type History, yearsOf } from '../../domain/draws/history.ts'
import { LISTED_PAGES } from './listed-pages.ts'
import { PATHS, publicResultsPath, publicYearPath } from '../../domain/site/paths.ts'
import type { Services } from '../api/services.ts'
import type { Db } from '../db/connect.ts'
import { keptPromise } from '../draws/kept-promise.ts'
import { escapeHtml } from '../http/document.ts'
import { CACHE, Reply } from '../http/reply.ts'
import { drawCorrections, draws } from '../tables/draws.ts'

/** The pages of results and when each last changed, with the other pages for search engines (sitemaps.org 0.9). */
export function sitemap(services: Pick<Services, 'db' | 'draws' | 'settings'>, now: number): Promise<Reply> {
  const today = lagosDate(now)
  return keptPromise(services.draws, `sitemap ${today}`, async () => {
    const changes = await lastChanges(services.db)
    const text = documentOf(services, today, changes)
    return new Reply(text, {
      type: 'application/xml; charset=utf-8',
      cache: CACHE.publicMinutes,
      etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`,
    })
  })
}

function documentOf(
  { draws: memory, settings }: Pick<Services, 'draws' | 'settings'>,
  today: LagosDate,
  changes: Map<string, number>,
): string {
  const { games, history } = memory.current()
  // Today's page changes at midnight too.
  const newest = Math.max(instantAt(today, 0), ...changes.values())
  const paths = [
    ...games.flatMap(({ key }) => {
      const its = history.games.get(key)
      return [publicResultsPath(key), ...(its ? yearsOf(its).map((year) => publicYearPath(key, year)) : [])]
    }),
    ...daysOf(history, today).map(publicResultsPath),
    ...LISTED_PAGES.filter((path) => path !== PATHS.results && !path.includes(':')),
  ]
  const entries = [
    [PATHS.results, newest] as const,
    ...paths.map((path) => [path, changes.get(path)] as const),
  ]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries.map(([path, at]) => {
      const changed = at === undefined ? '' : `<lastmod>${new Date(at).toISOString()}</lastmod>`
      return `<url><loc>${escapeHtml(settings.appUrl + path)}</loc>${changed}</url>`
    }),
    '</urlset>',
    '',
  ].join('\n')
}

/** The days before today with a draw, newest first. */
function daysOf({ games }: History, today: LagosDate): LagosDate[] {
  const days = new Set<number>()
  for (const { days: its } of games.values()) for (const day of its) if (day < dayOf(today)) days.add(day)
  return [...days].sort((a, b) => b - a).map(dateOfDay)
}

/** When the draws of a page of results were last recorded, corrected, moved or deleted, in milliseconds, by its path. */
async function lastChanges(db: Db): Promise<Map<string, number>> {
  const { rows } = await db.execute<{
    game: string | null
    year: number | null
    date: string | null
    at: string
  }>(sql`
    with changes as (
      select game_key as game, date, greatest(recorded_at, deleted_at) as at from ${draws}
      union all select old->>'game', (old->>'date')::date, at from ${drawCorrections}
      union all select new->>'game', (new->>'date')::date, at from ${drawCorrections}
    ), dated as (select game, date, extract(year from date)::int as year, at from changes)
    select game, year, date::text, (extract(epoch from max(at)) * 1000)::text as at
    from dated group by grouping sets ((date), (game), (game, year))`)
  return new Map(rows.map(({ game, year, date, at }) => [pathOf(game, year, date), Number(at)]))
}

const pathOf = (game: string | null, year: number | null, date: string | null): string =>
  year === null ? publicResultsPath((game ?? date)!) : publicYearPath(game!, year)
