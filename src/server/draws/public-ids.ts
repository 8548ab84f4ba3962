import { firstOnOrAfter, type GameDraws, type History } from '../../domain/draws/history.ts'

/** The place of a draw in a {@link History}. */
interface Place {
  game: string
  /** Its day number. */
  day: number
}

/** The ids of the draws of a game, two halves of 32 bits for each draw, in the order of the draws. */
export interface GameIds {
  draws: GameDraws
  halves: Uint32Array
}

/** The public id of each live draw of a {@link History}, in 8 bytes. Immutable. */
export class PublicIds {
  readonly #games: ReadonlyMap<string, GameIds>

  constructor(games: Iterable<GameIds>) {
    this.#games = new Map([...games].map((ids) => [ids.draws.game, ids]))
  }

  /** The id of the draw of a game on a day number; undefined if there is none. */
  of(game: string, day: number): string | undefined {
    const found = this.#games.get(game)
    if (!found) return undefined
    const i = firstOnOrAfter(found.draws, day)
    return found.draws.days[i] === day ? idAt(found, i) : undefined
  }

  /** The places of the draws with these ids. It reads every id once. */
  placesOf(ids: readonly string[]): Place[] {
    const wanted = new Set(ids)
    const heads = new Set(ids.map((id) => halvesOf(id)[0]))
    const places: Place[] = []
    for (const [game, known] of this.#games)
      for (let i = 0; i < known.draws.length; i++)
        if (heads.has(known.halves[2 * i]!) && wanted.has(idAt(known, i)))
          places.push({ game, day: known.draws.days[i]! })
    return places
  }

  /**
   * The ids after a change.
   * @param history the draws after it
   * @param written the draws that it wrote
   */
  after(history: History, written: readonly (Place & { publicId: string })[]): PublicIds {
    return new PublicIds(
      [...history.games.values()].map((draws) => {
        const known = this.#games.get(draws.game)
        if (known?.draws === draws) return known
        const own = new Map(
          written.filter(({ game }) => game === draws.game).map((one) => [one.day, one.publicId]),
        )
        return { draws, halves: halvesAfter(draws, known, own) }
      }),
    )
  }
}

/** The ids of a game: those of written days, and of the other days as they were. */
function halvesAfter(
  { days, length }: GameDraws,
  known: GameIds | undefined,
  written: ReadonlyMap<number, string>,
): Uint32Array {
  const halves = new Uint32Array(2 * length)
  // Both lists of days are in order.
  for (let i = 0, place = 0; i < length; i++) {
    const id = written.get(days[i]!)
    if (id !== undefined) {
      halves.set(halvesOf(id), 2 * i)
      continue
    }
    while (known!.draws.days[place]! < days[i]!) place++
    halves.set(known!.halves.subarray(2 * place, 2 * place + 2), 2 * i)
  }
  return halves
}

const halvesOf = (id: string) =>
  [Number.parseInt(id.slice(0, 8), 16), Number.parseInt(id.slice(8), 16)] as const

function idAt({ halves }: GameIds, i: number): string {
  return hexOf(halves[2 * i]!) + hexOf(halves[2 * i + 1]!)
}

const hexOf = (half: number) => half.toString(16).padStart(8, '0')
