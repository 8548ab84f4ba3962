import { createHash } from 'node:crypto'
import { DESK_LIMITS } from '../../domain/desk-limits.ts'
import type { DateQuestion, Spool, UnknownGame, Verdict } from '../../domain/ingest.ts'
import { IngestPlan, type Outcome, verdictOf, verdictOnGame } from '../../domain/ingest-plan.ts'
import { IngestRows } from '../../domain/ingest-rows.ts'
import type { DateOrder } from '../../domain/written-dates.ts'
import { collectLists } from './collect-lists.ts'
import {
  type Basis,
  changeBatches,
  type ImportLists,
  type InsertBatch,
  insertBatches,
} from './import-plan.ts'
import type { Unreadable } from './read-text.ts'
import { readUpload } from './read-upload.ts'

export interface UploadQuestion extends Pick<Basis, 'games' | 'stored' | 'needsConfirmation'> {
  bytes: Uint8Array
  /** The date for draws without one; empty to refuse them. */
  day: string
  now: number
  /** The order of day and month in the dates; null to refuse doubtful ones. */
  dateOrder: DateOrder | null
  addGames: boolean
  /** The sentence on how to allow corrections; null if they are allowed. */
  refuseCorrections: string | null
  /** Whether the answer is for writing, and not only for the verdicts. */
  writes: boolean
}

/** The plan of an upload. Long lists are cut, because the main thread copies the answer at once. */
export interface UploadPlan {
  counts: IngestPlan['counts']
  gamesAdded: string[]
  unknownGames: UnknownGame[]
  /** Rows that are refused because their game is unknown. */
  unknownRows: number
  dateQuestion: DateQuestion | null
  /** A hash of everything that the plan writes if corrections are allowed. */
  hash: string
  lists: ImportLists
  /** Refused rows and rows with warnings first, then by line. */
  verdicts: Verdict[]
  /** How many verdicts there are in all. */
  verdictCount: number
  inserts: InsertBatch[]
  /** JSON of each batch of changes. */
  changes: string[]
}

export type UploadAnswer =
  | ({ unreadable: Unreadable } & Partial<Record<keyof UploadPlan, undefined>>)
  | ({ unreadable: null } & UploadPlan)

/** Reads and plans an upload. It takes up to some seconds, so the worker thread runs it. */
export function planUpload(question: UploadQuestion): UploadAnswer {
  const {
    bytes,
    day,
    now,
    games,
    addGames,
    dateOrder,
    stored,
    needsConfirmation,
    refuseCorrections,
    writes,
  } = question
  let rows = new IngestRows({ now, games, addGames, dateOrder, newSpool: () => [] })
  for (let next: IngestRows | null = rows; next; next = rows.again()) {
    rows = next
    const unreadable = readUpload(bytes, games, day, (row) => rows.add(row))
    if (unreadable) return { unreadable }
  }
  const plan = new IngestPlan(rows, stored)
  const verdicts = new FirstVerdicts(plan.unknownGames)
  const collected = collectLists(plan, refuseCorrections, newCutList, (outcome) => verdicts.add(outcome))
  const lists = collected.finish()
  const batches = changeBatches(plan, refuseCorrections === null)
  return {
    unreadable: null,
    counts: plan.counts,
    gamesAdded: rows.gamesAdded,
    unknownGames: plan.unknownGames.slice(0, DESK_LIMITS.verdictRows),
    unknownRows: plan.unknownGames.reduce((sum, game) => sum + game.rows, 0),
    dateQuestion: rows.dateQuestion,
    hash: hashOf(plan),
    lists: plainLists(lists),
    verdicts: verdicts.first(),
    verdictCount: verdicts.count,
    inserts: writes ? [...insertBatches(plan, needsConfirmation)] : [],
    changes: writes ? Array.from(batches, (batch) => JSON.stringify(batch)) : [],
  }
}

function hashOf(plan: IngestPlan): string {
  const hash = createHash('sha256')
  for (const draw of plan.inserted()) hash.update(JSON.stringify(draw))
  for (const change of plan.changes(true)) hash.update(JSON.stringify(change))
  return hash.digest('base64url')
}

const plainLists = ({ completed, corrected, refused, warned, totals }: ImportLists): ImportLists => ({
  completed: [...completed],
  corrected: [...corrected],
  refused: [...refused],
  warned: [...warned],
  totals,
})

function newCutList<T>(): Spool<T> {
  const items: T[] = []
  return {
    push: (item: T) => void (items.length < DESK_LIMITS.verdictRows && items.push(item)),
    [Symbol.iterator]: () => items[Symbol.iterator](),
  }
}

/** Keeps the first verdicts of each rank. */
class FirstVerdicts {
  count: number
  readonly #games: Verdict[]
  readonly #ranks: [refused: Verdict[], noted: Verdict[], others: Verdict[]] = [[], [], []]

  constructor(unknownGames: readonly UnknownGame[]) {
    this.count = unknownGames.length
    this.#games = unknownGames.slice(0, DESK_LIMITS.verdictRows).map(verdictOnGame)
  }

  add(outcome: Outcome): void {
    this.count++
    const isPlain = outcome.verdict === 'new' && outcome.warnings.length === 0
    // Most rows have no notes, and are not shown.
    if (isPlain && isFull(this.#ranks[2])) return
    const verdict = verdictOf(outcome)
    const rank = this.#ranks[verdict.verdict === 'refused' ? 0 : verdict.notes.length > 0 ? 1 : 2]
    if (!isFull(rank)) rank.push(verdict)
  }

  first(): Verdict[] {
    const [refused, ...others] = this.#ranks
    const sorted = [...this.#games, ...refused].sort((a, b) => a.line - b.line)
    return [...sorted, ...others.flat()].slice(0, DESK_LIMITS.verdictRows)
  }
}

const isFull = (list: readonly unknown[]) => list.length >= DESK_LIMITS.verdictRows
