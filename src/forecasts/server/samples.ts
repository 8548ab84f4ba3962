import { and, asc, gte, inArray, isNull } from 'drizzle-orm'
import { lagosDate, type LagosDate } from '../../platform/rules/base/calendar.ts'
import { scheduleOf } from '../../draws/rules/day-result.ts'
import type { Game } from '../../draws/rules/games.ts'
import { resultAfter } from '../rules/ledger/follow.ts'
import {
  SAMPLE_AUTHORS,
  SAMPLE_SEASON_DAYS,
  sampleDays,
  type SampleForecast,
  sampleForecasts,
} from '../rules/ledger/sample-forecasts.ts'
import { drawName } from '../rules/log/leaves.ts'
import { drawTimes, revealTime } from '../rules/log/schedule.ts'
import { timesOn } from '../rules/predictions.ts'
import { appendChange } from '../../platform/server/changes/append.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import {
  appendLeaves,
  type ChainEnd,
  countForecasts,
  type Draft,
  instantText,
  lockLedger,
  scheduleIn,
  startLog,
} from './ledger/append.ts'
import { authorLeaves } from './ledger/authors.ts'
import { commit, revealOf } from './ledger/versions.ts'
import { draws } from '../../draws/server/tables.ts'
import { authors } from './tables/forecast-ledger.ts'
import { predictions, predictionVersions } from './tables/predictions.ts'
import { contentColumns, type PredictionContent, newVersion } from './stored.ts'
import { itemAt, present } from '../../platform/rules/base/lists.ts'

/**
 * Fills a new demonstration with a season of labelled forecasts and their results, after its sample draws: a log that seems
 * to have run since. They are stored together, because publishing hundreds of them one by one would delay the start by
 * seconds.
 */
export async function addFirstSampleForecasts(tx: Db, now: number, games: readonly Game[]): Promise<void> {
  const end = await lockLedger(tx)
  if (end.chain !== 'sample' || end.size > 0) return
  const season = sampleDays(now, SAMPLE_SEASON_DAYS)
    .flatMap((date) => sampleForecasts(games, date))
    .filter(({ publishedAt }) => publishedAt <= now)
    .map((forecast) => upTo(forecast, now))
    .sort((a, b) => a.publishedAt - b.publishedAt)
  const start = itemAt(season, 0).publishedAt
  const authorOf = await sampleAuthors(tx, start)
  let started = await startLog(tx, end, start, games)
  for (const author of authorOf.values())
    started = await appendLeaves(tx, started, await authorLeaves(tx, started, author, start))
  const drafts = [
    ...(await storeForecasts(tx, started, season, authorOf)),
    ...(await resultsOf(tx, games, lagosDate(start))),
  ].filter(({ leaf }) => Date.parse(leaf.at) <= now)
  // Reveals precede the results of the same instant.
  const order = ({ leaf }: Draft) => (leaf.kind === 'result' ? 1 : 0)
  await appendLeaves(
    tx,
    started,
    drafts.sort((a, b) => Date.parse(a.leaf.at) - Date.parse(b.leaf.at) || order(a) - order(b)),
  )
}

/**
 * Publishes the sample forecasts that have become due, beside the sample draws. Does nothing without sample draws: then
 * new entries belong to the real log.
 */
export async function addDueSampleForecasts(db: Db, now: number, games: readonly Game[]): Promise<void> {
  await db.transaction(async (tx) => {
    const end = await lockLedger(tx)
    if (end.chain !== 'sample' || end.size === 0) return
    const at = Math.max(now, end.at)
    const planned = sampleDays(now, 0)
      .flatMap((date) => sampleForecasts(games, date))
      .filter((forecast) => forecast.publishedAt <= now && at < (timesOf(games, forecast).lock ?? 0))
    if (planned.length === 0) return
    const known = await tx
      .select({ key: predictions.submitKey })
      .from(predictions)
      .where(
        inArray(
          predictions.submitKey,
          planned.map(({ key }) => key),
        ),
      )
    const keys = new Set(known.map(({ key }) => key))
    const due = planned
      .filter(({ key }) => !keys.has(key))
      .map((forecast) => ({ ...forecast, publishedAt: at, change: null, withdrawnAt: null }))
    if (due.length === 0) return
    const authorOf = await sampleAuthors(tx, at)
    const drafts = await storeForecasts(tx, end, due, authorOf)
    await appendLeaves(
      tx,
      end,
      drafts.filter(({ leaf }) => leaf.kind !== 'reveal'),
    )
  })
}

/** A forecast without what happens to it after `now`. */
function upTo(forecast: SampleForecast, now: number): SampleForecast {
  const { change, withdrawnAt } = forecast
  return {
    ...forecast,
    change: change && change.at <= now ? change : null,
    withdrawnAt: withdrawnAt !== null && withdrawnAt <= now ? withdrawnAt : null,
  }
}

function timesOf(games: readonly Game[], { game, date }: SampleForecast) {
  const known = present(games.find(({ key }) => key === game))
  return timesOn(known, date, { recordedAt: null, observedAt: null })
}

/** The versions of a forecast, oldest first. */
function versionsOf({ game, date, form, numbers, publishedAt, change }: SampleForecast) {
  const content: PredictionContent = { game, date, form, numbers, reasons: null, image: null }
  const first = { version: 1, at: publishedAt, content, reason: null }
  if (!change) return [first]
  return [
    first,
    { version: 2, at: change.at, content: { ...content, numbers: change.numbers }, reason: 'Changed' },
  ]
}

const dateOf = (instant: number | null) => (instant === null ? null : new Date(instant))

/**
 * Stores forecasts with their versions, in the order of publication.
 * @returns their leaves in no order, with a reveal of each version at its close
 */
async function storeForecasts(
  tx: Db,
  end: ChainEnd,
  forecasts: readonly SampleForecast[],
  authorOf: ReadonlyMap<string, number>,
): Promise<Draft[]> {
  const schedules = new Map<string, Awaited<ReturnType<typeof scheduleIn>>>()
  for (const { game } of forecasts)
    if (!schedules.has(game)) schedules.set(game, await scheduleIn(tx, end.chain, game))
  const inLog = (forecast: SampleForecast) => {
    const { slots, firstVersion } = present(schedules.get(forecast.game))
    return drawTimes(slots, firstVersion, forecast)
  }
  const rows = await tx
    .insert(predictions)
    .values(
      forecasts.map((forecast) => {
        const { close, lock } = inLog(forecast)
        return {
          gameKey: forecast.game,
          drawDate: forecast.date,
          closesAt: dateOf(close),
          lockAt: dateOf(lock),
          chain: end.chain,
          authorId: present(authorOf.get(forecast.author)),
          version: forecast.change ? 2 : 1,
          createdAt: new Date(forecast.publishedAt),
          submitKey: forecast.key,
          withdrawnAt: dateOf(forecast.withdrawnAt),
          withdrawnReason: forecast.withdrawnAt === null ? null : 'Withdrawn',
        }
      }),
    )
    .returning({ id: predictions.id, key: predictions.submitKey })
  const idOf = new Map(rows.map(({ id, key }) => [key, id]))
  const before = await countForecasts(tx, end)
  const places = new Map<string, number>()
  const drafts: Draft[] = []
  const versions: (typeof predictionVersions.$inferInsert)[] = []
  for (const [i, forecast] of forecasts.entries()) {
    const { key, game, date, withdrawnAt } = forecast
    const prediction = present(idOf.get(key))
    const { close, lock } = inLog(forecast)
    const nth = 1 + (places.get(drawName(forecast)) ?? (await countForecasts(tx, end, { game, date })))
    places.set(drawName(forecast), nth)
    const ids = { prediction, forecast: before + i + 1, nth, author: present(authorOf.get(forecast.author)) }
    for (const { version, at, content, reason } of versionsOf(forecast)) {
      const { draft, opening } = commit(await newVersion(tx, { ...ids, version, at, close, lock }, content))
      drafts.push(draft, revealOf(prediction, opening, revealTime(close, date)))
      const inTime = lock !== null && at < lock
      const rest = { closesAt: dateOf(close), at: new Date(at), reason, inTime, opening }
      versions.push({ ...contentColumns(content), predictionId: prediction, version, ...rest })
    }
    if (withdrawnAt !== null) {
      const leaf = { kind: 'withdrawal' as const, at: instantText(withdrawnAt), forecast: ids.forecast }
      drafts.push({ leaf: { ...leaf, by: ids.author }, prediction })
    }
  }
  await tx.insert(predictionVersions).values(versions)
  await appendChange({ tx, now: itemAt(forecasts, 0).publishedAt }, 'predictions', [...idOf.values()])
  return drafts
}

/** The numbers of the sample authors, who are added with the first forecast. */
async function sampleAuthors(tx: Db, at: number): Promise<ReadonlyMap<string, number>> {
  const rows = SAMPLE_AUTHORS.map((penName) => ({ penName, isSample: true, createdAt: new Date(at) }))
  await tx.insert(authors).values(rows).onConflictDoNothing({ target: authors.penName })
  const found = await tx
    .select({ id: authors.id, penName: authors.penName })
    .from(authors)
    .where(inArray(authors.penName, [...SAMPLE_AUTHORS]))
  return new Map(found.map(({ id, penName }) => [present(penName), id]))
}

/** The results of the sample draws from a day on, each when it was expected. */
async function resultsOf(tx: Db, games: readonly Game[], first: LagosDate): Promise<Draft[]> {
  const recorded = await tx
    .select({ game: draws.gameKey, date: draws.date, state: draws.state, winning: draws.winning })
    .from(draws)
    .where(and(isNull(draws.deletedAt), gte(draws.date, first)))
    .orderBy(asc(draws.date))
  return recorded.flatMap(({ game, date: day, ...row }) => {
    const date = day as LagosDate
    const result = resultAfter(null, { ...row, date })
    const expected = scheduleOf(games, date).find((one) => one.game.key === game)
    if (!result || !expected) return []
    const at = instantText(expected.schedule.expectedAt)
    return [{ leaf: { kind: 'result', at, game, date, ...result, by: null } }]
  })
}
