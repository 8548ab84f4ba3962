import type { Actor } from '../../audit/record.ts'
import type { Db } from '../../db/connect.ts'
import type { DateOrder } from '../../../domain/written-dates.ts'
import { Refusal } from '../../http/refusal.ts'
import type { PlannedChange } from '../../../domain/ingest.ts'
import type { Basis, ImportPlan } from '../../ingest/import-plan.ts'
import type { UploadPlan } from '../../ingest/plan-upload.ts'
import type { TaskWorker } from '../../worker/worker.ts'
import { importDraws, loadBasis } from './import-draws.ts'
import type { ImportReport } from './write-import.ts'

/** A file or pasted text of a user. */
export interface Upload {
  bytes: Uint8Array
  /** The date for draws without one; empty to refuse them. */
  day: string
  /** The order of day and month in the dates; null to refuse doubtful ones. */
  dateOrder: DateOrder | null
}

export interface UploadOptions {
  name: string
  /** Add unknown games instead of refusing their rows. */
  addGames: boolean
  /** How to allow corrections, as a sentence for the list of refused rows; null if they are allowed. */
  refuseCorrections: string | null
  /** The hash from {@link checkUpload} that the user confirmed; left out without a check. */
  plan?: string | undefined
}

interface Services {
  db: Db
  worker: TaskWorker
}

/**
 * Reports what an import of an upload would do, row by row, and writes nothing. `plan` is a hash of what would be written,
 * which {@link importUpload} compares again.
 */
export async function checkUpload({ db, worker }: Services, now: number, actor: Actor, upload: Upload) {
  const options = { addGames: false, refuseCorrections: null, writes: false }
  const plan = await planOf(worker, upload, await loadBasis(db, actor), now, options)
  const { counts, lists, unknownRows, verdicts, verdictCount, dateQuestion, hash } = plan
  return {
    ...counts,
    refused: lists.totals.refused + unknownRows,
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
  { db, worker }: Services,
  now: number,
  actor: Actor,
  upload: Upload,
  { name, addGames, refuseCorrections, plan: confirmed }: UploadOptions,
): Promise<ImportReport> {
  async function makePlan(basis: Basis): Promise<ImportPlan> {
    const options = { addGames, refuseCorrections, writes: true }
    const plan = await planOf(worker, upload, basis, now, options)
    refuseUnconfirmed(plan, confirmed)
    const { counts, gamesAdded, unknownGames, unknownRows, dateQuestion, lists, inserts, changes } = plan
    return {
      inserted: counts.inserted,
      changed: counts.completed + (refuseCorrections === null ? counts.corrected : 0),
      unchanged: counts.unchanged,
      gamesAdded,
      unknownGames,
      unknownRows,
      dateQuestion,
      inserts: () => inserts,
      changes: () => parsed(changes),
      lists: () => ({ advance: () => undefined, finish: () => lists }),
    }
  }
  return importDraws(db, now, actor, makePlan, { name })
}

/** Each batch is parsed when it is written, so that no step holds up the requests of others. */
function* parsed(batches: readonly string[]): Generator<PlannedChange[]> {
  for (const batch of batches) yield JSON.parse(batch) as PlannedChange[]
}

async function planOf(
  worker: TaskWorker,
  upload: Upload,
  { games, stored, needsConfirmation }: Basis,
  now: number,
  options: { addGames: boolean; refuseCorrections: string | null; writes: boolean },
): Promise<UploadPlan> {
  const question = { ...upload, now, games, stored, needsConfirmation, ...options }
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
