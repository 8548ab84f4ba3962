import { z } from 'zod'
import { DESK_LIMITS } from '../../rules/desk.ts'
import { DRAW_TYPES } from '../../../platform/rules/base/balls.ts'
import { DATE_ORDERS } from '../../rules/written-dates.ts'
import { endpoint, type Routes } from '../../../platform/server/api/endpoint.ts'
import { day } from '../../../platform/server/api/form-fields.ts'
import { balls } from '../shapes.ts'
import { withMeanings } from '../../rules/game-names.ts'
import type { Context } from '../../../platform/server/audit/context.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import type { Basis, PlanOptions, UploadPlan } from '../ingest/import-plan.ts'
import type { TaskWorker } from '../../../platform/server/worker/worker.ts'
import { importDraws, loadBasis, type ImportReport } from './import-draws.ts'

const place = { line: z.int(), game: z.string(), date: z.string() }
const rowNote = z.strictObject({ ...place, reasons: z.array(z.string()) })
const unknownGame = z.strictObject({ name: z.string(), line: z.int(), rows: z.int(), reason: z.string() })
const importedChange = z.strictObject({
  ...place,
  changes: z.array(
    z.strictObject({ what: z.enum(['draw', 'serial', ...DRAW_TYPES]), old: z.string(), new: z.string() }),
  ),
})

/** The date for pasted draws without one. */
const undated = day.transform((date) => date ?? '')
const yesNo = z
  .enum(['yes', 'no'])
  .default('no')
  .transform((answer) => answer === 'yes')
/** The order of day and month in dates such as 01/08/2025. Without it, such dates are refused where it is doubtful. */
const dateOrder = z
  .enum(DATE_ORDERS)
  .optional()
  .transform((order) => order ?? null)
/** What names that no game has mean, each with the key of a game: `lucky=lucky_G&6=06`. */
const meant = z
  .string()
  .max(2000)
  .default('')
  .transform((text) => [...new URLSearchParams(text)])
const dateQuestion = z.strictObject({ monthFirst: z.string(), either: z.string().nullable() }).nullable()
const verdict = z.strictObject({
  ...place,
  verdict: z.enum(['new', 'complete', 'change', 'same', 'refused', 'unread']),
  notes: z.array(z.string()),
  numbers: z.strictObject({ serial: z.int().nullable(), winning: balls, machine: balls }).nullable(),
})

export const importRoutes = {
  'POST /api/admin/draws/check': endpoint({
    summary: 'Check a file or pasted draws row by row, without writing anything',
    access: 'enter-results',
    effect: 'edits-draws',
    query: z.strictObject({ date: undated, dateOrder, meant }),
    body: { file: { type: 'text/csv', limit: DESK_LIMITS.importBytes } },
    answer: z.strictObject({
      inserted: z.int(),
      completed: z.int(),
      corrected: z.int(),
      unchanged: z.int(),
      refused: z.int(),
      warned: z.int(),
      /** A hash of what would be written, to confirm the import with. */
      plan: z.string(),
      /** Dates of the file that cannot all have the day first; null if `dateOrder` says the order. */
      dateQuestion,
      /** What was understood of each column of a table, as a sentence. */
      columns: z.string().nullable(),
      /** Refused rows and rows with warnings first, then by line; long lists are cut. */
      verdicts: z.array(verdict),
      more: z.int(),
    }),
    handle: ({ services, context, query: { date: day, ...query }, body }) =>
      checkUpload(context, services.worker, { bytes: body, day, ...query }),
  }),

  'POST /api/admin/draws/import': endpoint({
    summary: 'Import draws from a file or pasted text in the body; recorded draws change only with `correct`',
    access: 'enter-results',
    effect: 'edits-draws',
    creates: 'once-by-its-values',
    fresh: true,
    query: z.strictObject({
      correct: yesNo,
      name: z.string().max(100).default('upload'),
      date: undated,
      dateOrder,
      meant,
      /** The hash that the check answered. The import is refused if it would now write something else. */
      plan: z.string().max(100).optional(),
    }),
    body: { file: { type: 'text/csv', limit: DESK_LIMITS.importBytes } },
    answer: z.strictObject({
      inserted: z.int(),
      unchanged: z.int(),
      /** How many draws were completed and corrected, and how many rows were refused or have warnings. */
      totals: z.strictObject({ completed: z.int(), corrected: z.int(), refused: z.int(), warned: z.int() }),
      /** The first of each; long lists are cut. */
      completed: z.array(importedChange),
      corrected: z.array(importedChange),
      refused: z.array(rowNote),
      unknownGames: z.array(unknownGame),
      warned: z.array(rowNote),
      samplesRemoved: z.int(),
      dateQuestion,
    }),
    async handle({ services, context, query, body }) {
      const report = await importUpload(
        context,
        services.worker,
        { bytes: body, day: query.date, dateOrder: query.dateOrder, meant: query.meant },
        {
          name: query.name,
          refuseCorrections: query.correct ? null : 'Import it with "correct" to change it.',
          plan: query.plan,
        },
      )
      const { lists, refusedRows, unreadRows, ...more } = report
      return { ...more, ...lists, totals: { ...lists.totals, refused: refusedRows - unreadRows } }
    },
  }),
} satisfies Routes

/** A file or pasted text of a user. */
interface Upload extends Pick<PlanOptions, 'day' | 'dateOrder'> {
  bytes: Uint8Array
  /** Names that no game has, each with the key of the game that it means. */
  meant: readonly (readonly [string, string])[]
}

interface UploadOptions extends Pick<PlanOptions, 'refuseCorrections'> {
  name: string
  /** The hash from {@link checkUpload} that the user confirmed; left out without a check. */
  plan?: string | undefined
}

/**
 * Reports what an import of an upload would do, row by row, and writes nothing. `plan` is a hash of what would be written,
 * which {@link importUpload} compares again.
 */
async function checkUpload(context: Context, worker: TaskWorker, upload: Upload) {
  const options = { ...upload, now: context.now, nearNames: true, refuseCorrections: null }
  const plan = await planOf(worker, await loadBasis(context.db), options)
  const { counts, lists, unknownRows, unreadRows, verdicts, verdictCount, columns, dateQuestion, hash } = plan
  return {
    ...counts,
    refused: lists.totals.refused + unknownRows - unreadRows,
    warned: lists.totals.warned,
    plan: hash,
    dateQuestion,
    columns,
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
  { name, refuseCorrections, plan: confirmed }: UploadOptions,
): Promise<ImportReport> {
  async function makePlan(basis: Basis): Promise<UploadPlan> {
    const nearNames = confirmed !== undefined
    const options = { ...upload, now: context.now, nearNames, refuseCorrections }
    const plan = await planOf(worker, basis, options)
    refuseUnconfirmed(plan, confirmed)
    return plan
  }
  return importDraws(context, makePlan, { name })
}

async function planOf(
  worker: TaskWorker,
  { games, stored }: Basis,
  { meant, ...options }: Upload & PlanOptions,
): Promise<UploadPlan> {
  const question = { ...options, games: withMeanings(games, meant), stored }
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
