import { useMemo } from 'react'
import type { SearchRow } from '../../domain/draws/number-search.ts'
import type { Found } from '../../domain/draws/results-view.ts'
import type { Part, TypedSearch } from '../../domain/draws/search-address.ts'
import { DrawList } from './draw-list.tsx'
import { FoundDraws } from './found-draws.tsx'
import type { ResultsAnswer } from './use-results.ts'

interface Props {
  found: Found
  games: ResultsAnswer['games']
  /** The searched rows. */
  rows: readonly SearchRow[]
  shown: TypedSearch
  part: Part
}

/** The draws that a search found, newest first: the newest ones, or every one in pages. */
export function MatchingDraws({ found, games, rows, shown, part }: Props) {
  const named = useMemo(() => new Map(games.map((game) => [game.key, game])), [games])
  if (found.total === 0) return null
  const numbers = [...new Set(rows.map((row) => row.number))]
  return (
    <FoundDraws
      heading={`Draws with ${numbers.join(' or ')}`}
      found={found}
      listed={found.draws.length}
      shown={shown}
      part={part}
    >
      <DrawList
        rows={found.draws.map((row) => ({ ...row, name: row.game, operator: '', ...named.get(row.game) }))}
        search={rows}
        named={shown.game === ''}
      />
    </FoundDraws>
  )
}
