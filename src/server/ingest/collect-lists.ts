import {
  type NewSpool,
  type PlannedChange,
  type RowNote,
  shownChanges,
  type Spool,
} from '../../domain/ingest.ts'
import { type IngestPlan, type Outcome, refusedCorrection } from '../../domain/ingest-plan.ts'
import type { ImportedChange, ImportLists, ListsInProgress } from './import-plan.ts'

/**
 * Collects the lists of a report from the outcomes of all rows.
 * @param refuseCorrections the sentence on how to allow corrections; null if they are allowed
 * @param onOutcome gets each outcome too
 */
export function collectLists(
  plan: IngestPlan,
  refuseCorrections: string | null,
  newSpool: NewSpool,
  onOutcome: (outcome: Outcome) => void = () => undefined,
): ListsInProgress {
  const outcomes = plan.outcomes()
  const lists = new Lists(refuseCorrections, newSpool)
  const next = () => {
    const { value, done } = outcomes.next()
    if (done) return false
    lists.add(value)
    onOutcome(value)
    return true
  }
  return {
    advance(rows) {
      for (let i = 0; i < rows && next(); i++);
    },
    finish() {
      while (next());
      return lists
    },
  }
}

class Lists implements ImportLists {
  readonly completed: Spool<ImportedChange>
  readonly corrected: Spool<ImportedChange>
  readonly refused: Spool<RowNote>
  readonly warned: Spool<RowNote>
  readonly totals = { completed: 0, corrected: 0, refused: 0, warned: 0 }
  readonly #refuseCorrections: string | null

  constructor(refuseCorrections: string | null, newSpool: NewSpool) {
    this.#refuseCorrections = refuseCorrections
    this.completed = newSpool()
    this.corrected = newSpool()
    this.refused = newSpool()
    this.warned = newSpool()
  }

  add(outcome: Outcome): void {
    if (outcome.verdict === 'refused') {
      this.#refuse(outcome.note)
      return
    }
    const { verdict, line, from, to, warnings } = outcome
    if (warnings.length > 0) {
      this.totals.warned++
      this.warned.push({ line, game: to.game, date: to.date, reasons: [...warnings] })
    }
    if (from && verdict !== 'same') this.#change(verdict === 'complete', { line, from, to })
  }

  #change(completes: boolean, change: PlannedChange): void {
    if (completes) {
      this.totals.completed++
      this.completed.push(changeOf(change))
    } else if (this.#refuseCorrections !== null)
      this.#refuse(refusedCorrection(change, this.#refuseCorrections))
    else {
      this.totals.corrected++
      this.corrected.push(changeOf(change))
    }
  }

  #refuse(note: RowNote): void {
    this.totals.refused++
    this.refused.push(note)
  }
}

function changeOf({ line, from, to }: PlannedChange): ImportedChange {
  return { line, game: to.game, date: to.date, changes: shownChanges(from, to) }
}
