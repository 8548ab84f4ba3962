/** The same event or date of the year before (statistics.md, section 5). */
import { DAY } from '../../base/calendar.ts'
import { APPROXIMATE_NOTE, type FigureTask, wholeOf } from '../figure.ts'
import { type Sequence, widthOf } from '../scope.ts'
import { type EachPair, type Repeats, sharedBy, sharedCases, sharedSeries, sharingMark } from './moving.ts'
import { itemAt } from '../../base/lists.ts'

type Visit = Parameters<EachPair>[0]

/**
 * The numbers that draws share with the draw of the same game and event number (serial) a year before. Event numbers that
 * are missing or printed twice in a year are left out.
 */
export function sameEventLastYear(sequences: readonly Sequence[]): Repeats {
  return sharedBy((visit) => eachEventPair(sequences, visit), widthOf(sequences))
}

/** Visits each draw and the draw of the same event of the year before. */
function eachEventPair(sequences: readonly Sequence[], visit: Visit): void {
  for (const sequence of sequences) {
    const { draws, rows } = sequence
    const events = Array.from(
      rows,
      (row) => yearOfDay(itemAt(draws.days, row)) * YEAR_STEP + itemAt(draws.serials, row),
    )
    // The place of each event; null for a number that is printed twice.
    const placeOf = new Map<number, number | null>()
    for (const [t, event] of events.entries())
      if (event % YEAR_STEP !== 0) placeOf.set(event, placeOf.has(event) ? null : t)
    for (const [t, event] of events.entries()) {
      const before = placeOf.get(event - YEAR_STEP) ?? null
      if (before !== null && placeOf.get(event) === t) visit(sequence, t, sequence, before)
    }
  }
}

/** More than any event number of a year. */
const YEAR_STEP = 1000

const yearOfDay = (day: number) => new Date(day * DAY).getUTCFullYear()

/**
 * The numbers that draws share with each draw of any game of the scope on the same day of the year before. 29 February has
 * no such day.
 */
export function sameDateLastYear(sequences: readonly Sequence[]): Repeats {
  return sharedBy((visit) => eachDatePair(sequences, visit), widthOf(sequences))
}

/** Visits each draw and each draw of the scope on the same day of the year before. */
function eachDatePair(sequences: readonly Sequence[], visit: Visit): void {
  const byDay = new Map<number, [Sequence, number][]>()
  for (const sequence of sequences)
    for (const [t, row] of sequence.rows.entries()) {
      const day = itemAt(sequence.draws.days, row)
      const held = byDay.get(day)
      if (held) held.push([sequence, t])
      else byDay.set(day, [[sequence, t]])
    }
  for (const [day, later] of byDay)
    for (const [before, u] of byDay.get(yearBefore(day)) ?? [])
      for (const [sequence, t] of later) visit(sequence, t, before, u)
}

/** The day number of the same date a year before; -1 for 29 February. */
function yearBefore(day: number): number {
  const date = new Date(day * DAY)
  const before = new Date(Date.UTC(date.getUTCFullYear() - 1, date.getUTCMonth(), date.getUTCDate()))
  return before.getUTCMonth() === date.getUTCMonth() ? before.getTime() / DAY : -1
}

export const lastYearFigure: FigureTask = {
  answer({ sequences }) {
    const width = widthOf(sequences)
    const event = sameEventLastYear(sequences)
    const date = sameDateLastYear(sequences)
    const marks = [sharingMark('event', 'Same event', event), sharingMark('date', 'Same date', date)]
    return {
      sentences: [
        `Draws that share a number with the same event a year before: ${itemAt(marks, 0).sentence}`,
      ],
      notes: [`The same date compares a draw with every game's draw of that day. ${APPROXIMATE_NOTE}`],
      series: [
        { key: 'sharing', title: 'Draws that share at least one number', marks },
        sharedSeries('Numbers shared with the same event', event, width),
      ],
    }
  },
  open({ sequences }, mark) {
    const width = widthOf(sequences)
    const [kind, text] = mark.split('.')
    const shared = kind === 'shared' ? wholeOf(text, 0, width) : null
    if (shared === null && mark !== 'event' && mark !== 'date') return null
    const eachPair = mark === 'date' ? eachDatePair : eachEventPair
    const cases = sharedCases((visit) => eachPair(sequences, visit), shared ?? 1, shared ?? width)
    // The pairs name the later draw first.
    return cases.map(([draw, before]) => [before!, draw!])
  },
}
