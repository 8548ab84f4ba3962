import { and, asc, gte, inArray, isNull } from 'drizzle-orm'
import type { LagosDate } from '../../domain/base/calendar.ts'
import { scheduleOf } from '../../domain/draws/day-result.ts'
import type { Game } from '../../domain/draws/games.ts'
import type { NewEntry, VersionEntry } from '../../domain/ledger/entries.ts'
import { byDraw, drawName, entriesAfterWrite } from '../../domain/ledger/follow.ts'
import {
  SAMPLE_AUTHORS,
  SAMPLE_SEASON_DAYS,
  sampleDays,
  type SampleForecast,
  sampleForecasts,
} from '../../domain/ledger/sample-forecasts.ts'
import { timesOn } from '../../domain/predictions/predictions.ts'
import { appendChange } from '../changes/append.ts'
import type { Db } from '../db/connect.ts'
import { appendEntries, type ChainEnd, lockLedger } from '../ledger/append.ts'
import { draws } from '../tables/draws.ts'
import { authors } from '../tables/forecast-ledger.ts'
import { predictions, predictionVersions } from '../tables/predictions.ts'
import { contentColumns, type PredictionContent } from './stored.ts'
import { versionEntry } from './version-entry.ts'

/**
 * Fills a new demonstration with a season of labelled forecasts and their results, after its sample draws. They are
 * stored together, because publishing hundreds of them one by one would delay the start by seconds.
 */
export async function addFirstSampleForecasts(tx: Db, now: number, games: readonly Game[]): Promise<void> {
  const end = await lockLedger(tx)
  if (end.chain !== 'sample' || end.entries > 0) return
  const season = sampleDays(now, SAMPLE_SEASON_DAYS)
    .flatMap((date) => sampleForecasts(games, date))
    .filter(({ publishedAt }) => publishedAt <= now)
    .map((forecast) => upTo(forecast, now))
  const entries = await storeForecasts(tx, end, games, season)
  entries.push(...(await resultsOf(tx, games, entries)))
  await appendEntries(
    tx,
    end,
    entries.sort((a, b) => a.at - b.at),
  )
}

/**
 * Publishes the sample forecasts that have become due, beside the sample draws. Does nothing without sample draws: then
 * new entries belong to the real ledger.
 */
export async function addDueSampleForecasts(db: Db, now: number, games: readonly Game[]): Promise<void> {
  await db.transaction(async (tx) => {
    const end = await lockLedger(tx)
    if (end.chain !== 'sample') return
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
    if (due.length > 0) await appendEntries(tx, end, await storeForecasts(tx, end, games, due))
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
  const known = games.find(({ key }) => key === game)!
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

/** Stores forecasts with their versions. @returns their entries, in no order */
async function storeForecasts(
  tx: Db,
  end: ChainEnd,
  games: readonly Game[],
  forecasts: readonly SampleForecast[],
): Promise<NewEntry[]> {
  const authorOf = await sampleAuthors(tx, forecasts[0]!.publishedAt)
  const rows = await tx
    .insert(predictions)
    .values(
      forecasts.map((forecast) => {
        const { close, lock } = timesOf(games, forecast)
        return {
          gameKey: forecast.game,
          drawDate: forecast.date,
          closesAt: dateOf(close),
          lockAt: dateOf(lock),
          chain: end.chain,
          authorId: authorOf.get(forecast.author)!,
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
  const versions = forecasts.flatMap((forecast) => {
    const id = idOf.get(forecast.key)!
    const times = timesOf(games, forecast)
    return versionsOf(forecast).map((one) => ({ ...one, id, times, author: authorOf.get(forecast.author)! }))
  })
  await tx.insert(predictionVersions).values(
    versions.map(({ id, version, at, content, reason, times }) => ({
      ...contentColumns(content),
      predictionId: id,
      version,
      closesAt: dateOf(times.close),
      at: new Date(at),
      reason,
      inTime: times.lock !== null && at < times.lock,
    })),
  )
  await appendChange({ tx, now: forecasts[0]!.publishedAt }, 'predictions', [...idOf.values()])
  const withdrawals = forecasts.flatMap(({ key, game, date, withdrawnAt }): NewEntry[] =>
    withdrawnAt === null
      ? []
      : [{ kind: 'withdrawal', forecast: idOf.get(key)!, game, date, at: withdrawnAt }],
  )
  return [
    ...versions.map(({ content, at, times, ...ids }) => versionEntry(ids, content, { ...times, at })),
    ...withdrawals,
  ]
}

/** The numbers of the sample authors, who are added with the first forecast. */
async function sampleAuthors(tx: Db, at: number): Promise<ReadonlyMap<string, number>> {
  const rows = SAMPLE_AUTHORS.map((penName) => ({ penName, isSample: true, createdAt: new Date(at) }))
  await tx.insert(authors).values(rows).onConflictDoNothing({ target: authors.penName })
  const found = await tx
    .select({ id: authors.id, penName: authors.penName })
    .from(authors)
    .where(inArray(authors.penName, [...SAMPLE_AUTHORS]))
  return new Map(found.map(({ id, penName }) => [penName!, id]))
}

/** The results of the draws of versions, each when it was expected. */
async function resultsOf(tx: Db, games: readonly Game[], entries: readonly NewEntry[]): Promise<NewEntry[]> {
  const versions = entries
    .filter((entry): entry is NewEntry<VersionEntry> => entry.kind === 'version')
    .map((entry): VersionEntry => ({ ...entry, entry: 0, previous: '' }))
  const days = byDraw(versions)
  const first = versions.reduce<LagosDate>(
    (least, { date }) => (date < least ? date : least),
    versions[0]!.date,
  )
  const recorded = await tx
    .select({ game: draws.gameKey, date: draws.date, state: draws.state, winning: draws.winning })
    .from(draws)
    .where(and(isNull(draws.deletedAt), gte(draws.date, first)))
    .orderBy(asc(draws.date))
  return recorded.flatMap(({ date: day, ...row }) => {
    const date = day as LagosDate
    const known = days.get(drawName({ game: row.game, date }))
    if (!known) return []
    const expected = scheduleOf(games, date).find(({ game }) => game.key === row.game)!
    const at = expected.schedule.expectedAt
    return entriesAfterWrite(known, { ...row, date, recordedAt: at }, { game: row.game, date, at, by: null })
  })
}
