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
}

const keyOf = (draw: Draw) => `${draw.game}|${draw.date}`

/**
 * Decides row by row what an ingest does, for the form, pasted text, uploads and the command alike. Known facts are
 * never erased by a row that lacks them: a missing serial or machine set leaves the stored one. Two rows that
 * contradict each other about one draw are both refused; a plain repetition counts as unchanged. Running the same
 * rows again on the result changes nothing.
 *
 * @param stored finds the live draw of a game and date
 */
export function planIngest(
  rows: readonly IngestRow[],
  today: LagosDate,
  games: readonly Game[],
  stored: (game: string, date: LagosDate) => Draw | undefined,
): IngestPlan {
  const plan: IngestPlan = { inserted: [], corrected: [], unchanged: 0, refused: [], warned: [] }
  const known = new Map(games.map((game) => [game.key, game]))
  const keys = new Set(known.keys())
  const accepted = new Map<string, { row: IngestRow; draw: Draw }>()
  const contradicted = new Map<string, IngestRow[]>()

  for (const row of rows) {
    const { draw, problems } = parseDraw(row, today, keys)
    if (!draw) {
      plan.refused.push(
        noteOf(
          row,
          problems.map((problem) => problem.message),
        ),
      )
      continue
    }
    const first = accepted.get(keyOf(draw))
    if (!first) accepted.set(keyOf(draw), { row, draw })
    else if (sameDraw(first.draw, draw)) plan.unchanged++
    else contradicted.set(keyOf(draw), [...(contradicted.get(keyOf(draw)) ?? [first.row]), row])
  }
  for (const [key, several] of contradicted) {
    accepted.delete(key)
    const lines = several.map((row) => row.line).join(', ')
    for (const row of several)
      plan.refused.push(noteOf(row, [`Lines ${lines} contradict each other about this draw.`]))
  }

  const byDay = new Map<LagosDate, Draw[]>()
  for (const { draw } of accepted.values()) byDay.set(draw.date, [...(byDay.get(draw.date) ?? []), draw])
  for (const { row, draw } of accepted.values()) {
    const warnings = warningsFor(draw, known.get(draw.game), byDay.get(draw.date) ?? [])
    if (warnings.length > 0) plan.warned.push(noteOf(row, warnings))
    const from = stored(draw.game, draw.date)
    const to = from ? keepKnown(from, draw) : draw
    if (!from) plan.inserted.push(to)
    else if (sameDraw(from, to)) plan.unchanged++
    else plan.corrected.push({ from, to })
  }
  plan.refused.sort((a, b) => a.line - b.line)
  return plan
}

function keepKnown(from: Draw, to: Draw): Draw {
  const keepMachine = to.machine.length === 0 && to.state !== 'no_draw' && from.state !== 'no_draw'
  return { ...to, serial: to.serial ?? from.serial, machine: keepMachine ? from.machine : to.machine }
}

function noteOf(row: IngestRow, reasons: string[]): RowNote {
  return { line: row.line, game: String(row.game ?? ''), date: String(row.date ?? ''), reasons }
}
