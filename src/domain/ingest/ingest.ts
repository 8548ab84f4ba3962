import { textOf } from '../base/balls.ts'
import { capitalised } from '../base/calendar.ts'
import { changesBetween, changeText, type Draw, type DrawInput, type ValueChange } from '../draws/draw.ts'

/** A row of a file or of pasted text, with its line for the report. */
export interface IngestRow extends DrawInput {
  line: number
  /** Text of a chat that is no draw. */
  unread?: boolean
}

export interface RowNote {
  line: number
  game: string
  date: string
  reasons: string[]
}

/** All rows of an unknown game, refused together. `line` is the first of them. */
export interface UnknownGame {
  name: string
  line: number
  rows: number
  reason: string
}

/** A stored draw that a row changes. */
export interface PlannedChange {
  line: number
  from: Draw
  to: Draw
}

/** A row about a draw that is written, or is as in the database. */
export interface Accepted {
  verdict: 'new' | 'complete' | 'change' | 'same'
  line: number
  /** The stored draw. */
  from: Draw | undefined
  to: Draw
  warnings: readonly string[]
}

/** What becomes of a row. A row that names an unknown game has no outcome. */
export type Outcome = Accepted | { verdict: 'refused' | 'unread'; note: RowNote }

/** The numbers of a row that was read. */
type ReadNumbers = Pick<Draw, 'serial' | 'winning' | 'machine'>

/** Dates of one file that cannot all have the day first, as written: one with the month first, and one that can be both. */
export interface DateQuestion {
  monthFirst: string
  either: string | null
}

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

/** @param as the draw, if the row was read */
export function noteOf(row: IngestRow, reasons: string[], as?: Pick<Draw, 'game' | 'date'>): RowNote {
  const { game, date } = as ?? { game: textOf(row.game), date: textOf(row.date) }
  return { line: row.line, game, date, reasons }
}

/**
 * The changes that a report may show. The numbers of a draw that waits for a second person are hidden, because that
 * person enters them without seeing the first entry.
 */
export function shownChanges(from: Draw, to: Draw): ValueChange[] {
  const changes = changesBetween(from, to)
  if (from.state !== 'unconfirmed') return changes
  return changes.map((change) => ({ ...change, old: HIDDEN }))
}

const HIDDEN = '(unconfirmed)'

/** The numbers of a draw that a verdict may show. @param from the stored draw, whose unconfirmed numbers stay hidden */
function shownNumbers(from: Draw | undefined, { serial, winning, machine }: Draw): ReadNumbers {
  return from?.state === 'unconfirmed' ? { serial: null, winning, machine: [] } : { serial, winning, machine }
}

/** What a row changes in a recorded draw, in sentences. */
function changeNotes(from: Draw, to: Draw): string[] {
  const notes = shownChanges(from, to).map((change) => `${capitalised(changeText(change))}.`)
  const confirms = from.state === 'unconfirmed' && notes.length === 0
  return confirms ? ['Confirms the numbers of the first person.'] : notes
}

/** The refusal of a correction. @param how the sentence on how to allow corrections */
export function refusedCorrection({ line, from, to }: PlannedChange, how: string): RowNote {
  const changes = shownChanges(from, to).map(changeText).join(', ')
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
  const numbers = shownNumbers(from, to)
  return { line, game: to.game, date: to.date, verdict, notes: [...changes, ...warnings], numbers }
}

/** The verdict on all rows of an unknown game. */
export function verdictOnGame({ name, line, rows, reason }: UnknownGame): Verdict {
  const count = rows > 1 ? [`${rows} rows name it.`] : []
  return { line, game: name, date: '', verdict: 'refused', notes: [reason, ...count], numbers: null }
}
