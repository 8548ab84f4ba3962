import { textOf } from './ball.ts'
import { capitalised } from './calendar.ts'
import { changesBetween, changeText, type Draw, type DrawInput, type ValueChange } from './draw.ts'

/** A row of a file or of pasted text, with its line for the report. */
export interface IngestRow extends DrawInput {
  line: number
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

/** The numbers of a row that was read. */
export type ReadNumbers = Pick<Draw, 'serial' | 'winning' | 'machine'>

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
  verdict: 'new' | 'complete' | 'change' | 'same' | 'refused'
  notes: string[]
  /** Null for a refused row. */
  numbers: ReadNumbers | null
}

/** Holds notes until they are read, in their order: an array, or a file where there may be many. */
export interface Spool<T> extends Iterable<T> {
  push(item: T): unknown
}

/** Makes an empty spool of plain data. */
export type NewSpool = <T>() => Spool<T>

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
export function shownNumbers(from: Draw | undefined, { serial, winning, machine }: Draw): ReadNumbers {
  return from?.state === 'unconfirmed' ? { serial: null, winning, machine: [] } : { serial, winning, machine }
}

/** What a row changes in a recorded draw, in sentences. */
export function changeNotes(from: Draw, to: Draw): string[] {
  const notes = shownChanges(from, to).map((change) => `${capitalised(changeText(change))}.`)
  const confirms = from.state === 'unconfirmed' && notes.length === 0
  return confirms ? ['Confirms the numbers of the first person.'] : notes
}

/** The reason for which a correction is refused. @param how the sentence on how to allow corrections */
export function correctionRefusal(from: Draw, to: Draw, how: string): string {
  const changes = shownChanges(from, to).map(changeText).join(', ')
  return `A recorded draw would change: ${changes}. ${how}`
}
