import { textOf } from './ball.ts'
import { type Draw, type DrawInput, parseDraw, sameDraw, warningsFor } from './draw.ts'
import type { LagosDate } from './calendar.ts'
import type { Game } from './games.ts'

/** A row of a file or of pasted text, with the line on which it stands for the person who has to mend it. */
export interface IngestRow extends DrawInput {
  line: number
}

export interface RowNote {
  line: number
  game: string
  date: string
  reasons: string[]
}

/** What an ingest will do. Nothing of it has been written. */
export interface IngestPlan {
  inserted: Draw[]
  corrected: { from: Draw; to: Draw }[]
  unchanged: number
  refused: RowNote[]
  /** Rows that go in all the same. */
  warned: RowNote[]
  /** What becomes of each row, in the order of lines. */
  verdicts: Verdict[]
}

/** What becomes of a row. `notes`: why it is refused, what is odd about it, or what it takes the place of. */
export interface Verdict {
  line: number
  game: string
  date: string
  verdict: 'new' | 'change' | 'same' | 'refused'
  notes: string[]
}

/** How many lines that contradict each other a note names. */
const LINES_NAMED = 10

type Stored = (game: string, date: LagosDate) => Draw | undefined

const keyOf = (draw: Draw) => `${draw.game}|${draw.date}`

/**
 * Decides row by row what an ingest does, for the form, pasted text, uploads and the command alike. Known facts are
 * never erased by a row that lacks them: a missing serial or machine set leaves the stored one. Two rows that
 * contradict each other about one draw are both refused; a plain repetition counts as unchanged. Running the same
 * rows again on the result changes nothing.
 *
 * @param stored finds the live draw of a game and date; it is asked for every game on the days of the rows
 */
export function planIngest(
  rows: readonly IngestRow[],
  today: LagosDate,
  games: readonly Game[],
  stored: Stored,
): IngestPlan {
  const plan: IngestPlan = {
    inserted: [],
    corrected: [],
    unchanged: 0,
    refused: [],
    warned: [],
    verdicts: [],
  }
  const known = new Map(games.map((game) => [game.key, game]))
  const keys = new Set(known.keys())
  const read = new Map<string, { row: IngestRow; draw: Draw }[]>()

  for (const row of rows) {
    const { draw, problems } = parseDraw(row, today, keys)
    if (!draw) {
      const reasons = problems.map((problem) => problem.message)
      plan.refused.push(noteOf(row, reasons))
      continue
    }
    const same = read.get(keyOf(draw))
    if (same) same.push({ row, draw })
    else read.set(keyOf(draw), [{ row, draw }])
  }

  const accepted: { row: IngestRow; from: Draw | undefined; to: Draw }[] = []
  for (const [first, ...more] of read.values()) {
    const { row, draw } = first!
    if (more.every((other) => sameDraw(draw, other.draw))) {
      const from = stored(draw.game, draw.date)
      accepted.push({ row, from, to: from ? keepKnown(from, draw) : draw })
      plan.unchanged += more.length
      for (const other of more) plan.verdicts.push(verdictOn(other.row, 'same', []))
    } else {
      const several = [row, ...more.map((other) => other.row)]
      const lines: (number | string)[] = several.slice(0, LINES_NAMED).map(({ line }) => line)
      if (several.length > LINES_NAMED) lines.push('...')
      for (const each of several)
        plan.refused.push(noteOf(each, [`Lines ${lines.join(', ')} contradict each other about this draw.`]))
    }
  }

  const byDay = new Map<LagosDate, Map<string, Draw>>()
  for (const { to } of accepted) {
    if (!byDay.has(to.date)) byDay.set(to.date, storedThatDay(games, to.date, stored))
    byDay.get(to.date)!.set(to.game, to)
  }
  for (const { row, from, to } of accepted) {
    const warnings = warningsFor(to, known.get(to.game), [...byDay.get(to.date)!.values()])
    if (warnings.length > 0) plan.warned.push(noteOf(row, warnings))
    if (!from) plan.inserted.push(to)
    else if (sameDraw(from, to)) plan.unchanged++
    else plan.corrected.push({ from, to })
    const verdict = !from ? 'new' : sameDraw(from, to) ? 'same' : 'change'
    const notes = from && verdict === 'change' ? [...warnings, recordedNow(from)] : warnings
    plan.verdicts.push(verdictOn(row, verdict, notes))
  }
  plan.refused.sort((a, b) => a.line - b.line)
  for (const { reasons, ...place } of plan.refused)
    plan.verdicts.push({ ...place, verdict: 'refused', notes: reasons })
  plan.verdicts.sort((a, b) => a.line - b.line)
  return plan
}

/** What is stored of a day, by game: a row is held against the other games' draws of its day. */
function storedThatDay(games: readonly Game[], date: LagosDate, stored: Stored): Map<string, Draw> {
  const found = new Map<string, Draw>()
  for (const { key } of games) {
    const draw = stored(key, date)
    if (draw) found.set(key, draw)
  }
  return found
}

function keepKnown(from: Draw, to: Draw): Draw {
  const keepMachine = to.machine.length === 0 && to.state !== 'no_draw' && from.state !== 'no_draw'
  return { ...to, serial: to.serial ?? from.serial, machine: keepMachine ? from.machine : to.machine }
}

/** What a change takes the place of. The numbers of one person stay hidden: the second one gives theirs blind. */
function recordedNow({ state, serial, winning, machine }: Draw): string {
  if (state === 'unconfirmed') return 'Recorded now by one person, unconfirmed.'
  if (state === 'no_draw') return 'Recorded now: no draw.'
  const sets = [winning, machine].filter((set) => set.length > 0).map((set) => set.join(' - '))
  return `Recorded now: ${sets.join(' / ')}${serial === null ? '' : `, No. ${serial}`}.`
}

function verdictOn(row: IngestRow, verdict: Verdict['verdict'], notes: string[]): Verdict {
  return { line: row.line, game: textOf(row.game), date: textOf(row.date), verdict, notes }
}

function noteOf(row: IngestRow, reasons: string[]): RowNote {
  return { line: row.line, game: textOf(row.game), date: textOf(row.date), reasons }
}
