import { countStandings, standings, type StandingCounts } from '../../../domain/ledger/replay.ts'
import type { Standing } from '../../../domain/ledger/standing.ts'
import type { LedgerSnapshot } from '../../ledger/memory.ts'
import { replayOf } from '../ledger-facts.ts'

/** The forecasts of one author by their standing. */
interface AuthorCounts {
  author: number
  penName: string
  counts: StandingCounts
}

/** How many forecasts are in each state: of all authors, and of each, in the order of their first forecasts. */
export function standingCounts(
  ledger: LedgerSnapshot,
  now: number,
): { house: StandingCounts; authors: AuthorCounts[] } {
  const replayed = replayOf(ledger)
  const all = standings(replayed, now)
  const byAuthor = Map.groupBy(all.values(), ({ version }) => version.author)
  return {
    house: countStandings(all.values(), replayed),
    authors: [...byAuthor].map(([author, own]) => ({
      author,
      penName: penNameOf(ledger, own[0]!),
      // A moved lock voids a draw for everyone, so no author has a number of voided draws.
      counts: countStandings(own, { voidedDraws: 0, removedResults: 0 }),
    })),
  }
}

const penNameOf = (ledger: LedgerSnapshot, { version }: Standing) =>
  ledger.items[version.entry - 1]!.penName ?? `Author ${version.author}`
