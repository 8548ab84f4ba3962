import { and, eq, isNull, max } from 'drizzle-orm'
import { HISTORY_LIMITS } from '../rules/history.ts'
import { addDays, dateOfDay, type LagosDate, lagosDate } from '../../platform/rules/base/calendar.ts'
import type { Game } from '../rules/games.ts'
import type { HistoryDraw } from '../rules/history.ts'
import { SAMPLE_YEARS, sampleDraws } from '../rules/sample-draws.ts'
import { byProgram, type Change, type Context } from '../../platform/server/audit/context.ts'
import { hideSamplePayers } from '../../money/server/payments/samples.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { inBatches } from '../../platform/server/db/columns.ts'
import { followers } from './followers.ts'
import { draws } from './tables.ts'
import { lockDraws, writeDraws, writeDrawsIn } from './write-draws.ts'
import { loadGames } from './memory.ts'

const liveSamples = and(eq(draws.source, 'sample'), isNull(draws.deletedAt))

/** Fills a new database with sample draws of the last years, up to the results that are due at `now`. */
export async function addFirstSamples(tx: Db, now: number, games: readonly Game[]): Promise<void> {
  const today = lagosDate(now)
  await insertSamples(byProgram(tx, now), sampleDraws(games, addDays(today, -365 * SAMPLE_YEARS), today, now))
}

/**
 * Adds the samples that have become due, so that a demo shows new results each day. Does nothing where there are no
 * samples: no program mixes samples with real draws.
 */
export async function addDueSamples(db: Db, now: number, games: readonly Game[]): Promise<void> {
  await db.transaction(async (tx) => {
    await lockDraws(tx)
    const [newest] = await tx
      .select({ date: max(draws.date) })
      .from(draws)
      .where(liveSamples)
    if (!newest?.date) return
    const today = lagosDate(now)
    const earliest = addDays(today, -HISTORY_LIMITS.sampleDays)
    const from = newest.date < earliest ? earliest : (newest.date as LagosDate)
    await insertSamples(byProgram(tx, now), sampleDraws(games, from, today, now))
  })
}

async function insertSamples(change: Change, samples: readonly HistoryDraw[]): Promise<void> {
  await writeDrawsIn(change, async ({ tx, now }) => {
    const inserted = await inBatches(samples, (batch) =>
      tx
        .insert(draws)
        .values(
          batch.map(({ game, day, state, serial, winning, machine }) => ({
            gameKey: game,
            date: dateOfDay(day),
            state,
            serial,
            winning: [...winning],
            machine: [...machine],
            source: 'sample' as const,
            recordedAt: new Date(now),
          })),
        )
        .onConflictDoNothing()
        .returning({ id: draws.id, game: draws.gameKey, date: draws.date }),
    )
    return {
      result: undefined,
      days: inserted.map(({ game, date }) => ({ game, date: date as LagosDate })),
      ids: inserted.map(({ id }) => id),
    }
  })
}

/** Removes the sample of a game and day, to make room for a real draw. @returns the ids of the removed draws */
export async function removeSampleOf(
  tx: Db,
  now: number,
  { game, date }: { game: string; date: LagosDate },
): Promise<number[]> {
  const removed = await tx
    .update(draws)
    .set({ deletedAt: new Date(now) })
    .where(and(liveSamples, eq(draws.gameKey, game), eq(draws.date, date)))
    .returning({ id: draws.id })
  return removed.map((row) => row.id)
}

/**
 * Marks every sample as deleted, in the caller's transaction, which holds {@link lockDraws}: otherwise the sweep could add
 * new samples afterwards. The lock of the log makes a forecast that is being published wait, so that it enters the real
 * log, which starts now. The sample people and their payments are hidden with the draws. @returns the ids of the removed draws
 */
export async function removeSamplesIn(tx: Db, now: number): Promise<number[]> {
  const removed = await tx
    .update(draws)
    .set({ deletedAt: new Date(now) })
    .where(liveSamples)
    .returning({ id: draws.id })
  const games = await loadGames(tx)
  await followers((follower) => follower.samplesRemoved?.({ tx, now }, games))
  await hideSamplePayers(tx, now)
  return removed.map((row) => row.id)
}

/** The number of samples that {@link removeSamplesIn} would remove. */
export const countSamples = (tx: Db): Promise<number> => tx.$count(draws, liveSamples)

/** Removes all samples at staff's request. @returns the number of removed samples */
export function removeSamples(context: Context): Promise<number> {
  return writeDraws(context, async ({ tx, now }) => {
    await lockDraws(tx)
    const ids = await removeSamplesIn(tx, now)
    const details = { removed: ids.length }
    return { result: ids.length, audit: { action: 'samples.remove', subject: 'draws', details }, ids }
  })
}
