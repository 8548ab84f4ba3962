import { capitalised } from '../../../platform/rules/base/calendar.ts'
import { type Draw, changesBetween, changeText } from '../draw.ts'
import type { Outcome, PlannedChange, RowNote, UnknownGame } from './ingest-plan.ts'

/** The numbers of a row that was read. */
type ReadNumbers = Pick<Draw, 'serial' | 'winning' | 'machine'>

/** The result of a row. `notes` has the reasons of a refusal, the warnings, or the changes. */
export interface Verdict {
  line: number
  game: string
  date: string
  verdict: Outcome['verdict']
  notes: string[]
  /** Null for a refused row. */
  numbers: ReadNumbers | null
}

/** What a row changes in a recorded draw, in sentences. */
const changeNotes = (from: Draw, to: Draw): string[] =>
  changesBetween(from, to).map((change) => `${capitalised(changeText(change))}.`)

/** The refusal of a correction. @param how the sentence on how to allow corrections */
export function refusedCorrection({ line, from, to }: PlannedChange, how: string): RowNote {
  const changes = changesBetween(from, to).map(changeText).join(', ')
  const reasons = [`A recorded draw would change: ${changes}. ${how}`]
  return { line, game: to.game, date: to.date, reasons }
}

/** The verdict on a row as staff read it. */
export function verdictOf(outcome: Outcome): Verdict {
  if ('note' in outcome) {
    const { reasons, ...place } = outcome.note
    return { ...place, verdict: outcome.verdict, notes: reasons, numbers: null }
  }
  const { verdict, line, from, to, warnings } = outcome
  const changes = from ? changeNotes(from, to) : []
  const { game, date, serial, winning, machine } = to
  const numbers = { serial, winning, machine }
  return { line, game, date, verdict, notes: [...changes, ...warnings], numbers }
}

/** The verdict on all rows of an unknown game. */
export function verdictOnGame({ name, line, rows, reason }: UnknownGame): Verdict {
  const count = rows > 1 ? [`${rows} rows name it.`] : []
  return { line, game: name, date: '', verdict: 'refused', notes: [reason, ...count], numbers: null }
}
