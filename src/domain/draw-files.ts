import { FIRST_YEAR, firstDayOfYear, LAST_YEAR } from './calendar.ts'
import { allocate, BALLS_PER_DRAW, type GameDraws, type History } from './history.ts'

/**
 * One year of draws of all games as bytes, for the transfer to the phone and its storage. Equal draws give equal bytes, so
 * a hash names a file permanently and verifies a copy that was updated with single changes.
 *
 * Layout: version, year (2 bytes, little endian), number of games. Then each game, ordered by key: length and letters of
 * the key, number of draws (varint), and four columns, which compress better than rows: days since the previous draw
 * (varint; the first since 1 January), flags, serial minus the previous one (zigzag varint), ten balls per draw.
 */
export const FILE_VERSION = 1

/**
 * Decodes the file of a year.
 * @throws RangeError if the bytes are truncated, of another version, or have days outside the year or out of order. Keys,
 *   states and balls are not checked: the hash that names the file covers them.
 */
export function decodeYear(bytes: Uint8Array): { year: number; games: GameDraws[] } {
  const input = new Reader(bytes)
  if (input.byte() !== FILE_VERSION) throw new RangeError('This year of draws has an unknown version.')
  const year = input.byte() + input.byte() * 256
  if (year < FIRST_YEAR || year > LAST_YEAR)
    throw new RangeError('This year of draws has an impossible year.')
  const games: GameDraws[] = []
  for (let left = input.byte(); left > 0; left--) games.push(decodeGame(input, year))
  if (!input.atEnd()) throw new RangeError('This year of draws has extra bytes.')
  return { year, games }
}

function decodeGame(input: Reader, year: number): GameDraws {
  const game = String.fromCharCode(...input.raw(input.byte()))
  const draws = allocate(game, input.count())
  const end = firstDayOfYear(year + 1)
  for (let i = 0, day = firstDayOfYear(year); i < draws.length; i++) {
    const step = input.varint()
    if (step === 0 && i > 0) throw new RangeError('Two draws of one game are on one day.')
    day += step
    if (day >= end) throw new RangeError('A draw is outside its year.')
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

class Reader {
  // No initial values: compiled for the oldest browsers, they need a helper that is larger than the class.
  declare private readonly source: Uint8Array
  declare private at: number

  constructor(source: Uint8Array) {
    this.source = source
    this.at = 0
  }

  byte(): number {
    const value = this.source[this.at++]
    if (value === undefined) throw new RangeError('This year of draws is truncated.')
    return value
  }

  /** A number of up to 28 bits, which is more than a file needs and never negative. */
  varint(): number {
    let value = 0
    for (let shift = 0; shift <= 21; shift += 7) {
      const byte = this.byte()
      value |= (byte & 127) << shift
      if (byte < 128) return value
    }
    throw new RangeError('This year of draws has a number that is too long.')
  }

  /** A number of draws, checked before memory is allocated for them. */
  count(): number {
    const value = this.varint()
    // Stryker disable next-line all: it saves memory only; reading that many draws ends in the same error
    if (value * BALLS_PER_DRAW > this.source.length) throw new RangeError('This year of draws is truncated.')
    return value
  }

  raw(length: number): Uint8Array {
    if (this.at + length > this.source.length) throw new RangeError('This year of draws is truncated.')
    this.at += length
    return this.source.subarray(this.at - length, this.at)
  }

  atEnd(): boolean {
    return this.at === this.source.length
  }
}
