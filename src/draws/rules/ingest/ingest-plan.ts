import { DESK_LIMITS } from '../desk.ts'
import { textOf, DRAW_TYPES } from '../../../platform/rules/base/balls.ts'
import { lagosDate } from '../../../platform/rules/base/calendar.ts'
import { type Draw, onlyCompletes, parseDraw, sameDraw, unknownGame, type DrawInput } from '../draw.ts'
import {
  EARLY_WARNING,
  gapNotes,
  isEarly,
  type NeighbouringDraws,
  recordsBefore,
  warningsFor,
} from '../draw-warnings.ts'
import { type GameMatch, type GameMatcher, gameMatcher } from '../game-names.ts'
import type { Game } from '../games.ts'
import { type DateOrder, possibleOrder } from '../written-dates.ts'
import { present } from '../../../platform/rules/base/lists.ts'

/** A row of a file or of pasted text, with its line for the report. */
export interface IngestRow extends DrawInput {
  line: number
  /** Text of a chat that is no draw. */
  unread?: boolean
  /** Why the reader is not certain what the row says, as a sentence. */
  problem?: string
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
interface Accepted {
  verdict: 'new' | 'complete' | 'change' | 'same'
  line: number
  /** The stored draw. */
  from: Draw | undefined
  to: Draw
  warnings: readonly string[]
}

/** What becomes of a row. A row that names an unknown game has no outcome. */
export type Outcome = Accepted | { verdict: 'refused' | 'unread'; note: RowNote }

/** Dates of one file that cannot all have the day first, as written: one with the month first, and one that can be both. */
export interface DateQuestion {
  monthFirst: string
  either: string | null
}

/** @param as the draw, if the row was read */
function noteOf(row: IngestRow, reasons: string[], as?: Pick<Draw, 'game' | 'date'>): RowNote {
  const { game, date } = as ?? { game: textOf(row.game), date: textOf(row.date) }
  return { line: row.line, game, date, reasons }
}

interface IngestOptions {
  /** Milliseconds; a draw whose staking is open is refused, because only the desk can ask for a confirmation. */
  now: number
  games: readonly Game[]
  /** Whether a name that is one letter off is read as its game, with a warning. */
  nearNames: boolean
  /** The order of day and month; null for day first, unless a date of the file cannot have it. */
  dateOrder: DateOrder | null
}

export interface IngestPlan {
  /** The games that no name means, in the order of their first rows. */
  unknownGames: UnknownGame[]
  /** What must be asked about the dates; null if they have the day first, or their order is given. */
  dateQuestion: DateQuestion | null
  counts: { inserted: number; completed: number; corrected: number; unchanged: number }
  /** In the order of the rows. */
  outcomes: Outcome[]
}

/** A row that is valid by itself, with its place among the rows. */
interface ReadRow {
  place: number
  row: IngestRow
  draw: Draw
  /** The warning of a name that is one letter off. */
  warnings: string[]
}

const COUNTS = { new: 'inserted', complete: 'completed', change: 'corrected', same: 'unchanged' } as const

/**
 * Plans an ingest row by row, for pasted text, uploads and the import command. A row never erases known values: a missing
 * serial or machine set keeps the stored one. Rows that contradict each other about one draw are all refused; a
 * repetition counts as unchanged. The ingest is idempotent.
 *
 * @param stored the current draws of all games, without samples
 */
export function planIngest(
  rows: readonly IngestRow[],
  stored: readonly Draw[],
  options: IngestOptions,
): IngestPlan {
  const { dateOrder, games } = options
  const dateQuestion = dateOrder === null ? questionOn(rows) : null
  const order = dateOrder ?? (dateQuestion ? 'unknown' : 'day-first')
  const ofRows: (Outcome | null)[] = rows.map(() => null)
  const { read, unknownGames } = readRows(rows, options, ofRows, order)
  const known = new Map(stored.map((draw) => [keyOf(draw), draw]))
  const accepted = acceptRows(read, known, ofRows)
  addWarnings(accepted, known, games)
  const outcomes = ofRows.filter((outcome) => outcome !== null)
  const counts = { inserted: 0, completed: 0, corrected: 0, unchanged: 0 }
  for (const { verdict } of outcomes) if (verdict in COUNTS) counts[COUNTS[verdict as Accepted['verdict']]]++
  return { unknownGames, dateQuestion, counts, outcomes }
}

const keyOf = ({ game, date }: Pick<Draw, 'game' | 'date'>) => `${game}|${date}`

/** A date that cannot have the day first makes the order of all dates unknown. */
function questionOn(rows: readonly IngestRow[]): DateQuestion | null {
  const first = (order: string) => {
    const row = rows.find(({ date }) => possibleOrder(textOf(date)) === order)
    return row ? textOf(row.date) : null
  }
  const monthFirst = first('month-first')
  return monthFirst === null ? null : { monthFirst, either: first('either') }
}

/** The rows that are valid by themselves, by draw. Refusals are added to `ofRows`. */
function readRows(
  rows: readonly IngestRow[],
  { games, now, nearNames }: IngestOptions,
  ofRows: (Outcome | null)[],
  order: DateOrder | 'unknown',
) {
  const today = lagosDate(now)
  const findGame = rememberingMatcher(games)
  const read = new Map<string, ReadRow[]>()
  const unknown = new Map<string, UnknownGame>()
  for (const [place, row] of rows.entries()) {
    const name = textOf(row.game)
    const { game: exact, candidates } = findGame(name)
    const near = exact || !nearNames ? null : findGame.near(name)
    const game = exact ?? near
    if (row.unread && !game) {
      ofRows[place] = { verdict: 'unread', note: noteOf(row, ['There is no draw in this text.']) }
      continue
    }
    if (!game && name !== '') {
      const note = unknown.get(name.toLowerCase())
      if (note) note.rows++
      else
        unknown.set(name.toLowerCase(), {
          name,
          line: row.line,
          rows: 1,
          reason: unknownGame(name, candidates ?? []),
        })
      continue
    }
    const { draw, problems } = parseDraw(near ? { ...row, game: near.key } : row, today, findGame, order)
    const warnings = near ? [`Read “${name}” as ${near.name}.`] : []
    const refuse = (reasons: string[]) => (ofRows[place] = { verdict: 'refused', note: noteOf(row, reasons) })
    if (row.problem !== undefined) refuse([row.problem])
    else if (!draw) refuse(problems.map(({ message }) => message))
    else if (isEarly(draw, game ?? undefined, now))
      refuse([`${EARLY_WARNING} Only the form for one draw takes it, with the name of its game.`])
    else addTo(read, keyOf(draw), { place, row, draw, warnings })
  }
  return { read, unknownGames: [...unknown.values()] }
}

/** Matches each text once: a text that is near to many names takes long. */
function rememberingMatcher(games: readonly Game[]): GameMatcher<Game> {
  const find = gameMatcher(games)
  const found = new Map<string, GameMatch<Game>>()
  const remembering = (given: unknown) => {
    const name = textOf(given)
    const match = found.get(name) ?? find(name)
    found.set(name, match)
    return match
  }
  return Object.assign(remembering, { only: find.only, near: find.near })
}

/** Compares each draw with the stored one. The outcomes of its rows are added to `ofRows`. */
function acceptRows(
  read: ReadonlyMap<string, readonly ReadRow[]>,
  known: ReadonlyMap<string, Draw>,
  ofRows: (Outcome | null)[],
): Accepted[] {
  const accepted: Accepted[] = []
  for (const [key, same] of read) {
    const [first, ...more] = same as readonly [ReadRow, ...ReadRow[]]
    if (more.some(({ draw }) => !sameDraw(draw, first.draw))) {
      const reasons = [contradiction(same)]
      for (const { place, row, draw } of same)
        ofRows[place] = { verdict: 'refused', note: noteOf(row, reasons, draw) }
      continue
    }
    const from = known.get(key)
    const to = from ? keepKnown(from, first.draw) : first.draw
    const outcome: Accepted = {
      verdict: verdictFor(from, to),
      line: first.row.line,
      from,
      to,
      warnings: first.warnings,
    }
    accepted.push(outcome)
    ofRows[first.place] = outcome
    for (const { place, row, warnings } of more)
      ofRows[place] = { verdict: 'same', line: row.line, from: undefined, to, warnings }
  }
  return accepted
}

function contradiction(same: readonly ReadRow[]): string {
  const lines: (number | string)[] = same.slice(0, DESK_LIMITS.listedLines).map(({ row }) => row.line)
  if (same.length > DESK_LIMITS.listedLines) lines.push('...')
  return `Lines ${lines.join(', ')} contradict each other about this draw.`
}

function keepKnown(from: Draw, to: Draw): Draw {
  const keepMachine = to.machine.length === 0 && to.state !== 'no_draw'
  return { ...to, serial: to.serial ?? from.serial, machine: keepMachine ? from.machine : to.machine }
}

function verdictFor(from: Draw | undefined, to: Draw): Accepted['verdict'] {
  if (!from) return 'new'
  if (sameDraw(from, to)) return 'same'
  return onlyCompletes(from, to) ? 'complete' : 'change'
}

function addWarnings(
  accepted: readonly Accepted[],
  known: ReadonlyMap<string, Draw>,
  games: readonly Game[],
): void {
  const byKey = new Map(games.map((game) => [game.key, game]))
  const neighbours = neighboursOf(known, accepted)
  for (const outcome of accepted) {
    const { to } = outcome
    const around = neighbours(to)
    const gaps = gapNotes(to, byKey.get(to.game), around.daysBefore)
    outcome.warnings = [...outcome.warnings, ...warningsFor(to, games, around), ...gaps]
  }
}

/** Finds the draws that an accepted draw is compared with, as stored after the ingest. */
function neighboursOf(known: ReadonlyMap<string, Draw>, accepted: readonly Accepted[]) {
  const written = new Map(accepted.map(({ to }) => [keyOf(to), to]))
  const timelines = new Map<string, Draw[]>()
  const sets = new Map<string, Draw[]>()
  for (const draw of new Map([...known, ...written]).values()) {
    addTo(timelines, draw.game, draw)
    for (const type of DRAW_TYPES)
      if (draw[type].length > 0) addTo(sets, String(draw[type]), draw, DESK_LIMITS.sameSets)
  }
  const places = new Map<Draw, number>()
  for (const timeline of timelines.values()) {
    timeline.sort((a, b) => (a.date < b.date ? -1 : 1))
    for (const [place, draw] of timeline.entries()) places.set(draw, place)
  }
  return (draw: Draw): NeighbouringDraws => {
    const timeline = present(timelines.get(draw.game))
    const place = present(places.get(draw))
    const next = timeline[place + 1]
    return {
      others: [...new Set(DRAW_TYPES.flatMap((type) => sets.get(String(draw[type])) ?? []))],
      ...recordsBefore(draw, timeline.slice(Math.max(0, place - DESK_LIMITS.precedingRecords), place)),
      after: next && !written.has(keyOf(next)) ? next : undefined,
    }
  }
}

function addTo<T>(lists: Map<string, T[]>, key: string, item: T, most = Infinity): void {
  const list = lists.get(key)
  if (!list) lists.set(key, [item])
  else if (list.length < most) list.push(item)
}
