// The rules of an ingest in the plainest way, with all rows as objects in memory: the oracle of the tests of the ingest, which
// keeps draws in typed arrays and reads rows one by one.
import { lagosDate } from '../../src/domain/calendar.ts'
import {
  changeText,
  type Draw,
  onlyCompletes,
  parseDraw,
  sameDraw,
  unknownGame,
} from '../../src/domain/draw.ts'
import {
  EARLY_WARNING,
  gapNotes,
  isEarly,
  MAX_SAME_SETS,
  type NeighbouringDraws,
  PRECEDING_RECORDS,
  recordsBefore,
  warningsFor,
} from '../../src/domain/draw-warnings.ts'
import { textOf } from '../../src/domain/ball.ts'
import { gameMatcher } from '../../src/domain/game-names.ts'
import type { Game } from '../../src/domain/games.ts'
import {
  changeNotes,
  type IngestRow,
  noteOf,
  type PlannedChange,
  type RowNote,
  shownChanges,
  shownNumbers,
  type UnknownGame,
  type Verdict,
} from '../../src/domain/ingest.ts'
import { DRAW_TYPES } from '../../src/domain/positions.ts'
import { type DateOrder, possibleOrder } from '../../src/domain/written-dates.ts'

/** The plan of an ingest, before anything is written. */
export interface PlainPlan {
  inserted: Draw[]
  /** Stored draws that gain missing values: machine numbers, a serial, a confirmation. */
  completed: PlannedChange[]
  /** Stored draws with a changed value. */
  corrected: PlannedChange[]
  unchanged: number
  refused: RowNote[]
  unknownGames: UnknownGame[]
  /** Rows that are accepted with a warning. */
  warned: RowNote[]
  /** The verdict on each row, in the order of lines; an unknown game has one for all its rows. */
  verdicts: Verdict[]
}

/** The lines that a note on contradictions lists. */
const LISTED_LINES = 10

const keyOf = ({ game, date }: { game: string; date: string }) => `${game}|${date}`

interface Accepted {
  row: IngestRow
  from: Draw | undefined
  to: Draw
}

/**
 * Plans an ingest row by row, for pasted text, uploads and the import command. A row never erases known values: a missing
 * serial or machine set keeps the stored one. Rows that contradict each other about one draw are all refused; a
 * repetition counts as unchanged. The ingest is idempotent.
 *
 * @param now milliseconds; a draw whose staking is open is refused, because only the desk can ask for a confirmation
 * @param stored the current draws of all games, without samples
 */
export function planInMemory(
  rows: readonly IngestRow[],
  now: number,
  games: readonly Game[],
  stored: readonly Draw[],
  dateOrder: DateOrder | null = null,
): PlainPlan {
  const refused: RowNote[] = []
  const verdicts: Verdict[] = []
  const known = new Map(stored.map((draw) => [keyOf(draw), draw]))
  const { read, unknownGames } = readRows(rows, now, games, refused, dateOrder ?? orderOf(rows))

  const accepted: Accepted[] = []
  let unchanged = 0
  for (const [first, ...more] of read.values()) {
    const { row, draw } = first!
    if (more.every((other) => sameDraw(draw, other.draw))) {
      const from = known.get(keyOf(draw))
      accepted.push({ row, from, to: from ? keepKnown(from, draw) : draw })
      unchanged += more.length
      for (const other of more) verdicts.push(verdictOn(other.row, draw, 'same', [], undefined))
    } else refused.push(...contradictions([row, ...more.map((other) => other.row)], draw))
  }

  const plan: PlainPlan = {
    inserted: [],
    completed: [],
    corrected: [],
    unchanged,
    refused,
    unknownGames,
    warned: [],
    verdicts,
  }
  const neighbours = neighboursOf(known, accepted)
  for (const { row, from, to } of accepted) {
    const around = neighbours(to)
    const game = games.find(({ key }) => key === to.game)
    const warnings = [...warningsFor(to, games, around), ...gapNotes(to, game, around.daysBefore)]
    if (warnings.length > 0) plan.warned.push(noteOf(row, warnings, to))
    const verdict = verdictFor(from, to)
    if (verdict === 'new') plan.inserted.push(to)
    else if (verdict === 'same') plan.unchanged++
    else plan[verdict === 'complete' ? 'completed' : 'corrected'].push({ line: row.line, from: from!, to })
    verdicts.push(verdictOn(row, to, verdict, [...(from ? changeNotes(from, to) : []), ...warnings], from))
  }
  refused.sort((a, b) => a.line - b.line)
  for (const { line, game, date, reasons } of refused)
    verdicts.push({ line, game, date, verdict: 'refused', notes: reasons, numbers: null })
  for (const { name, line, rows: count, reason } of unknownGames)
    verdicts.push({
      line,
      game: name,
      date: '',
      verdict: 'refused',
      notes: [reason, ...countNote(count)],
      numbers: null,
    })
  verdicts.sort((a, b) => a.line - b.line)
  return plan
}

const countNote = (rows: number) => (rows > 1 ? [`${rows} rows name it.`] : [])

/** A date that cannot have the day first makes the order of all dates unknown. */
const orderOf = (rows: readonly IngestRow[]) =>
  rows.some(({ date }) => possibleOrder(textOf(date)) === 'month-first') ? 'unknown' : 'day-first'

/** The rows that are valid by themselves, by draw. Refusals are added to `refused`. */
function readRows(
  rows: readonly IngestRow[],
  now: number,
  games: readonly Game[],
  refused: RowNote[],
  order: DateOrder | 'unknown',
) {
  const today = lagosDate(now)
  const findGame = gameMatcher(games)
  const byKey = new Map(games.map((game) => [game.key, game]))
  const read = new Map<string, { row: IngestRow; draw: Draw }[]>()
  const unknown = new Map<string, UnknownGame>()
  for (const row of rows) {
    const name = textOf(row.game)
    const { game, candidates } = findGame(name)
    if (!game && name !== '') {
      const note = unknown.get(name)
      if (note) note.rows++
      else unknown.set(name, { name, line: row.line, rows: 1, reason: unknownGame(name, candidates) })
      continue
    }
    const { draw, problems } = parseDraw(row, today, findGame, order)
    if (!draw) {
      const reasons = problems.map((problem) => problem.message)
      refused.push(noteOf(row, reasons))
      continue
    }
    if (isEarly(draw, byKey.get(draw.game), now)) {
      refused.push(noteOf(row, [`${EARLY_WARNING} Enter it at the desk, where it waits for its close.`]))
      continue
    }
    const same = read.get(keyOf(draw))
    if (same) same.push({ row, draw })
    else read.set(keyOf(draw), [{ row, draw }])
  }
  return { read, unknownGames: [...unknown.values()] }
}

function contradictions(rows: readonly IngestRow[], draw: Draw): RowNote[] {
  const lines: (number | string)[] = rows.slice(0, LISTED_LINES).map(({ line }) => line)
  if (rows.length > LISTED_LINES) lines.push('...')
  const reasons = [`Lines ${lines.join(', ')} contradict each other about this draw.`]
  return rows.map((row) => noteOf(row, reasons, draw))
}

/** The draws that each accepted draw is compared with, as stored after the ingest. */
function neighboursOf(known: ReadonlyMap<string, Draw>, accepted: readonly Accepted[]) {
  const after = new Map(known)
  const written = new Set<string>()
  for (const { to } of accepted) {
    after.set(keyOf(to), to)
    written.add(keyOf(to))
  }
  const timelines = new Map<string, Draw[]>()
  const sets = new Map<string, Draw[]>()
  for (const draw of after.values()) {
    addTo(timelines, draw.game, draw)
    for (const type of DRAW_TYPES)
      if (draw[type].length > 0) addTo(sets, String(draw[type]), draw, MAX_SAME_SETS)
  }
  const places = new Map<string, number>()
  for (const timeline of timelines.values()) {
    timeline.sort((a, b) => (a.date < b.date ? -1 : 1))
    for (const [place, draw] of timeline.entries()) places.set(keyOf(draw), place)
  }
  return (draw: Draw): NeighbouringDraws => {
    const timeline = timelines.get(draw.game)!
    const place = places.get(keyOf(draw))!
    const next = timeline[place + 1]
    return {
      others: [...new Set(DRAW_TYPES.flatMap((type) => sets.get(String(draw[type])) ?? []))],
      ...recordsBefore(draw, timeline.slice(Math.max(0, place - PRECEDING_RECORDS), place)),
      after: next && !written.has(keyOf(next)) ? next : undefined,
    }
  }
}

function addTo(lists: Map<string, Draw[]>, key: string, draw: Draw, most = Infinity): void {
  const list = lists.get(key)
  if (!list) lists.set(key, [draw])
  else if (list.length < most) list.push(draw)
}

function keepKnown(from: Draw, to: Draw): Draw {
  const keepMachine = to.machine.length === 0 && to.state !== 'no_draw'
  return { ...to, serial: to.serial ?? from.serial, machine: keepMachine ? from.machine : to.machine }
}

function verdictFor(from: Draw | undefined, to: Draw): Verdict['verdict'] {
  if (!from) return 'new'
  if (sameDraw(from, to)) return 'same'
  return onlyCompletes(from, to) ? 'complete' : 'change'
}

/**
 * The plan with its corrections refused, each with the values that it would have changed. It is for an ingest that may not
 * change real draws.
 *
 * @param how the sentence on how to allow corrections
 */
export function withoutCorrections(plan: PlainPlan, how: string): PlainPlan {
  const refused = plan.corrected.map(({ line, from, to }): RowNote => {
    const changes = shownChanges(from, to).map(changeText).join(', ')
    const reasons = [`A recorded draw would change: ${changes}. ${how}`]
    return { line, game: to.game, date: to.date, reasons }
  })
  const all = [...plan.refused, ...refused].sort((a, b) => a.line - b.line)
  return { ...plan, corrected: [], refused: all }
}

/** The number of rows that a plan refuses. */
export function refusedRows({ refused, unknownGames }: Pick<PlainPlan, 'refused' | 'unknownGames'>): number {
  return unknownGames.reduce((sum, { rows }) => sum + rows, refused.length)
}

function verdictOn(
  row: IngestRow,
  to: Draw,
  verdict: Verdict['verdict'],
  notes: string[],
  from: Draw | undefined,
): Verdict {
  const { game, date } = to
  return { line: row.line, game, date, verdict, notes, numbers: shownNumbers(from, to) }
}
