import { desc, inArray } from 'drizzle-orm'
import type { Change, Context } from '../../audit/context.ts'
import type { Db } from '../../db/connect.ts'
import type { Basis, ImportPlan } from '../../ingest/import-plan.ts'
import { loadRealDraws } from '../load-draws.ts'
import { lockDraws, writeDraws } from '../write-draws.ts'
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
  context: Context,
  makePlan: (basis: Basis) => Promise<ImportPlan>,
  options: ImportOptions,
): Promise<ImportReport> {
  for (let stale = 0; stale < MOST_STALE_PLANS; stale++) {
    const basis = await loadBasis(context)
    const plan = await makePlan(basis)
    const report = await writeDraws<ImportReport | null>(context, async (inside) => {
      await lockDraws(inside.tx)
      const isPlanned = await isCurrent(inside, basis)
      return isPlanned ? writeImport(inside, plan, basis, options) : { result: null }
    })
    if (report) return report
  }
  return writeDraws(context, async (inside) => {
    await lockDraws(inside.tx)
    const basis = await readBasis(inside)
    return writeImport(inside, await makePlan(basis), basis, options)
  })
}

/** Plans an import and writes nothing. @returns the plan, and the report that {@link importDraws} would give */
export async function checkImport<Plan extends ImportPlan>(
  context: Context,
  makePlan: (basis: Basis) => Promise<Plan>,
): Promise<{ plan: Plan; report: ImportReport }> {
  const plan = await makePlan(await loadBasis(context))
  const samplesRemoved = removesSamples(plan) ? await countSamples(context.db) : 0
  return { plan, report: reportOf(plan, samplesRemoved) }
}

/** What a plan is made from, at one instant. */
export function loadBasis({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<Basis> {
  const read = (tx: Db) => readBasis({ tx, actor })
  return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}

async function readBasis({ tx, actor }: Reader): Promise<Basis> {
  const [seq, games] = [await lastChange(tx), await loadGames(tx)]
  const needsConfirmation = await needsConfirmationOf({ tx, actor })
  const stored = await loadRealDraws(tx, needsConfirmation ? actor.userId : null)
  return { seq, games, stored, needsConfirmation }
}

type Reader = Pick<Change, 'tx' | 'actor'>

/** The command line on the server is exempt from the second person. Signed-in users are not. */
const needsConfirmationOf = async ({ tx, actor }: Reader) =>
  actor.userId !== null && (await needsSecondPerson(tx))

const isCurrent = async (reader: Reader, { seq, needsConfirmation }: Basis): Promise<boolean> =>
  (await lastChange(reader.tx)) === seq && (await needsConfirmationOf(reader)) === needsConfirmation

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
