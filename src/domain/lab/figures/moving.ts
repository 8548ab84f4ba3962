import { chanceOfSharing } from '../../luck/chance.ts'
import { binomial, hypergeometric } from '../../luck/counts.ts'
import { chanceOf } from '../../luck/distribution.ts'
import {
  type FigureTask,
  lagLabel,
  markOf,
  wholeOf,
  type LabMark,
  type LabSeries,
  type OpenedCase,
  APPROXIMATE_NOTE,
} from '../figure.ts'
import { LAB_LAGS } from '../query.ts'
import { ballsAt, eachStep, HIGHEST, mark, type Sequence, widthOf } from '../scope.ts'
import { itemAt, tally } from '../../base/lists.ts'
import { DAY } from '../../base/calendar.ts'

/** Moving numbers: what a draw shares with a later one (statistics.md, section 5: moving). */

/** The numbers that pairs of draws share. */
type Repeats = ReturnType<typeof sharedBy>

/** Visits pairs of draws, each a sequence with a draw. */
type EachPair = (visit: (a: Sequence, t: number, b: Sequence, u: number) => void) => void

/** Counts the numbers that pairs of draws share. */
function sharedBy(eachPair: EachPair, width: number) {
  const distribution = new Array<number>(width + 1).fill(0)
  const marks = new Uint8Array(HIGHEST + 1)
  eachPair((a, t, b, u) => {
    mark(a, t, marks, 1)
    let shared = 0
    for (let i = u * width; i < (u + 1) * width; i++) shared += itemAt(marks, itemAt(b.balls, i))
    mark(a, t, marks, 0)
    tally(distribution, shared)
  })
  const pairs = distribution.reduce((sum, count) => sum + count, 0)
  return {
    pairs,
    sharing: pairs - itemAt(distribution, 0),
    sharedNumbers: distribution.reduce((sum, count, shared) => sum + count * shared, 0),
    distribution,
    luck: binomial(pairs, chanceOfSharing(width)),
  }
}

/** Each draw and the one `lag` later, as a pair. */
const stepsOf =
  (sequences: readonly Sequence[], lag: number): EachPair =>
  (visit) =>
    eachStep(sequences, lag, (sequence, t, u) => visit(sequence, t, sequence, u))

/** Moving numbers: what draws share with the draw `lag` later. */
export const repeats = (sequences: readonly Sequence[], lag = 1): Repeats =>
  sharedBy(stepsOf(sequences, lag), widthOf(sequences))

/** The pairs of draws that share so many numbers. */
function sharedCases(eachPair: EachPair, fewest: number, most: number): OpenedCase[] {
  const found: OpenedCase[] = []
  eachPair((a, t, b, u) => {
    const later = ballsAt(b, u)
    const numbers = [...ballsAt(a, t)].filter((ball) => later.includes(ball))
    if (numbers.length < fewest || numbers.length > most) return
    found.push([
      { game: a.draws.game, row: itemAt(a.rows, t), numbers },
      { game: b.draws.game, row: itemAt(b.rows, u), numbers },
    ])
  })
  return found
}

export const movingFigure: FigureTask = {
  answer({ sequences }) {
    const width = widthOf(sequences)
    const byLag = LAB_LAGS.map((lag) => ({ lag, found: repeats(sequences, lag) }))
    const sharing = byLag.map(({ lag, found }) => sharingMark(`lag.${lag}`, lagLabel(lag), found))
    const next = itemAt(byLag, 0).found
    return {
      sentences: [`Draws that repeat a number of the draw before: ${itemAt(sharing, 0).sentence}`],
      series: [
        { key: 'sharing', title: 'Draws that share at least one number with a later one', marks: sharing },
        sharedSeries('Numbers that a draw repeats of the one before', next, width),
      ],
    }
  },
  open({ sequences }, mark) {
    const [kind, text] = mark.split('.')
    const width = widthOf(sequences)
    const lag = kind === 'lag' ? wholeOf(text, 1, 3) : null
    if (lag !== null) return sharedCases(stepsOf(sequences, lag), 1, width)
    const count = kind === 'shared' ? wholeOf(text, 0, width) : null
    return count === null ? null : sharedCases(stepsOf(sequences, 1), count, count)
  },
}

/** The pairs of draws that share at least one number. */
const sharingMark = (key: string, label: string, { sharing, pairs, luck }: Repeats): LabMark =>
  markOf({ key, label, count: sharing, cases: pairs, luck })

/** Pairs of draws by how many numbers they share. */
function sharedSeries(title: string, { distribution, pairs }: Repeats, width: number): LabSeries {
  const oneDraw = hypergeometric(width, width, HIGHEST)
  const marks = distribution.map((count, shared) =>
    markOf({
      key: `shared.${shared}`,
      label: shared === 1 ? '1 number' : `${shared} numbers`,
      count,
      cases: pairs,
      luck: binomial(pairs, chanceOf(oneDraw, shared)),
    }),
  )
  return { key: 'shared', title, marks }
}

/** The same event or date of the year before (statistics.md, section 5). */

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
    return cases.map((pair) => [...pair].reverse())
  },
}
