import { and, asc, count, desc, eq, gt, gte, isNull, lte, sql, sum } from 'drizzle-orm'
import { addDays, type LagosDate, lagosDate } from '../../../platform/rules/base/calendar.ts'
import type { AnnouncedGroup } from '../../rules/lab/proofs/counters.ts'
import { PROOF_FROM, PROOF_KEYS, type ProofKey, stateOf } from '../../rules/lab/proofs/proofs.ts'
import type { ShownBefore } from '../../rules/lab/proofs/words.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { drawCorrections, draws } from '../../../draws/server/tables.ts'
import { numberGroups } from '../tables.ts'
import { proofDays } from './tables.ts'

/** All groups that staff ever announced, in the order of their numbers. */
export async function announcedGroups(db: Db): Promise<AnnouncedGroup[]> {
  const rows = await db.select().from(numberGroups).orderBy(asc(numberGroups.numbers))
  return rows.map(({ numbers, createdAt, countedUntil }) => ({
    numbers,
    from: createdAt.getTime(),
    until: countedUntil?.getTime() ?? null,
  }))
}

/** Keeps what each proof tells at the end of a day, once. The sweep calls it every minute. */
export async function keepProofs(
  { db, worker }: Pick<Services, 'db' | 'worker'>,
  now: number,
): Promise<void> {
  const date = addDays(lagosDate(now), -1)
  const [last] = await db
    .select({ date: proofDays.date, at: proofDays.at })
    .from(proofDays)
    .orderBy(desc(proofDays.date))
    .limit(1)
  if (last && last.date >= date) return
  const { draws: counted, proofs } = await worker.run('proofs', await announcedGroups(db))
  const changed = last ? await changedSince(db, last) : { late: 0, corrected: 0 }
  const rows = PROOF_KEYS.map((figure) => {
    const { logE } = proofs[figure]
    return { date, figure, at: new Date(now), draws: counted, logE, state: stateOf(logE), ...changed }
  })
  await db.insert(proofDays).values(rows).onConflictDoNothing()
}

/** Draws of the days with a row, recorded or corrected since. */
async function changedSince(db: Db, { date, at }: { date: string; at: Date }) {
  // Removed samples are deleted draws.
  const isOfRow = and(gte(draws.date, PROOF_FROM), lte(draws.date, date), isNull(draws.deletedAt))
  const late = await db.$count(draws, and(isOfRow, gt(draws.recordedAt, at)))
  const [corrected] = await db
    .select({ n: count() })
    .from(drawCorrections)
    .innerJoin(draws, eq(draws.id, drawCorrections.drawId))
    .where(and(isOfRow, gt(drawCorrections.at, at)))
  return { late, corrected: corrected!.n }
}

/** What each figure showed so far. */
export async function shownBefore(db: Db): Promise<(figure: ProofKey) => ShownBefore> {
  const { figure, late, corrected, date, state } = proofDays
  const unusual = sql`filter (where ${state} = 'unusual')`
  const rows = await db
    .select({
      figure,
      late: sum(late).mapWith(Number),
      corrected: sum(corrected).mapWith(Number),
      first: sql<LagosDate | null>`(min(${date}) ${unusual})::text`,
      last: sql<LagosDate | null>`(max(${date}) ${unusual})::text`,
    })
    .from(proofDays)
    .groupBy(figure)
  const shown = new Map(
    rows.map(({ first, last, ...row }) => [
      row.figure,
      { ...row, unusual: first && last && { first, last } },
    ]),
  )
  return (key) => shown.get(key) ?? { late: 0, corrected: 0, unusual: null }
}
