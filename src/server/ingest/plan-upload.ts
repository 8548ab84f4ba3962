import { createHash } from 'node:crypto'
import { DESK_LIMITS } from '../../domain/draws/desk.ts'
import { type Verdict, verdictOf, verdictOnGame } from '../../domain/ingest/ingest.ts'
import type { IngestPlan } from '../../domain/ingest/ingest-plan.ts'
import { addedIn, type Basis, changesIn, type ImportPlan, planRows, type PlanOptions } from './import-plan.ts'
import { readDraws, type Unreadable } from './read-draws.ts'

export interface UploadQuestion extends PlanOptions, Pick<Basis, 'games' | 'stored' | 'needsConfirmation'> {
  bytes: Uint8Array
}

/** The plan of an upload. Long lists are cut, because the main thread copies the answer at once. */
export interface UploadPlan extends ImportPlan {
  counts: IngestPlan['counts']
  /** A hash of everything that the plan writes if corrections are allowed. */
  hash: string
  /** Rows that are not read, and rows with warnings, first; then by line. */
  verdicts: Verdict[]
  /** How many verdicts there are in all. */
  verdictCount: number
}

type UploadAnswer =
  | ({ unreadable: Unreadable } & Partial<Record<keyof UploadPlan, undefined>>)
  | ({ unreadable: null } & UploadPlan)

/** Reads and plans an upload. It takes up to some seconds, so the worker thread runs it. */
export function planUpload({ bytes, ...question }: UploadQuestion): UploadAnswer {
  const rows = readDraws(bytes, question)
  if ('problem' in rows) return { unreadable: rows }
  const { ingest, plan } = planRows(rows, question, question)
  const { completed, corrected, refused, warned, totals } = plan.lists
  const verdicts = [...plan.unknownGames.map(verdictOnGame), ...ingest.outcomes.map(verdictOf)]
  return {
    ...plan,
    unreadable: null,
    counts: ingest.counts,
    hash: hashOf(ingest),
    unknownGames: cut(plan.unknownGames),
    lists: {
      completed: cut(completed),
      corrected: cut(corrected),
      refused: cut(refused),
      warned: cut(warned),
      totals,
    },
    verdicts: cut(verdicts.sort((a, b) => rankOf(a) - rankOf(b) || a.line - b.line)),
    verdictCount: verdicts.length,
  }
}

const cut = <T>(list: readonly T[]): T[] => list.slice(0, DESK_LIMITS.verdictRows)

const rankOf = ({ numbers, notes }: Verdict) => (numbers === null ? 0 : notes.length > 0 ? 1 : 2)

function hashOf(ingest: IngestPlan): string {
  const hash = createHash('sha256')
  for (const { draw } of addedIn(ingest)) hash.update(JSON.stringify(draw))
  for (const change of changesIn(ingest, true)) hash.update(JSON.stringify(change))
  return hash.digest('base64url')
}
