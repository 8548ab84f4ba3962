// The plan of an ingest as lists, for tests of its rules.
import { dayOf } from '../../src/domain/calendar.ts'
import type { Draw } from '../../src/domain/draw.ts'
import type { Game } from '../../src/domain/games.ts'
import { historyOf } from '../../src/domain/history.ts'
import type { IngestRow, PlannedChange, RowNote, UnknownGame, Verdict } from '../../src/domain/ingest.ts'
import { IngestPlan, refusedCorrection, verdictOf, verdictOnGame } from '../../src/domain/ingest-plan.ts'
import { IngestRows, type ReadOptions } from '../../src/domain/ingest-rows.ts'

export interface ListedPlan {
  inserted: Draw[]
  completed: PlannedChange[]
  corrected: PlannedChange[]
  unchanged: number
  refused: RowNote[]
  unknownGames: UnknownGame[]
  warned: RowNote[]
  verdicts: Verdict[]
}

/** Reads rows as the import does: again, if a later row adds a game that an earlier row means. */
export function readRows(
  rows: readonly IngestRow[],
  options: Omit<ReadOptions, 'newSpool' | 'dateOrder'> & Partial<Pick<ReadOptions, 'dateOrder'>>,
): IngestRows {
  let reader: IngestRows | null = new IngestRows({ dateOrder: null, ...options, newSpool: () => [] })
  for (;;) {
    for (const row of rows) reader.add(row)
    const next: IngestRows | null = reader.again()
    if (!next) return reader
    reader = next
  }
}

/** @param refuseCorrections how to allow corrections; left out to allow them */
export function planOf(
  rows: readonly IngestRow[],
  now: number,
  games: readonly Game[],
  stored: readonly Draw[],
  refuseCorrections?: string,
  addGames = false,
  dateOrder: ReadOptions['dateOrder'] = null,
): ListedPlan {
  const known = historyOf(stored.map((draw) => ({ ...draw, day: dayOf(draw.date), sample: false })))
  const plan = new IngestPlan(readRows(rows, { now, games, addGames, dateOrder }), known)
  const listed: ListedPlan = {
    inserted: [...plan.inserted()],
    completed: [],
    corrected: [],
    unchanged: plan.counts.unchanged,
    refused: [],
    unknownGames: plan.unknownGames,
    warned: [],
    verdicts: plan.unknownGames.map(verdictOnGame),
  }
  for (const outcome of plan.outcomes()) {
    listed.verdicts.push(verdictOf(outcome))
    if (outcome.verdict === 'refused') {
      listed.refused.push(outcome.note)
      continue
    }
    const { verdict, line, from, to, warnings } = outcome
    if (warnings.length > 0)
      listed.warned.push({ line, game: to.game, date: to.date, reasons: [...warnings] })
    if (!from || verdict === 'same') continue
    const change = { line, from, to }
    if (verdict === 'complete') listed.completed.push(change)
    else if (refuseCorrections === undefined) listed.corrected.push(change)
    else listed.refused.push(refusedCorrection(change, refuseCorrections))
  }
  listed.verdicts.sort((a, b) => a.line - b.line)
  return listed
}

/** The number of rows that a plan refuses. */
export function refusedRows({ refused, unknownGames }: Pick<ListedPlan, 'refused' | 'unknownGames'>): number {
  return unknownGames.reduce((sum, { rows }) => sum + rows, refused.length)
}
