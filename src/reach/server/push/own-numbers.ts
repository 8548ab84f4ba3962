import type { LagosDate } from '../../../platform/rules/base/calendar.ts'
import { openList } from '../../../platform/server/base/open-list.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import type { Game } from '../../../draws/rules/games.ts'

/** A result of a game. */
export interface DrawnNumbers {
  game: Game
  date: LagosDate
  winning: readonly number[]
}

/** The numbers that players have in draws, as a room above keeps them. */
interface OwnNumbers {
  /** Finds the numbers of a player that play in a game, from a day on. */
  playing: (db: Db, uid: string, today: LagosDate) => Promise<(game: string) => number[]>
  /**
   * The players whose numbers came, each with the title of the notification: of the entries that ask for one, or of all.
   * Null if none of them asks.
   */
  hits: (tx: Db, drawn: DrawnNumbers) => Promise<Map<string, (all: boolean) => string | null>>
}

export const ownNumbers = openList<OwnNumbers>('own numbers')
