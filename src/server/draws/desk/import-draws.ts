import { desc, inArray } from 'drizzle-orm'
import { type Actor } from '../../audit/record.ts'
import type { Db } from '../../db/connect.ts'
import type { Basis, ImportPlan } from '../../ingest/import-plan.ts'
import { loadRealDraws } from '../load-draws.ts'
import { lockDraws } from '../lock-draws.ts'
import { loadGames } from '../memory.ts'
import { changes } from '../../tables/changes.ts'
import { needsSecondPerson } from './second-person.ts'
import { countSamples } from '../samples.ts'
import {
  type ImportOptions,
  type ImportReport,
  removesSamples,
  reportOf,
  writeImport,
} from './write-import.ts'

/** Plans that may become stale before the draws are locked while the next one is made. */
const MOST_STALE_PLANS = 2

/**
 * Imports all valid rows in one transaction and lists the others. The first real draws replace all samples. A second run
 * of the same rows changes nothing.
 *
 * The plan is made before the transaction, because it takes seconds and other writers of draws would wait for it. When a
 * draw or a game has changed meanwhile, it is made again.
 * @param makePlan its errors refuse the import
 */
export async function importDraws(
  db: Db,
  now: number,
  actor: Actor,
  makePlan: (basis: Basis) => Promise<ImportPlan>,
  options: ImportOptions,
): Promise<ImportReport> {
  for (let stale = 0; stale < MOST_STALE_PLANS; stale++) {
    const basis = await loadBasis(db, actor)
    const plan = await makePlan(basis)
    const report = await db.transaction(async (tx) => {
      await lockDraws(tx)
      return (await isCurrent(tx, actor, basis)) ? writeImport(tx, now, actor, plan, basis, options) : null
    })
    if (report) return report
  }
  return db.transaction(async (tx) => {
    await lockDraws(tx)
    const basis = await readBasis(tx, actor)
    return writeImport(tx, now, actor, await makePlan(basis), basis, options)
  })
}

/** Plans an import and writes nothing. @returns the plan, and the report that {@link importDraws} would give */
export async function checkImport<Plan extends ImportPlan>(
  db: Db,
  actor: Actor,
  makePlan: (basis: Basis) => Promise<Plan>,
): Promise<{ plan: Plan; report: ImportReport }> {
  const plan = await makePlan(await loadBasis(db, actor))
  const samplesRemoved = removesSamples(plan) ? await countSamples(db) : 0
  return { plan, report: reportOf(plan, samplesRemoved) }
}

/** What a plan is made from, at one instant. */
export function loadBasis(db: Db, actor: Actor): Promise<Basis> {
  const read = (tx: Db) => readBasis(tx, actor)
  return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}

async function readBasis(tx: Db, actor: Actor): Promise<Basis> {
  const [seq, games] = [await lastChange(tx), await loadGames(tx)]
  const needsConfirmation = await needsConfirmationOf(tx, actor)
  const stored = await loadRealDraws(tx, games, needsConfirmation ? actor.userId : null)
  return { seq, games, stored, needsConfirmation }
}

/** The command line on the server is exempt from the second person. Signed-in users are not. */
const needsConfirmationOf = async (tx: Db, { userId }: Actor) =>
  userId !== null && (await needsSecondPerson(tx))

async function isCurrent(tx: Db, actor: Actor, { seq, needsConfirmation }: Basis): Promise<boolean> {
  return (await lastChange(tx)) === seq && (await needsConfirmationOf(tx, actor)) === needsConfirmation
}

/** The last change of draws or games; each write to them appends one. */
async function lastChange(tx: Db): Promise<number> {
  const [last] = await tx
    .select({ seq: changes.seq })
    .from(changes)
    .where(inArray(changes.kind, ['draws', 'games']))
    .orderBy(desc(changes.seq))
    .limit(1)
  return last?.seq ?? 0
}
