import { sql } from 'drizzle-orm'
import {
  dateOfDay,
  dayOf,
  instantAt,
  type LagosDate,
  lagosDate,
} from '../../../platform/rules/base/calendar.ts'
import { drawAt, type History, yearRange, yearsOf } from '../../../draws/rules/history.ts'
import {
  methodPath,
  drawOfDay,
  PATHS,
  publicDrawPath,
  publicResultsPath,
  publicYearPath,
  PATTERNS,
  publicForecastPath,
} from '../../../platform/rules/site/paths.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { keptPromise } from '../../../draws/server/memory.ts'
import { escapeHtml } from '../../../platform/server/http/document.ts'
import { CACHE, etagOf, Reply } from '../../../platform/server/http/reply.ts'
import { drawCorrections, draws } from '../../../draws/server/tables.ts'
import { LAB_FIGURE_KEYS } from '../../../statistics/rules/lab/figures.ts'
import { LEGAL_PATHS } from '../../../platform/rules/legal/legal.ts'
import { RECORD_METHODS } from '../../../platform/rules/methods/keys.ts'
import { itemAt, present } from '../../../platform/rules/base/lists.ts'

/** The addresses of the pages that search engines may read. The last parts of some name their subject. */
const LISTED_PAGES: readonly string[] = [
  PATHS.results,
  PATTERNS.resultsOf,
  PATTERNS.gameYear,
  PATTERNS.publicDraw,
  PATHS.record,
  PATHS.recordCheck,
  publicForecastPath(':forecast'),
  PATHS.methods,
  PATTERNS.method,
  LEGAL_PATHS.privacy,
  LEGAL_PATHS.terms,
  PATHS.login,
  PATHS.signUp,
]

/** What these pages load, and what search engines read besides pages. */
const FILES = ['/assets/', '/share/', '/favicon.ico$', '/manifest.webmanifest$', '/sitemap.xml$', '/sitemap/']

/**
 * The rules for crawlers (RFC 9309: the longest match counts, `$` is the end).
 * @param appUrl the public address of this site
 */
export function robotsText(appUrl: string): string {
  const pages = LISTED_PAGES.map((path) => (path.includes(':') ? itemAt(path.split(':'), 0) : `${path}$`))
  return [
    'User-agent: *',
    ...[...new Set([...pages, ...FILES])].map((path) => `Allow: ${path}`),
    'Disallow: /',
    '',
    `Sitemap: ${appUrl}/sitemap.xml`,
    '',
  ].join('\n')
}

/** When each draw, by game and day, was recorded, corrected, moved or deleted. */
const drawChanges = sql`
  select game_key as game, date, greatest(recorded_at, deleted_at) as at from ${draws}
  union all select old->>'game', (old->>'date')::date, at from ${drawCorrections}
  union all select new->>'game', (new->>'date')::date, at from ${drawCorrections}`

/** When the draws of some days last changed, in milliseconds, by the path of their page. The days are inclusive. */
export async function drawsChangedAt(db: Db, from: LagosDate, to: LagosDate): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ game: string; date: string; at: string }>(sql`
    with changes as (${drawChanges})
    select game, date::text, (extract(epoch from max(at)) * 1000)::text as at
    from changes where date between ${from} and ${to} group by game, date`)
  return new Map(rows.map(({ game, date, at }) => [publicDrawPath(drawOfDay(game, date)), Number(at)]))
}

type Of = Pick<Services, 'db' | 'draws' | 'settings'>
type Entry = readonly [path: string, changedAt: number | undefined]

/** The sitemap of the draws of a year. One file has at most 50,000 addresses, and the archive has more draws. */
const drawsPath = (year: number | string) => `/sitemap/draws-${year}.xml`
const PAGES_PATH = '/sitemap/pages.xml'

/** The list of the sitemaps (sitemaps.org 0.9). */
export const sitemapIndex = (services: Of): Promise<Reply> =>
  kept(services, 'sitemaps', async () => {
    const changes = await lastChanges(services.db)
    const years = new Set([...services.draws.current().history.games.values()].flatMap(yearsOf))
    return documentOf(services, 'sitemapindex', 'sitemap', [
      [PAGES_PATH, undefined],
      ...[...years]
        .sort((a, b) => b - a)
        .map((year) => [drawsPath(year), changes.get(drawsPath(year))] as const),
    ])
  })

/**
 * A sitemap of the list, with the time of the last change of each page; null for an unknown one.
 * @param name `pages`, or `draws-2026`
 */
export function sitemap(services: Of, name: string, now: number): Promise<Reply> | null {
  const today = lagosDate(now)
  if (name === 'pages')
    return kept(services, `sitemap ${today}`, async () => {
      const changes = await lastChanges(services.db)
      return documentOf(services, 'urlset', 'url', pagesOf(services, today, changes))
    })
  const year = /^draws-(\d{4})$/.exec(name)?.[1]
  if (!year) return null
  return kept(services, `sitemap ${year}`, async () => {
    const changes = await drawsChangedAt(
      services.db,
      `${year}-01-01` as LagosDate,
      `${year}-12-31` as LagosDate,
    )
    const paths = [...services.draws.current().history.games].flatMap(([key, its]) => {
      const [from, to] = yearRange(its, Number(year))
      return Array.from({ length: to - from }, (_, i) =>
        publicDrawPath(drawOfDay(key, drawAt(its, to - 1 - i).date)),
      )
    })
    return documentOf(
      services,
      'urlset',
      'url',
      paths.map((path) => [path, changes.get(path)] as const),
    )
  })
}

/** The reply of a document that is kept until the draws change. */
const kept = ({ draws }: Of, name: string, make: () => Promise<string>): Promise<Reply> =>
  keptPromise(draws, name, async () => {
    const text = await make()
    return new Reply(text, {
      type: 'application/xml; charset=utf-8',
      cache: CACHE.publicMinutes,
      etag: etagOf(text),
    })
  })

/** The pages of results and the other pages for search engines. */
function pagesOf({ draws: memory }: Of, today: LagosDate, changes: Map<string, number>): Entry[] {
  const { games, history } = memory.current()
  const paths = [
    ...games.flatMap(({ key }) => {
      const its = history.games.get(key)
      return [publicResultsPath(key), ...(its ? yearsOf(its).map((year) => publicYearPath(key, year)) : [])]
    }),
    ...daysOf(history, today).map(publicResultsPath),
    ...LISTED_PAGES.filter((path) => path !== PATHS.results && !path.includes(':')),
    ...[...RECORD_METHODS, ...LAB_FIGURE_KEYS, 'many-looks' as const].map(methodPath),
  ]
  // Today's page changes at midnight too.
  const newest = Math.max(instantAt(today, 0), ...changes.values())
  return [[PATHS.results, newest], ...paths.map((path) => [path, changes.get(path)] as const)]
}

const documentOf = ({ settings }: Of, root: string, item: string, entries: readonly Entry[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...entries.map(([path, at]) => {
      const changed = at === undefined ? '' : `<lastmod>${new Date(at).toISOString()}</lastmod>`
      return `<${item}><loc>${escapeHtml(settings.appUrl + path)}</loc>${changed}</${item}>`
    }),
    `</${root}>`,
    '',
  ].join('\n')

/** The days before today with a draw, newest first. */
function daysOf({ games }: History, today: LagosDate): LagosDate[] {
  const days = new Set<number>()
  for (const { days: its } of games.values()) for (const day of its) if (day < dayOf(today)) days.add(day)
  return [...days].sort((a, b) => b - a).map(dateOfDay)
}

/** When the draws of a page of results or of a sitemap last changed, in milliseconds, by its path. */
async function lastChanges(db: Db): Promise<Map<string, number>> {
  const { rows } = await db.execute<{
    game: string | null
    year: number | null
    date: string | null
    at: string
  }>(sql`
    with changes as (${drawChanges}),
    dated as (select game, date, extract(year from date)::int as year, at from changes)
    select game, year, date::text, (extract(epoch from max(at)) * 1000)::text as at
    from dated group by grouping sets ((date), (game), (game, year), (year))`)
  return new Map(rows.map(({ game, year, date, at }) => [pathOf(game, year, date), Number(at)]))
}

function pathOf(game: string | null, year: number | null, date: string | null): string {
  if (year === null) return publicResultsPath(present(game ?? date))
  return game === null ? drawsPath(year) : publicYearPath(game, year)
}
