import { randomFillSync, createHash } from 'node:crypto'
import { changesBetween, type Draw, type ValueChange } from '../../rules/draw.ts'
import type { Game } from '../../rules/games.ts'
import { drawAt, type History } from '../../rules/history.ts'
import {
  type IngestPlan,
  planIngest,
  type DateQuestion,
  type IngestRow,
  type PlannedChange,
  type RowNote,
  type UnknownGame,
} from '../../rules/ingest/ingest-plan.ts'
import {
  refusedCorrection,
  type Verdict,
  verdictOf,
  verdictOnGame,
} from '../../rules/ingest/ingest-verdicts.ts'
import type { DateOrder } from '../../rules/written-dates.ts'
import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import { DESK_LIMITS } from '../../rules/desk.ts'
import { readDraws, type Unreadable } from './read-draws.ts'

/** What an import is planned from: the games and draws at one instant. */
export interface Basis {
  /** The last change of draws or games. */
  seq: number
  games: readonly Game[]
  /** The live draws of all games, without samples. */
  stored: History
}

/** How rows are read and planned. */
export interface PlanOptions {
  now: number
  /** The date for draws without one; empty to refuse them. */
  day: string
  /** Whether a name that is one letter off is read as its game: only where staff see the plan before it is written. */
  nearNames: boolean
  /** How to allow corrections, as a sentence for the list of refused rows; null if they are allowed. */
  refuseCorrections: string | null
  /** The order of day and month in the dates; null to refuse doubtful ones. */
  dateOrder: DateOrder | null
}

/** A recorded draw that an import changed: the line of its row, and each old and new value. */
export interface ImportedChange {
  line: number
  game: string
  date: string
  changes: ValueChange[]
}

/** What a report lists, in the order of rows. */
export interface ImportLists {
  completed: ImportedChange[]
  corrected: ImportedChange[]
  refused: RowNote[]
  warned: RowNote[]
  /** How many entries each list has, or would have if it were complete. */
  totals: Record<'completed' | 'corrected' | 'refused' | 'warned', number>
}

/** What an import writes and reports, as plain data: the worker thread sends it. */
export interface ImportPlan {
  inserted: number
  /** Recorded draws that will change, without those whose change is refused. */
  changed: number
  unchanged: number
  unknownGames: UnknownGame[]
  /** Rows that are refused because their game is unknown. */
  unknownRows: number
  /** Texts without a draw, which `lists.refused` has too. */
  unreadRows: number
  dateQuestion: DateQuestion | null
  lists: ImportLists
  /** JSON of the new draws, with their public ids. */
  inserts: string
  /** JSON of each batch of {@link PlannedChange}. */
  changes: string[]
}

const CHANGES_PER_STATEMENT = 500
const ID_DIGITS = 16

/** Plans rows that were read. @returns the plan of each row, and what the import writes */
export function planRows(
  rows: readonly IngestRow[],
  { games, stored }: Pick<Basis, 'games' | 'stored'>,
  { refuseCorrections, ...options }: PlanOptions,
): { ingest: IngestPlan; plan: ImportPlan } {
  const ingest = planIngest(rows, [...drawsIn(stored)], { ...options, games })
  const { counts, unknownGames, dateQuestion } = ingest
  const mayCorrect = refuseCorrections === null
  const plan = {
    inserted: counts.inserted,
    changed: counts.completed + (mayCorrect ? counts.corrected : 0),
    unchanged: counts.unchanged,
    unknownGames,
    unknownRows: unknownGames.reduce((sum, game) => sum + game.rows, 0),
    unreadRows: ingest.outcomes.filter(({ verdict }) => verdict === 'unread').length,
    dateQuestion,
    lists: listsOf(ingest, refuseCorrections),
    inserts: insertsOf(ingest),
    changes: batchesOf(changesIn(ingest, mayCorrect), CHANGES_PER_STATEMENT).map((batch) =>
      JSON.stringify(batch),
    ),
  }
  return { ingest, plan }
}

function* drawsIn({ games }: History): Generator<Draw> {
  for (const draws of games.values()) for (let i = 0; i < draws.length; i++) yield drawAt(draws, i)
}

/** A new draw and the line of its row. */
export interface AddedDraw {
  line: number
  draw: Draw
}

export const addedIn = ({ outcomes }: IngestPlan): AddedDraw[] =>
  outcomes.flatMap((outcome) => (outcome.verdict === 'new' ? [{ line: outcome.line, draw: outcome.to }] : []))

/** The stored draws that change. @param mayCorrect whether known values may change */
function changesIn({ outcomes }: IngestPlan, mayCorrect: boolean): PlannedChange[] {
  const changes: PlannedChange[] = []
  for (const outcome of outcomes)
    if (outcome.verdict === 'complete' || (outcome.verdict === 'change' && mayCorrect))
      changes.push({ line: outcome.line, from: present(outcome.from), to: outcome.to })
  return changes
}

function listsOf({ outcomes }: IngestPlan, refuseCorrections: string | null): ImportLists {
  const completed: ImportedChange[] = []
  const corrected: ImportedChange[] = []
  const refused: RowNote[] = []
  const warned: RowNote[] = []
  for (const outcome of outcomes) {
    if ('note' in outcome) {
      refused.push(outcome.note)
      continue
    }
    const { verdict, line, from, to, warnings } = outcome
    const { game, date } = to
    if (warnings.length > 0) warned.push({ line, game, date, reasons: [...warnings] })
    if (!from || verdict === 'same') continue
    const change = { line, game, date, changes: changesBetween(from, to) }
    if (verdict === 'complete') completed.push(change)
    else if (refuseCorrections === null) corrected.push(change)
    else refused.push(refusedCorrection({ line, from, to }, refuseCorrections))
  }
  const totals = {
    completed: completed.length,
    corrected: corrected.length,
    refused: refused.length,
    warned: warned.length,
  }
  return { completed, corrected, refused, warned, totals }
}

/** The new draws. Their public ids are sorted: in any other order, Postgres searches the index for each. */
function insertsOf(ingest: IngestPlan): string {
  const added = addedIn(ingest)
  const ids = randomFillSync(new BigUint64Array(added.length)).sort()
  const idOf = (i: number) => itemAt(ids, i).toString(16).padStart(ID_DIGITS, '0')
  return JSON.stringify(added.map(({ draw }, i) => ({ ...draw, id: idOf(i) })))
}

function batchesOf<T>(items: readonly T[], size: number): T[][] {
  const batches: T[][] = []
  for (let at = 0; at < items.length; at += size) batches.push(items.slice(at, at + size))
  return batches
}

export interface UploadQuestion extends PlanOptions, Pick<Basis, 'games' | 'stored'> {
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
  /** What was understood of each column of a table; null for other texts. */
  columns: string | null
}

type UploadAnswer =
  | ({ unreadable: Unreadable } & Partial<Record<keyof UploadPlan, undefined>>)
  | ({ unreadable: null } & UploadPlan)

/** Reads and plans an upload. It takes up to some seconds, so the worker thread runs it. */
export function planUpload({ bytes, ...question }: UploadQuestion): UploadAnswer {
  const read = readDraws(bytes, question)
  if ('problem' in read) return { unreadable: read }
  const { ingest, plan } = planRows(read.rows, question, question)
  const { completed, corrected, refused, warned, totals } = plan.lists
  const verdicts = [...plan.unknownGames.map(verdictOnGame), ...ingest.outcomes.map(verdictOf)]
  return {
    ...plan,
    unreadable: null,
    columns: read.columns ?? null,
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
