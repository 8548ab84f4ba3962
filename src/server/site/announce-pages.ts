import { and, eq, gte, sql } from 'drizzle-orm'
import { addDays, lagosDate, SECOND } from '../../domain/base/calendar.ts'
import {
  drawOfDay,
  PATHS,
  publicDrawPath,
  publicResultsPath,
  publicYearPath,
} from '../../domain/site/paths.ts'
import type { Services } from '../api/services.ts'
import { changes } from '../tables/changes.ts'
import { draws } from '../tables/draws.ts'

/** Older draws are found by the sitemap. An import of many years is no news. */
const OLDEST_DAYS = 30
const TIMEOUT_MS = 10 * SECOND
/** The protocol's limit is 10,000 addresses. */
const MOST_DRAWS = 2000

/** Where the search engines find that the key is ours. */
export const keyPath = (key: string): string => `/${key}.txt`

/**
 * Announces the pages of a change's draws by IndexNow (indexnow.org/documentation). It may be repeated.
 * @param seq the number of the change
 * @throws Error for the queue to repeat: too many requests, an error of the service, no connection
 */
export async function announcePages(
  { db, clock, settings, log }: Pick<Services, 'db' | 'clock' | 'settings' | 'log'>,
  seq: number,
): Promise<void> {
  const { indexNowUrl, indexNowKey: key, appUrl } = settings
  if (!indexNowUrl || !key) return
  const oldest = addDays(lagosDate(await clock.now(db)), -OLDEST_DAYS)
  const ids = sql`(select unnest(${changes.ids})::bigint from ${changes} where ${eq(changes.seq, seq)})`
  const changed = await db
    .select({ game: draws.gameKey, date: draws.date })
    .from(draws)
    .where(and(sql`${draws.id} in ${ids}`, gte(draws.date, oldest)))
    .limit(MOST_DRAWS)
  if (changed.length === 0) return
  const paths = changed.flatMap(({ game, date }) => [
    publicDrawPath(drawOfDay(game, date)),
    publicResultsPath(game),
    publicResultsPath(date),
    publicYearPath(game, date.slice(0, 4)),
  ])
  const response = await fetch(indexNowUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({
      host: new URL(appUrl).host,
      key,
      keyLocation: appUrl + keyPath(key),
      urlList: Array.from(new Set([PATHS.results, ...paths]), (path) => appUrl + path),
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await response.body?.cancel()
  const { status } = response
  if (status === 429 || status >= 500) throw new Error(`IndexNow answered ${status}`)
  // 200 is taken, 202 is taken until the key is checked. A repetition would be refused for the same reason.
  if (!response.ok) log.error({ status, seq }, 'IndexNow refused the pages of a change')
}
