import { textOf } from './ball.ts'
import { dayOf, type LagosDate, lagosDate } from './calendar.ts'
import { type Draw, parseDraw, unknownGame } from './draw.ts'
import { DrawColumns, doubled } from './draw-columns.ts'
import { EARLY_WARNING, isEarly } from './draw-warnings.ts'
import { type GameMatch, type GameMatcher, gameMatcher } from './game-names.ts'
import { type Game, isGameKey, nameFromKey } from './games.ts'
import { HashChains, mix, NONE } from './hash-chains.ts'
import {
  type DateQuestion,
  type IngestRow,
  type NewSpool,
  noteOf,
  type RowNote,
  type Spool,
  type UnknownGame,
} from './ingest.ts'
import { type DateOrder, possibleOrder } from './written-dates.ts'

/** A row that is refused by itself. `row` counts the rows of the file. */
export interface RefusedRow {
  row: number
  note: RowNote
}

/** A further row about a draw: its count in the file, its line, and the number of the draw. */
export type RepeatedRow = [row: number, line: number, draw: number]

export interface ReadOptions {
  /** Milliseconds; a draw whose staking is open is refused, because only the desk can ask for a confirmation. */
  now: number
  games: readonly Game[]
  /** Each unknown game whose name may be a key becomes a game, after the others and without slots. */
  addGames: boolean
  /** The order of day and month; null for day first, unless a date of the file cannot have it. */
  dateOrder: DateOrder | null
  newSpool: NewSpool
}

/** More texts are matched again. */
const REMEMBERED_NAMES = 10_000

/** Reads the rows of an ingest one by one and keeps each draw in some 40 bytes. Refused rows go to spools. */
export class IngestRows {
  /** The games, with those that were added. */
  readonly games: Game[]
  readonly gamesAdded: string[] = []
  /** The different draws, in the order of their first rows. */
  readonly draws = new DrawColumns()
  /** The lines of the first rows. */
  lines = new Uint32Array(this.draws.days.length)
  /** The counts of the first rows in the file. */
  places = new Uint32Array(this.draws.days.length)
  /** 1 for a draw about which rows contradict each other. */
  contradicted = new Uint8Array(this.draws.days.length)
  readonly refused: Spool<RefusedRow>
  readonly repeated: Spool<RepeatedRow>
  /** The number of rows so far. */
  count = 0
  readonly #order: DateOrder | 'unknown'
  #monthFirst: string | null = null
  #either: string | null = null
  readonly #unknown = new Map<string, { line: number; rows: number }>()
  readonly #options: ReadOptions
  readonly #today: LagosDate
  readonly #known: GameMatcher<Game>
  readonly #names = new Map<string, GameMatch<Game>>()
  #hasForgotten = false
  readonly #gameNumbers = new Map<string, number>()
  #chains = new HashChains(this.draws.days.length)

  /** @param order `unknown` where the first reading found a date that cannot have the day first */
  constructor(options: ReadOptions, order: DateOrder | 'unknown' = options.dateOrder ?? 'day-first') {
    this.#options = options
    this.#order = order
    this.#today = lagosDate(options.now)
    this.games = [...options.games]
    for (const [i, { key }] of options.games.entries()) this.#gameNumbers.set(key, i)
    this.#known = gameMatcher(options.games)
    this.refused = options.newSpool()
    this.repeated = options.newSpool()
  }

  add(row: IngestRow): void {
    const place = this.count++
    this.#noteOrder(textOf(row.date))
    const name = textOf(row.game)
    const { game } = this.#find(name)
    if (!game && name !== '') {
      this.#addUnknown(row, name)
      return
    }
    const { draw, problems } = parseDraw(row, this.#today, this.#find, this.#order)
    if (!draw) {
      const reasons = problems.map((problem) => problem.message)
      this.refused.push({ row: place, note: noteOf(row, reasons) })
    } else if (isEarly(draw, game ?? undefined, this.#options.now)) {
      const reasons = [`${EARLY_WARNING} Enter it at the desk, where it waits for its close.`]
      this.refused.push({ row: place, note: noteOf(row, reasons) })
    } else this.#addDraw(row, place, draw)
  }

  /** The number of a draw in {@link draws}; {@link NONE} if no row has it. @param game its place in the games */
  find(game: number, day: number): number {
    const { games, days } = this.draws
    let i = this.#chains.last(keyHash(game, day))
    while (i !== NONE && (games[i] !== game || days[i] !== day)) i = this.#chains.before(i)
    return i
  }

  numberOf(game: string): number {
    return this.#gameNumbers.get(game)!
  }

  /** The games that no name means, in the order of their first rows. */
  unknownGames(): UnknownGame[] {
    const find = gameMatcher(this.games)
    return [...this.#unknown].map(([name, found]) => ({
      name,
      ...found,
      reason: unknownGame(name, find(name).candidates ?? []),
    }))
  }

  /** What must be asked about the dates; null if they have the day first, or their order is given. */
  get dateQuestion(): DateQuestion | null {
    if (this.#monthFirst === null || this.#options.dateOrder !== null) return null
    return { monthFirst: this.#monthFirst, either: this.#either }
  }

  /**
   * The rows must be read again where a later row changes the meaning of an earlier one: it adds a game, such as `tota` after
   * `Tota Lotto`, or its date cannot have the day first. @returns the reader for that, or null
   */
  again(): IngestRows | null {
    const isAmbiguous = this.#order !== 'unknown' && (this.dateQuestion?.either ?? null) !== null
    if (!isAmbiguous && !this.#hasLateGames()) return null
    const order = isAmbiguous ? 'unknown' : this.#order
    const reader = new IngestRows({ ...this.#options, games: this.games }, order)
    reader.gamesAdded.push(...this.gamesAdded)
    return reader
  }

  #hasLateGames(): boolean {
    if (this.games.length === this.#options.games.length) return false
    const last = gameMatcher(this.games)
    const isOther = ([name, { game }]: [string, GameMatch<Game>]) => last.only(name)?.key !== game?.key
    return this.#hasForgotten || [...this.#names].some(isOther)
  }

  #noteOrder(date: string): void {
    const order = possibleOrder(date)
    if (order === 'month-first') this.#monthFirst ??= date
    if (order === 'either') this.#either ??= date
  }

  /** Texts are matched once. */
  readonly #find: GameMatcher<Game> = Object.assign(
    (given: unknown): GameMatch<Game> => {
      const name = textOf(given)
      const known = this.#names.get(name)
      if (known) return known
      const found = this.#known(name)
      const match = found.game ? found : (this.#added(name) ?? found)
      if (this.#names.size === REMEMBERED_NAMES) {
        this.#names.clear()
        this.#hasForgotten = true
      }
      this.#names.set(name, match)
      return match
    },
    { only: (name: string) => this.#find(name).game },
  )

  /** The game that a name adds, or has added; null if it may not. */
  #added(name: string): GameMatch<Game> | null {
    const number = this.#gameNumbers.get(name)
    if (number !== undefined) return { game: this.games[number]! }
    if (!this.#options.addGames || !isGameKey(name)) return null
    const order = (this.games[this.games.length - 1]?.order ?? -1) + 1
    const game = { key: name, name: nameFromKey(name), operator: '', order, active: true, slots: [] }
    this.#gameNumbers.set(name, this.games.push(game) - 1)
    this.gamesAdded.push(name)
    return { game }
  }

  #addUnknown({ line }: IngestRow, name: string): void {
    const note = this.#unknown.get(name)
    if (note) note.rows++
    else this.#unknown.set(name, { line, rows: 1 })
  }

  #addDraw({ line }: IngestRow, place: number, draw: Draw): void {
    const game = this.numberOf(draw.game)
    const same = this.find(game, dayOf(draw.date))
    if (same !== NONE) {
      if (!this.draws.isLike(same, draw)) this.contradicted[same] = 1
      this.repeated.push([place, line, same])
      return
    }
    const i = this.draws.push(game, draw)
    if (i === this.lines.length) this.#grow()
    this.lines[i] = line
    this.places[i] = place
    this.#chains.add(keyHash(game, this.draws.days[i]!), i)
  }

  #grow(): void {
    this.lines = doubled(this.lines)
    this.places = doubled(this.places)
    this.contradicted = doubled(this.contradicted)
    this.#chains = new HashChains(this.lines.length)
    const { games, days } = this.draws
    for (let i = 0; i < this.draws.length - 1; i++) this.#chains.add(keyHash(games[i]!, days[i]!), i)
  }
}

const keyHash = (game: number, day: number) => mix(mix(0, game), day)
