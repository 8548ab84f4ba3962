import { FIRST_YEAR, firstDayOfYear, LAST_YEAR } from './calendar.ts'
import { allocate, allYears, BALLS_PER_DRAW, type GameDraws, type History, yearRange } from './history.ts'

/**
 * One year of draws of all games as bytes: what travels to the phone and what it keeps. The same draws always make
 * the same bytes, so a hash of them names a file for ever and checks a copy that was mended with single changes.
 *
 * Layout: version, year (2 bytes, little endian), number of games; then a game at a time, ordered by key:
 * key length and letters, number of draws (varint), and four columns, because like stands beside like and packs well:
 * days since the previous draw (varint; the first since 1 January), flags, serial minus the previous one
 * (zigzag varint; 0 stays 0 in a year without serials), ten balls a draw.
 */
export const FILE_VERSION = 1

/** The file of one year; a year without draws is a file without games. */
export function encodeYear(history: History, year: number): Uint8Array<ArrayBuffer> {
  const out = new Writer()
  out.bytes(FILE_VERSION, year & 255, year >> 8)
  const games = [...history.games.values()]
    .map((draws) => ({ draws, range: yearRange(draws, year) }))
    .filter(({ range: [from, to] }) => to > from)
    .sort((a, b) => (a.draws.game < b.draws.game ? -1 : 1))
  out.bytes(games.length)
  for (const { draws, range } of games) encodeGame(out, draws, range, firstDayOfYear(year))
  return out.done()
}

function encodeGame(out: Writer, draws: GameDraws, [from, to]: [number, number], newYear: number): void {
  out.bytes(draws.game.length, ...Array.from(draws.game, (letter) => letter.charCodeAt(0)))
  out.varint(to - from)
  for (let i = from, previous = newYear; i < to; previous = draws.days[i++]!)
    out.varint(draws.days[i]! - previous)
  out.raw(draws.flags.subarray(from, to))
  for (let i = from, previous = 0; i < to; previous = draws.serials[i++]!) {
    const step = draws.serials[i]! - previous
    out.varint(step > 0 ? step * 2 - 1 : -step * 2)
  }
  out.raw(draws.balls.subarray(from * BALLS_PER_DRAW, to * BALLS_PER_DRAW))
}

/**
 * Reads a year's file back.
 * @throws RangeError when the bytes are cut short, of another version, or name days outside the year or out of order.
 *   Keys, states and balls are not judged: the hash that names the file answers for them.
 */
export function decodeYear(bytes: Uint8Array): { year: number; games: GameDraws[] } {
  const input = new Reader(bytes)
  if (input.byte() !== FILE_VERSION)
    throw new RangeError('This year of draws has a version that is not known here.')
  const year = input.byte() + input.byte() * 256
  if (year < FIRST_YEAR || year > LAST_YEAR)
    throw new RangeError('This year of draws names a year that cannot be.')
  const games: GameDraws[] = []
  for (let left = input.byte(); left > 0; left--) games.push(decodeGame(input, year))
  if (!input.atEnd()) throw new RangeError('This year of draws has bytes left over.')
  return { year, games }
}

function decodeGame(input: Reader, year: number): GameDraws {
  const game = String.fromCharCode(...input.raw(input.byte()))
  const draws = allocate(game, input.count())
  const end = firstDayOfYear(year + 1)
  for (let i = 0, day = firstDayOfYear(year); i < draws.length; i++) {
    const step = input.varint()
    if (step === 0 && i > 0) throw new RangeError('Two draws of one game lie on one day.')
    day += step
    if (day >= end) throw new RangeError('A draw lies outside its year.')
    draws.days[i] = day
  }
  draws.flags.set(input.raw(draws.length))
  for (let i = 0, serial = 0; i < draws.length; i++) {
    const step = input.varint()
    serial += step & 1 ? (step + 1) >> 1 : -(step >> 1)
    draws.serials[i] = serial
  }
  draws.balls.set(input.raw(draws.length * BALLS_PER_DRAW))
  return draws
}

/** Joins years, in any order, into one history. */
export function historyOfYears(years: readonly { year: number; games: readonly GameDraws[] }[]): History {
  const parts = new Map<string, GameDraws[]>()
  for (const { games } of [...years].sort((a, b) => a.year - b.year)) {
    for (const draws of games) parts.set(draws.game, [...(parts.get(draws.game) ?? []), draws])
  }
  return { games: new Map(Array.from(parts, ([game, list]) => [game, join(game, list)])) }
}

function join(game: string, parts: readonly GameDraws[]): GameDraws {
  const all = allocate(
    game,
    parts.reduce((sum, part) => sum + part.length, 0),
  )
  let at = 0
  for (const part of parts) {
    all.days.set(part.days, at)
    all.flags.set(part.flags, at)
    all.serials.set(part.serials, at)
    all.balls.set(part.balls, at * BALLS_PER_DRAW)
    at += part.length
  }
  return all
}

/** The files of every year, newest first. */
export function encodeAll(history: History): { year: number; bytes: Uint8Array<ArrayBuffer> }[] {
  return allYears(history).map((year) => ({ year, bytes: encodeYear(history, year) }))
}

class Writer {
  private buffer = new Uint8Array(4096)
  private length = 0

  bytes(...values: number[]): void {
    this.raw(values)
  }

  varint(value: number): void {
    let rest = value
    while (rest > 127) {
      this.bytes((rest & 127) | 128)
      rest >>>= 7
    }
    this.bytes(rest)
  }

  raw(values: ArrayLike<number>): void {
    if (this.length + values.length > this.buffer.length) {
      const larger = new Uint8Array(Math.max(this.buffer.length * 2, this.length + values.length))
      larger.set(this.buffer)
      this.buffer = larger
    }
    this.buffer.set(values, this.length)
    this.length += values.length
  }

  done(): Uint8Array<ArrayBuffer> {
    return this.buffer.slice(0, this.length)
  }
}

class Reader {
  private readonly source: Uint8Array
  private at = 0

  constructor(source: Uint8Array) {
    this.source = source
  }

  byte(): number {
    const value = this.source[this.at++]
    if (value === undefined) throw new RangeError('This year of draws is cut short.')
    return value
  }

  /** A number of up to 28 bits: more than a file needs, and never below zero. */
  varint(): number {
    let value = 0
    for (let shift = 0; shift <= 21; shift += 7) {
      const byte = this.byte()
      value |= (byte & 127) << shift
      if (byte < 128) return value
    }
    throw new RangeError('This year of draws holds a number that is too long.')
  }

  /** A number of draws: never more than the bytes that are left could hold. */
  count(): number {
    const value = this.varint()
    if (value * BALLS_PER_DRAW > this.source.length) throw new RangeError('This year of draws is cut short.')
    return value
  }

  raw(length: number): Uint8Array {
    if (this.at + length > this.source.length) throw new RangeError('This year of draws is cut short.')
    this.at += length
    return this.source.subarray(this.at - length, this.at)
  }

  atEnd(): boolean {
    return this.at === this.source.length
  }
}
