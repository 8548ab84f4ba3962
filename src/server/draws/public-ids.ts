/** The place of a draw in a history. */
interface Place {
  game: string
  /** Its day number. */
  day: number
}

/** The public id of each live draw of a history. Immutable. */
export class PublicIds {
  /** By game and day number. */
  readonly #games: ReadonlyMap<string, ReadonlyMap<number, string>>

  constructor(games: ReadonlyMap<string, ReadonlyMap<number, string>> = new Map()) {
    this.#games = games
  }

  /** The id of the draw of a game on a day number; undefined if there is none. */
  of(game: string, day: number): string | undefined {
    return this.#games.get(game)?.get(day)
  }

  /** The places of the draws with these ids. It reads every id once. */
  placesOf(ids: readonly string[]): Place[] {
    const wanted = new Set(ids)
    return [...this.#games].flatMap(([game, days]) =>
      [...days].flatMap(([day, id]) => (wanted.has(id) ? { game, day } : [])),
    )
  }

  /** The ids after a change. @param left the places that draws left */
  after(left: Iterable<Place>, written: Iterable<Place & { publicId: string }>): PublicIds {
    const changed = new Map<string, Map<number, string>>()
    const daysOf = (game: string) => {
      const days = changed.get(game) ?? new Map(this.#games.get(game))
      changed.set(game, days)
      return days
    }
    for (const { game, day } of left) daysOf(game).delete(day)
    for (const { game, day, publicId } of written) daysOf(game).set(day, publicId)
    return new PublicIds(new Map([...this.#games, ...changed]))
  }
}
