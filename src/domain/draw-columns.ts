import { dateOfDay, dayOf, type LagosDate } from './calendar.ts'
import { DRAW_STATES, type Draw } from './draw.ts'
import { mix } from './hash-chains.ts'
import { BALLS_PER_DRAW, type GameDraws, stateAt } from './history.ts'
import { DRAW_TYPES, type DrawType } from './positions.ts'

const PER_SET = BALLS_PER_DRAW / DRAW_TYPES.length
const FIRST_CAPACITY = 1024

/**
 * Checked draws of any games and days in typed arrays that grow: 21 bytes for each draw. Entry `i` of every array belongs
 * to draw `i`.
 */
export class DrawColumns {
  length = 0
  /** Places in a list of games. */
  games = new Uint32Array(FIRST_CAPACITY)
  /** Day numbers. */
  days = new Int32Array(FIRST_CAPACITY)
  /** Serials within the year, 0 if unknown. */
  serials = new Uint16Array(FIRST_CAPACITY)
  readonly #dates = new Map<number, LagosDate>()
  #states = new Uint8Array(FIRST_CAPACITY)
  /** Five winning, then five machine; 0 if missing. */
  #balls = new Uint8Array(FIRST_CAPACITY * BALLS_PER_DRAW)

  /** @returns the number of the new draw */
  push(game: number, draw: Draw): number {
    const i = this.#grow()
    this.games[i] = game
    this.days[i] = dayOf(draw.date)
    this.#put(i, draw)
    return i
  }

  /** Adds a draw of a history. */
  copy(game: number, draws: GameDraws, from: number): void {
    const i = this.#grow()
    this.games[i] = game
    this.days[i] = draws.days[from]!
    this.serials[i] = draws.serials[from]!
    this.#states[i] = DRAW_STATES.indexOf(stateAt(draws, from))
    for (let place = 0, at = from * BALLS_PER_DRAW; place < BALLS_PER_DRAW; place++)
      this.#balls[i * BALLS_PER_DRAW + place] = draws.balls[at + place]!
  }

  /** Replaces the state, the serial and the numbers of a draw. */
  #put(i: number, draw: Draw): void {
    this.serials[i] = draw.serial ?? 0
    this.#states[i] = DRAW_STATES.indexOf(draw.state)
    for (const [set, type] of DRAW_TYPES.entries())
      for (let place = 0; place < PER_SET; place++)
        this.#balls[i * BALLS_PER_DRAW + set * PER_SET + place] = draw[type][place] ?? 0
  }

  /** Whether two draws have the same state, serial and numbers. */
  same(a: number, b: number): boolean {
    return (
      this.#states[a] === this.#states[b] &&
      this.serials[a] === this.serials[b] &&
      this.#equal(a * BALLS_PER_DRAW, b * BALLS_PER_DRAW, BALLS_PER_DRAW)
    )
  }

  /** Whether a draw has the state, the serial and the numbers of another one. */
  isLike(i: number, draw: Draw): boolean {
    return (
      this.#states[i] === DRAW_STATES.indexOf(draw.state) &&
      this.serials[i] === (draw.serial ?? 0) &&
      DRAW_TYPES.every((type, set) => this.#hasNumbers(i * BALLS_PER_DRAW + set * PER_SET, draw[type]))
    )
  }

  #hasNumbers(at: number, numbers: readonly number[]): boolean {
    for (let place = 0; place < PER_SET; place++)
      if (this.#balls[at + place] !== (numbers[place] ?? 0)) return false
    return true
  }

  #equal(a: number, b: number, length: number): boolean {
    for (let place = 0; place < length; place++)
      if (this.#balls[a + place] !== this.#balls[b + place]) return false
    return true
  }

  /** Adds the serial and the machine numbers of draw `from` where draw `i` lacks them. */
  keepKnown(i: number, from: number): void {
    if (this.serials[i] === 0) this.serials[i] = this.serials[from]!
    if (this.hasSet(i, 'machine') || this.#states[i] === NO_DRAW) return
    const at = from * BALLS_PER_DRAW
    this.#balls.copyWithin(i * BALLS_PER_DRAW + PER_SET, at + PER_SET, at + BALLS_PER_DRAW)
  }

  hasSet(i: number, type: DrawType): boolean {
    return this.#balls[setAt(i, type)] !== 0
  }

  /** The hash of a set in its order. */
  hashOf(i: number, type: DrawType): number {
    const at = setAt(i, type)
    let hash = 0
    for (let place = 0; place < PER_SET; place++) hash = mix(hash, this.#balls[at + place]!)
    return hash
  }

  /** Whether a set of draw `a` is a set of draw `b`, in the same order. */
  sameSet(a: number, typeA: DrawType, b: number, typeB: DrawType): boolean {
    return this.#equal(setAt(a, typeA), setAt(b, typeB), PER_SET)
  }

  dateOf(i: number): LagosDate {
    const day = this.days[i]!
    let date = this.#dates.get(day)
    if (!date) this.#dates.set(day, (date = dateOfDay(day)))
    return date
  }

  /** @param key the key of its game */
  drawOf(i: number, key: string): Draw {
    return {
      game: key,
      date: this.dateOf(i),
      state: DRAW_STATES[this.#states[i]!]!,
      serial: this.serials[i]! || null,
      winning: this.#numbers(i, 'winning'),
      machine: this.#numbers(i, 'machine'),
    }
  }

  #numbers(i: number, type: DrawType): number[] {
    if (!this.hasSet(i, type)) return []
    const [b, at] = [this.#balls, setAt(i, type)]
    return [b[at]!, b[at + 1]!, b[at + 2]!, b[at + 3]!, b[at + 4]!]
  }

  #grow(): number {
    const i = this.length++
    if (i < this.days.length) return i
    this.games = doubled(this.games)
    this.days = doubled(this.days)
    this.serials = doubled(this.serials)
    this.#states = doubled(this.#states)
    this.#balls = doubled(this.#balls)
    return i
  }
}

const NO_DRAW = DRAW_STATES.indexOf('no_draw')

const setAt = (i: number, type: DrawType) => i * BALLS_PER_DRAW + (type === 'winning' ? 0 : PER_SET)

/** A copy with twice the room. */
export function doubled<T extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(array: T): T {
  const next = new (array.constructor as new (length: number) => T)(array.length * 2)
  next.set(array)
  return next
}
