import type { Context } from '../../audit/context.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Basis, PlanOptions } from '../../ingest/import-plan.ts'
import type { UploadPlan } from '../../ingest/plan-upload.ts'
import type { TaskWorker } from '../../worker/worker.ts'
import { importDraws, loadBasis } from './import-draws.ts'
import type { ImportReport } from './write-import.ts'

/** A file or pasted text of a user. */
interface Upload extends Pick<PlanOptions, 'day' | 'dateOrder'> {
  bytes: Uint8Array
}

interface UploadOptions extends Pick<PlanOptions, 'addGames' | 'refuseCorrections'> {
  name: string
  /** The hash from {@link checkUpload} that the user confirmed; left out without a check. */
  plan?: string | undefined
}

/**
 * Reports what an import of an upload would do, row by row, and writes nothing. `plan` is a hash of what would be written,
 * which {@link importUpload} compares again.
 */
export async function checkUpload(context: Context, worker: TaskWorker, upload: Upload) {
  const options = { ...upload, now: context.now, addGames: false, nearNames: true, refuseCorrections: null }
  const plan = await planOf(worker, await loadBasis(context), options)
  const { counts, lists, unknownRows, unreadRows, verdicts, verdictCount, dateQuestion, hash } = plan
  return {
    ...counts,
    refused: lists.totals.refused + unknownRows - unreadRows,
    warned: lists.totals.warned,
    plan: hash,
    dateQuestion,
    verdicts,
    more: verdictCount - verdicts.length,
  }
}

/**
 * Imports an upload. The worker thread reads and plans it; this thread only sends statements.
 * @throws Refusal invalid-input or too-large for what cannot be read, conflict when it would write something other than
 *   the confirmed plan
 */
export function importUpload(
  context: Context,
  worker: TaskWorker,
  upload: Upload,
  { name, addGames, refuseCorrections, plan: confirmed }: UploadOptions,
): Promise<ImportReport> {
  async function makePlan(basis: Basis): Promise<UploadPlan> {
    const nearNames = confirmed !== undefined
    const options = { ...upload, now: context.now, addGames, nearNames, refuseCorrections }
    const plan = await planOf(worker, basis, options)
    refuseUnconfirmed(plan, confirmed)
    return plan
  }
  return importDraws(context, makePlan, { name })
}

async function planOf(
  worker: TaskWorker,
  { games, stored, needsConfirmation }: Basis,
  options: Upload & PlanOptions,
): Promise<UploadPlan> {
  const question = { ...options, games, stored, needsConfirmation }
  const { unreadable, ...plan } = await worker.runUncached('plan-upload', question)
  if (unreadable) throw new Refusal(unreadable.code, unreadable.problem)
  return plan as UploadPlan
}

/** Refuses to write anything that the user has not confirmed. */
function refuseUnconfirmed({ counts, hash }: UploadPlan, confirmed: string | undefined): void {
  const changes = counts.inserted + counts.completed + counts.corrected
  if (confirmed === undefined || changes === 0 || hash === confirmed) return
  throw new Refusal('conflict', 'The draws have changed since the check. Review the verdicts again.')
}
