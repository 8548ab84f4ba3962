import { type Draw, onlyCompletes } from './draw.ts'
import { gapNotes, warningsFor } from './draw-warnings.ts'
import type { History } from './history.ts'
import {
  changeNotes,
  correctionRefusal,
  type PlannedChange,
  type RowNote,
  shownNumbers,
  type UnknownGame,
  type Verdict,
} from './ingest.ts'
import { IngestNeighbours } from './ingest-neighbours.ts'
import type { IngestRows, RefusedRow, RepeatedRow } from './ingest-rows.ts'
import { NONE } from './hash-chains.ts'

/** What becomes of a row, in the order of rows. A row without an outcome names an unknown game. */
export type Outcome =
  | { verdict: 'refused'; note: RowNote }
  /** A further row that repeats an earlier one. */
  | { verdict: 'same'; line: number; to: Draw; from?: undefined; warnings: readonly string[] }
  | {
      verdict: Exclude<Verdict['verdict'], 'refused'>
      line: number
      /** The stored draw. */
      from: Draw | undefined
      to: Draw
      warnings: readonly string[]
    }

/** A new draw and the line of its row. */
export interface AddedDraw {
  line: number
  draw: Draw
}

/** The lines that a note on contradictions lists. */
const LISTED_LINES = 10

const CODES = ['contradicted', 'new', 'same', 'complete', 'change'] as const

/**
 * The plan of an ingest, row by row, for pasted text, uploads and the import command. A row never erases known values: a
 * missing serial or machine set keeps the stored one. Rows that contradict each other about one draw are all refused; a
 * repetition counts as unchanged. The ingest is idempotent.
 */
export class IngestPlan {
  readonly counts = { inserted: 0, completed: 0, corrected: 0, unchanged: 0 }
  readonly unknownGames: UnknownGame[]
  readonly #rows: IngestRows
  /** The number of draws of the file; stored draws follow them. */
  readonly #own: number
  /** The stored draw of each draw of the file. */
  readonly #stored: Int32Array
  readonly #verdicts: Uint8Array

  /**
   * @param rows all rows; the plan changes their draws
   * @param stored the current draws of all games, without samples
   */
  constructor(rows: IngestRows, stored: History) {
    this.#rows = rows
    this.#own = rows.draws.length
    this.#stored = new Int32Array(this.#own).fill(NONE)
    this.#verdicts = new Uint8Array(this.#own)
    this.unknownGames = rows.unknownGames()
    this.#addStored(stored)
    for (let i = 0; i < this.#own; i++) this.#judge(i)
    for (const [, , i] of rows.repeated) if (!rows.contradicted[i]) this.counts.unchanged++
  }

  /** The new draws, in the order of their rows. */
  *inserted(): Generator<Draw> {
    for (const { draw } of this.added()) yield draw
  }

  /** The new draws with the lines of their first rows. */
  *added(): Generator<AddedDraw> {
    for (let i = 0; i < this.#own; i++)
      if (this.#verdictOf(i) === 'new') yield { line: this.#rows.lines[i]!, draw: this.#drawOf(i) }
  }

  /** The stored draws that change, in the order of their rows. @param corrections whether known values may change */
  *changes(corrections: boolean): Generator<PlannedChange> {
    for (let i = 0; i < this.#own; i++) {
      const verdict = this.#verdictOf(i)
      if (verdict === 'complete' || (verdict === 'change' && corrections))
        yield { line: this.#rows.lines[i]!, from: this.#drawOf(this.#stored[i]!), to: this.#drawOf(i) }
    }
  }

  /** The outcome of each row. Warnings are computed one by one, so a caller can pause between them. */
  *outcomes(): Generator<Outcome> {
    const { refused, repeated, places } = this.#rows
    const neighbours = this.#neighbours()
    const listed = this.#contradictingLines()
    const notes: Iterator<RefusedRow, undefined> = iteratorOf(refused)
    const repetitions: Iterator<RepeatedRow, undefined> = iteratorOf(repeated)
    let note = notes.next()
    let repetition = repetitions.next()
    for (let i = 0; i <= this.#own; i++) {
      const place = i < this.#own ? places[i]! : Infinity
      while (!note.done || !repetition.done) {
        const noted = note.value?.row ?? Infinity
        const repeats = repetition.value?.[0] ?? Infinity
        if (Math.min(noted, repeats) > place) break
        if (noted < repeats) {
          yield { verdict: 'refused', note: note.value!.note }
          note = notes.next()
        } else {
          const [, line, draw] = repetition.value!
          yield this.#repetition(draw, line, listed)
          repetition = repetitions.next()
        }
      }
      if (i < this.#own) yield this.#outcome(i, neighbours, listed)
    }
  }

  #verdictOf(i: number): (typeof CODES)[number] {
    return CODES[this.#verdicts[i]!]!
  }

  #drawOf(i: number): Draw {
    const { draws, games } = this.#rows
    return draws.drawOf(i, games[draws.games[i]!]!.key)
  }

  #addStored({ games }: History): void {
    const { draws } = this.#rows
    for (const [key, known] of games) {
      const game = this.#rows.numberOf(key)
      for (let i = 0; i < known.length; i++) {
        const own = this.#rows.find(game, known.days[i]!)
        if (own !== NONE) this.#stored[own] = draws.length
        draws.copy(game, known, i)
      }
    }
  }

  #judge(i: number): void {
    const verdict = this.#rows.contradicted[i] ? 'contradicted' : this.#compare(i, this.#stored[i]!)
    this.#verdicts[i] = CODES.indexOf(verdict)
    if (verdict === 'new') this.counts.inserted++
    else if (verdict === 'same') this.counts.unchanged++
    else if (verdict === 'complete') this.counts.completed++
    else if (verdict === 'change') this.counts.corrected++
  }

  #compare(i: number, from: number): (typeof CODES)[number] {
    if (from === NONE) return 'new'
    this.#rows.draws.keepKnown(i, from)
    if (this.#rows.draws.same(i, from)) return 'same'
    return onlyCompletes(this.#drawOf(from), this.#drawOf(i)) ? 'complete' : 'change'
  }

  #neighbours(): IngestNeighbours {
    const { draws, games, contradicted } = this.#rows
    const after = new Int32Array(draws.length - this.#own + this.counts.inserted)
    let length = draws.length - this.#own
    for (let i = 0; i < length; i++) after[i] = this.#own + i
    for (let i = 0; i < this.#own; i++) {
      if (contradicted[i]) continue
      const from = this.#stored[i]!
      if (from === NONE) after[length++] = i
      else after[from - this.#own] = i
    }
    return new IngestNeighbours(
      draws,
      after,
      (game) => games[game]!.key,
      (i) => i < this.#own,
    )
  }

  #outcome(i: number, neighbours: IngestNeighbours, listed: ReadonlyMap<number, string>): Outcome {
    const verdict = this.#verdictOf(i)
    const line = this.#rows.lines[i]!
    const to = this.#drawOf(i)
    if (verdict === 'contradicted') return contradiction(line, to, listed.get(i)!)
    const from = this.#stored[i] === NONE ? undefined : this.#drawOf(this.#stored[i]!)
    const around = neighbours.of(i)
    const warnings = [
      ...warningsFor(to, this.#rows.games, around),
      ...gapNotes(to, this.#rows.games[this.#rows.draws.games[i]!], around.daysBefore),
    ]
    return { verdict, line, from, to, warnings }
  }

  #repetition(i: number, line: number, listed: ReadonlyMap<number, string>): Outcome {
    const to = this.#drawOf(i)
    const reason = listed.get(i)
    if (reason !== undefined) return contradiction(line, to, reason)
    return { verdict: 'same', line, to, warnings: [] }
  }

  /** The reason of each draw about which rows contradict each other. */
  #contradictingLines(): Map<number, string> {
    const { lines, repeated, contradicted } = this.#rows
    const listed = new Map<number, (number | string)[]>()
    for (const [, line, i] of repeated) {
      if (!contradicted[i]) continue
      const known = listed.get(i)
      if (!known) listed.set(i, [lines[i]!, line])
      else if (known.length < LISTED_LINES) known.push(line)
      else if (known.length === LISTED_LINES) known.push('...')
    }
    const reasons = [...listed].map(
      ([i, all]) => [i, `Lines ${all.join(', ')} contradict each other about this draw.`] as const,
    )
    return new Map(reasons)
  }
}

const iteratorOf = <T>(items: Iterable<T>) => items[Symbol.iterator]() as Iterator<T, undefined>

function contradiction(line: number, { game, date }: Draw, reason: string): Outcome {
  return { verdict: 'refused', note: { line, game, date, reasons: [reason] } }
}

/** The verdict on a row as staff read it. */
export function verdictOf(outcome: Outcome): Verdict {
  if (outcome.verdict === 'refused') {
    const { reasons, ...place } = outcome.note
    return { ...place, verdict: 'refused', notes: reasons, numbers: null }
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

/** The refusal of a correction. @param how the sentence on how to allow corrections */
export function refusedCorrection({ line, from, to }: PlannedChange, how: string): RowNote {
  return { line, game: to.game, date: to.date, reasons: [correctionRefusal(from, to, how)] }
}
