import { type JoinedFinding, joinedLuck, joinedText, searchWords } from './joined-search.ts'
import { luckOf, type NumberSearch, searchMessages } from './number-search.ts'
import { type DrawType, DRAW_TYPES } from '../base/balls.ts'
import type { CheckedSearch } from './search-address.ts'
import { decimal, times } from '../base/words.ts'
import { itemAt } from '../base/lists.ts'

/** The answers of a number search as it is shared: in words, each beside its count by luck. */
export interface SearchAnswers {
  /** `Diamond, 2025` */
  scope: string
  /** One for each chain of joined rows, then one for each row. */
  answers: { balls: { number: number; type: DrawType }[]; sentence: string; luck: string }[]
}

interface Found {
  /** One for each row. */
  findings: readonly { count: number; searched: number }[]
  /** One for each chain of joined rows. */
  joined: readonly Pick<JoinedFinding, 'rows' | 'count' | 'expected'>[]
}

/** @param nameOf the name of a game */
export function searchAnswers(
  { search, complete }: CheckedSearch,
  { findings, joined }: Found,
  nameOf: (game: string) => string,
): SearchAnswers {
  const { rows } = search
  const chains = joined.map(({ rows: places, count, expected }) => {
    const typed = places.map((place) => itemAt(complete, place))
    return {
      balls: typed.map(({ number, type }) => ({ number: Number(number), type: typeOf(type) })),
      sentence: joinedText(typed, count),
      luck: luckSentence(joinedLuck(expected)),
    }
  })
  const single = searchMessages(
    rows,
    findings.map(({ count }) => count),
  ).map(({ row, text }) => {
    const { number, type, box } = itemAt(rows, row)
    return {
      balls: [{ number, type }],
      sentence: text,
      luck: luckSentence(times(decimal(luckOf(box, itemAt(findings, row).searched)))),
    }
  })
  return { scope: scopeOf(search, nameOf), answers: [...chains, ...single] }
}

/** A number search without its answer: `Number search: "7" in Any box (winning). Diamond, 2025`. */
export const searchTitle = ({ search, complete }: CheckedSearch, nameOf: (game: string) => string): string =>
  `Number search: ${searchWords(complete)}. ${scopeOf(search, nameOf)}`

/** What a search covers: `Diamond, 2025`. @param nameOf the name of a game */
const scopeOf = ({ game, year }: NumberSearch, nameOf: (game: string) => string): string =>
  [game === null ? 'All games' : nameOf(game), ...(year === null ? [] : [year])].join(', ')

const luckSentence = (count: string) => `Luck gives about ${count}.`

/** A row for both sets is drawn with the shape of the winning numbers. */
const typeOf = (type: string): DrawType => DRAW_TYPES.find((one) => one === type) ?? 'winning'
