import { drawAt, type GameDraws } from '../../../draws/rules/history.ts'
import type { SearchRow } from '../../../draws/rules/number-search.ts'
import type { MatchRow } from '../../../draws/rules/results-view.ts'
import { SEARCH_LIMITS, typedSearch, writeSearch } from '../../../platform/rules/site/search-address.ts'
import { comesIn, type GameScope, scopeOf } from './scope.ts'
import type { AssistantData, NumberSlot, Slots } from '../read/types.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { yearOf } from '../../../platform/rules/base/calendar.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'

/** A draw with the names of its game and operator. */
type NamedRow = MatchRow & { name: string; operator: string }

/** The draws below an answer. */
export interface ShownDraws {
  /** The places whose balls are ringed. */
  marked: SearchRow[]
  /** All draws that the answer counts; `draws` leaves out older ones. */
  total: number
  draws: NamedRow[]
}

interface Place {
  draws: GameDraws
  i: number
}

/** Lists the draws with some of the numbers, or with all: newest first, those of one day in drawing order. */
export const drawsWith =
  (which: 'some' | 'every') =>
  (
    _: unknown,
    { slots, data }: { slots: Slots; data: AssistantData },
    games: readonly GameScope[] = scopesOf(slots, data),
  ): ShownDraws => {
    const { numbers = [] } = slots
    const found = games.map((game) => newestWith(game, numbers, which))
    const newest = found.flatMap(({ places }) => places)
    newest.sort((a, b) => itemAt(b.draws.days, b.i) - itemAt(a.draws.days, a.i))
    return {
      marked: numbers.flatMap(searchRows),
      total: found.reduce((sum, { total }) => sum + total, 0),
      draws: newest.slice(0, SEARCH_LIMITS.newestMatches).map((draw) => drawRowOf(draw, data)),
    }
  }

const scopesOf = ({ periods, ...slots }: Slots, data: AssistantData) =>
  periods?.flatMap((period) => scopeOf({ ...slots, period }, data)) ?? scopeOf(slots, data)

/** The newest draws of a game with the numbers, and how many there are in all. */
function newestWith({ draws, at }: GameScope, numbers: readonly NumberSlot[], which: 'some' | 'every') {
  const places: Place[] = []
  let total = 0
  for (let order = at.length - 1; order >= 0; order--) {
    const i = itemAt(at, order)
    if (!numbers[which]((number) => comesIn(draws, i, number))) continue
    total++
    if (places.length < SEARCH_LIMITS.newestMatches) places.push({ draws, i })
  }
  return { places, total }
}

/** A number as rows of the number search. */
function searchRows({ number, box, type = 'winning' }: NumberSlot): SearchRow[] {
  const types = type === 'both' ? (['winning', 'machine'] as const) : [type]
  return types.map((set) => ({ number, type: set, box: box ?? 'any_box' }))
}

/** A draw of a game, with its names. */
export function drawRowOf({ draws, i }: Place, { games }: AssistantData): NamedRow {
  const { game, date, serial, state, winning, machine, sample } = drawAt(draws, i)
  const named = games.find(({ key }) => key === game)
  return {
    game,
    name: named?.name ?? game,
    operator: named?.operator ?? '',
    date,
    serial,
    state,
    winning,
    machine,
    sample,
  }
}

/** The path of Games Results with the same search; null where its form cannot express the question. */
export function searchScreen({ numbers = [], games, operator, weekday, period }: Slots): string | null {
  const year = period ? wholeYear(period) : null
  const rows = numbers.flatMap(searchRows)
  const fits = rows.length <= SEARCH_LIMITS.rows && !operator && !weekday && (games?.length ?? 0) < 2
  if (!fits || (period && year === null)) return null
  const fields = writeSearch(typedSearch({ rows, game: games?.[0] ?? null, year }))
  const query = fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return `${PATHS.pastResults}?${query}`
}

function wholeYear(period: NonNullable<Slots['period']>): number | null {
  if (!('from' in period) || !period.from || !period.to) return null
  const year = yearOf(period.from)
  return period.from === `${year}-01-01` && period.to === `${year}-12-31` ? year : null
}
