import { yearOf } from './calendar.ts'
import type { Draw } from './draw.ts'
import type { DrawColumns } from './draw-columns.ts'
import {
  MAX_SAME_SETS,
  type NeighbouringDraws,
  PRECEDING_RECORDS,
  RECORDS_FOR_GAPS,
} from './draw-warnings.ts'
import { HashChains, NONE } from './hash-chains.ts'
import { DRAW_TYPES, type DrawType } from './positions.ts'

/** Below it, the numbers of days are positive. */
const DAYS_BEFORE_1970 = 2 ** 16
/** A number of a draw is smaller. */
const NUMBERS = 2 ** 26

/** Finds the draws with which a draw of an ingest is compared, as stored after the ingest. */
export class IngestNeighbours {
  readonly #draws: DrawColumns
  readonly #keyOf: (game: number) => string
  readonly #isWritten: (i: number) => boolean
  /** The draws of each game by day, one game after the other. */
  readonly #timeline: Int32Array
  /** The place of each draw in the timeline. */
  readonly #places: Int32Array
  readonly #sets: HashChains

  /**
   * @param after the draws after the ingest, in the order in which equal sets are compared
   * @param isWritten whether the ingest writes a draw or leaves it as it is in the file
   */
  constructor(
    draws: DrawColumns,
    after: Int32Array,
    keyOf: (game: number) => string,
    isWritten: (i: number) => boolean,
  ) {
    this.#draws = draws
    this.#keyOf = keyOf
    this.#isWritten = isWritten
    this.#timeline = timelineOf(draws, after)
    this.#places = new Int32Array(draws.length)
    for (const [place, i] of this.#timeline.entries()) this.#places[i] = place
    this.#sets = new HashChains(draws.length * 2)
    for (const i of after) for (const set of DRAW_TYPES.keys()) this.#addSet(i, set)
  }

  of(i: number): NeighbouringDraws {
    const next = this.#neighbour(i, 1)
    const hasNext = next !== NONE && !this.#isWritten(next)
    return {
      others: this.#others(i),
      ...this.#before(i),
      after: hasNext ? this.#drawOf(next) : undefined,
    }
  }

  #drawOf(i: number): Draw {
    return this.#draws.drawOf(i, this.#keyOf(this.#draws.games[i]!))
  }

  /** The draw of the same game that is `steps` later in its timeline. */
  #neighbour(i: number, steps: number): number {
    const place = this.#places[i]! + steps
    if (place < 0 || place >= this.#timeline.length) return NONE
    const found = this.#timeline[place]!
    return this.#draws.games[found] === this.#draws.games[i] ? found : NONE
  }

  #before(i: number): Pick<NeighbouringDraws, 'lastNumbered' | 'daysBefore'> {
    const daysBefore: number[] = []
    for (let steps = -RECORDS_FOR_GAPS; steps < 0; steps++) {
      const found = this.#neighbour(i, steps)
      if (found !== NONE) daysBefore.push(this.#draws.days[found]!)
    }
    return { lastNumbered: this.#lastNumbered(i), daysBefore }
  }

  #lastNumbered(i: number): Draw | undefined {
    const year = yearOf(this.#draws.dateOf(i))
    for (let steps = 1; steps <= PRECEDING_RECORDS; steps++) {
      const found = this.#neighbour(i, -steps)
      if (found === NONE || yearOf(this.#draws.dateOf(found)) !== year) return undefined
      if (this.#draws.serials[found] !== 0) return this.#drawOf(found)
    }
    return undefined
  }

  #addSet(i: number, set: number): void {
    const type = DRAW_TYPES[set]!
    // More draws than are compared are not added, so the chain of a set that many draws have stays short.
    if (this.#draws.hasSet(i, type) && this.#countOf(i, type) < MAX_SAME_SETS)
      this.#sets.add(this.#draws.hashOf(i, type), i * 2 + set)
  }

  /** The last entry, from `entry` on, that has a set of a draw; {@link NONE} if there is none. */
  #withSet(i: number, type: DrawType, entry: number): number {
    let found = entry
    while (found !== NONE && !this.#draws.sameSet(i, type, found >> 1, DRAW_TYPES[found & 1]!))
      found = this.#sets.before(found)
    return found
  }

  #countOf(i: number, type: DrawType): number {
    let count = 0
    let entry = this.#withSet(i, type, this.#sets.last(this.#draws.hashOf(i, type)))
    for (; entry !== NONE; entry = this.#withSet(i, type, this.#sets.before(entry))) count++
    return count
  }

  #others(i: number): readonly Draw[] {
    const found: number[] = []
    for (const type of DRAW_TYPES) {
      if (!this.#draws.hasSet(i, type)) continue
      const ofType: number[] = []
      let entry = this.#withSet(i, type, this.#sets.last(this.#draws.hashOf(i, type)))
      for (; entry !== NONE; entry = this.#withSet(i, type, this.#sets.before(entry))) ofType.push(entry >> 1)
      found.push(...ofType.reverse())
    }
    // Most draws are found alone.
    if (found.every((other) => other === i)) return NOBODY
    return [...new Set(found)].map((other) => this.#drawOf(other))
  }
}

const NOBODY: readonly Draw[] = []

function timelineOf({ games, days }: DrawColumns, after: Int32Array): Int32Array {
  const byGame = new Map<number, number>()
  for (const i of after) byGame.set(games[i]!, (byGame.get(games[i]!) ?? 0) + 1)
  const ends = new Map<number, number>()
  let end = 0
  for (const [game, count] of byGame) {
    ends.set(game, end)
    end += count
  }
  // One number sorts faster than a comparison of two.
  const sorted = new Float64Array(after.length)
  for (const i of after) {
    const at = ends.get(games[i]!)!
    sorted[at] = (days[i]! + DAYS_BEFORE_1970) * NUMBERS + i
    ends.set(games[i]!, at + 1)
  }
  for (const [game, count] of byGame) sorted.subarray(ends.get(game)! - count, ends.get(game)).sort()
  return Int32Array.from(sorted, (value) => value % NUMBERS)
}
