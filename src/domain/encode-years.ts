import { firstDayOfYear } from './calendar.ts'
import { FILE_VERSION } from './draw-files.ts'
import { allYears, BALLS_PER_DRAW, type GameDraws, type History, yearRange } from './history.ts'

/** The files of every year, newest first. */
export function encodeAll(history: History): { year: number; bytes: Uint8Array<ArrayBuffer> }[] {
  return allYears(history).map((year) => ({ year, bytes: encodeYear(history, year) }))
}

/** The file of one year. A year without draws gives a file without games. */
export function encodeYear(history: History, year: number): Uint8Array<ArrayBuffer> {
  const out = new Writer()
  out.bytes(FILE_VERSION, year & 255, year >> 8)
  const games = [...history.games.keys()]
    .sort()
    .map((key) => history.games.get(key)!)
    .map((draws) => ({ draws, range: yearRange(draws, year) }))
    .filter(({ range: [from, to] }) => to > from)
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

class Writer {
  declare private readonly out: number[]

  constructor() {
    this.out = []
  }

  bytes(...values: number[]): void {
    this.out.push(...values)
  }

  varint(value: number): void {
    let rest = value
    while (rest > 127) {
      this.bytes((rest & 127) | 128)
      rest >>>= 7
    }
    this.bytes(rest)
  }

  raw(values: Uint8Array): void {
    for (const value of values) this.out.push(value)
  }

  done(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.out)
  }
}
