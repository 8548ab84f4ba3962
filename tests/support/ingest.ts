// The plan of an ingest as lists, for tests of its rules.
import type { Draw } from '../../src/draws/rules/draw.ts'
import {
  planIngest,
  type IngestRow,
  type PlannedChange,
  type RowNote,
  type UnknownGame,
} from '../../src/draws/rules/ingest/ingest-plan.ts'
import {
  refusedCorrection,
  type Verdict,
  verdictOf,
  verdictOnGame,
} from '../../src/draws/rules/ingest/ingest-verdicts.ts'

type Options = Parameters<typeof planIngest>[2]

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

/** @param refuseCorrections how to allow corrections; left out to allow them */
export function planOf(
  rows: readonly IngestRow[],
  stored: readonly Draw[],
  options: Pick<Options, 'now' | 'games'> & Partial<Options>,
  refuseCorrections?: string,
): ListedPlan {
  const plan = planIngest(rows, stored, { nearNames: false, dateOrder: null, ...options })
  const listed: ListedPlan = {
    inserted: [],
    completed: [],
    corrected: [],
    unchanged: plan.counts.unchanged,
    refused: [],
    unknownGames: plan.unknownGames,
    warned: [],
    verdicts: [...plan.unknownGames.map(verdictOnGame), ...plan.outcomes.map(verdictOf)],
  }
  for (const outcome of plan.outcomes) {
    if ('note' in outcome) {
      listed.refused.push(outcome.note)
      continue
    }
    const { verdict, line, from, to, warnings } = outcome
    if (warnings.length > 0)
      listed.warned.push({ line, game: to.game, date: to.date, reasons: [...warnings] })
    if (verdict === 'new') listed.inserted.push(to)
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
