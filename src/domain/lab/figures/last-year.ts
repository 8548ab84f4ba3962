/** The same event or date of the year before (statistics.md, section 5). */
import { DAY } from '../../calendar.ts'
import { APPROXIMATE_NOTE, type FigureTask, wholeOf } from '../figure.ts'
import { type Sequence, widthOf } from '../scope.ts'
import { type EachPair, type Repeats, sharedBy, sharedCases, sharedSeries, sharingMark } from './moving.ts'

type Visit = Parameters<EachPair>[0]

/**
 * The numbers that draws share with the draw of the same game and event number (serial) a year before. Event numbers that
 * are missing or printed twice in a year are left out.
 */
export function sameEventLastYear(sequences: readonly Sequence[]): Repeats {
  return sharedBy((visit) => eachEventPair(sequences, visit), widthOf(sequences))
}

/** More than any event number of a year. */
const YEAR_STEP = 1000

/** Visits each draw and the draw of the same event of the year before. */
function eachEventPair(sequences: readonly Sequence[], visit: Visit): void {
  for (const sequence of sequences) {
    const { draws, rows, length } = sequence
    const firstYear = yearOfDay(draws.days[rows[0]!]!)
    const years = yearOfDay(draws.days[rows[length - 1]!]!) - firstYear + 1
    // For each event of a year the draw's place plus one; REPEATED for a number that is printed twice.
    const placeOf = new Int32Array(years * YEAR_STEP)
    const events = new Int32Array(length)
    for (let t = 0; t < length; t++) {
      const serial = draws.serials[rows[t]!]!
      if (serial === 0) continue
      const event = (yearOfDay(draws.days[rows[t]!]!) - firstYear) * YEAR_STEP + serial
      events[t] = event
      placeOf[event] = placeOf[event] === 0 ? t + 1 : REPEATED
    }
    for (let t = 0; t < length; t++) {
      const before = placeOf[events[t]! - YEAR_STEP] ?? 0
      if (before > 0 && placeOf[events[t]!] !== REPEATED) visit(sequence, t, sequence, before - 1)
    }
  }
}

const REPEATED = -1

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
  // For each game and day the draw's place in its sequence plus one: a game has at most one draw a day.
  const first = Math.min(...sequences.map(({ draws, rows }) => draws.days[rows[0]!]!))
  const placeOf = sequences.map((sequence) => placesByDay(sequence, first))
  const days = Math.max(0, ...placeOf.map(({ length }) => length))
  for (let day = first; day < first + days; day++) {
    const before = yearBefore(day) - first
    if (before < 0) continue
    for (let b = 0; b < sequences.length; b++) {
      const u = placeOf[b]![before]
      if (!u) continue
      for (let a = 0; a < sequences.length; a++) {
        const t = placeOf[a]![day - first]
        if (t) visit(sequences[a]!, t - 1, sequences[b]!, u - 1)
      }
    }
  }
}

function placesByDay({ draws, rows, length }: Sequence, first: number): Int32Array {
  const places = new Int32Array(draws.days[rows[length - 1]!]! - first + 1)
  for (let t = 0; t < length; t++) places[draws.days[rows[t]!]! - first] = t + 1
  return places
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
      sentences: [`Draws that share a number with the same event a year before: ${marks[0]!.sentence}`],
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
