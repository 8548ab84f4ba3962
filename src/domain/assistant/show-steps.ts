import { ballOf, CLASSIFICATION } from '../classification.ts'
import type { SearchRow } from '../number-search.ts'
import { SEARCH_LIMITS } from '../search-limits.ts'
import { comesIn, eachBall, type GameScope, scopeOf } from './scope.ts'
import { type NamedRow, rowOf, searchRows } from './show-draws.ts'
import type { AssistantData, Intent, Query, Slots } from './types.ts'
import type { Values } from './values.ts'
import { followingDraws } from './values-ranked.ts'

/** A draw of a case. */
export interface StepDraw extends NamedRow {
  /** The places whose balls make the case. */
  marked: SearchRow[]
}

/** The cases below an answer about draws that follow each other. */
export interface ShownSteps {
  /** All cases that the answer counts; `steps` leaves out older ones. */
  cases: number
  /** Newest first. Each case is a draw and the later ones that make it, oldest first. */
  steps: StepDraw[][]
}

/** A draw of a game as an index, with the places that make the case. */
interface Place {
  i: number
  marked: SearchRow[]
}
/** The cases that begin with draw number `order` of a game. */
type Find = (game: GameScope, order: number) => Place[][]

/** The newest cases of an answer; none where the answer counts no steps from draw to draw. */
export function stepsShown({ intent, slots }: Query, value: unknown, data: AssistantData): ShownSteps {
  const finder = FINDERS[intent]
  if (!finder) return { cases: 0, steps: [] }
  const games = scopeOf(slots, data)
  const find = finder.find(slots, value)
  const newest = games.flatMap((game) => newestOf(game, find))
  newest.sort((a, b) => b.day - a.day)
  return {
    cases: finder.total(value, games, find),
    steps: newest
      .slice(0, SEARCH_LIMITS.newestMatches)
      .map(({ draws, places }) => places.map(({ i, marked }) => ({ ...rowOf({ draws, i }, data), marked }))),
  }
}

/** The newest cases of a game, at most as many as are shown. */
function newestOf(game: GameScope, find: Find) {
  const { draws, at } = game
  const found: { draws: GameScope['draws']; places: Place[]; day: number }[] = []
  for (let order = at.length - 1; order >= 0 && found.length < SEARCH_LIMITS.newestMatches; order--)
    for (const places of find(game, order))
      found.push({ draws, places, day: draws.days[places[places.length - 1]!.i]! })
  return found
}

const then: Finder = {
  find: ({ numbers, ...slots }) => {
    const [first, second] = numbers!
    return (game, order) => {
      const i = game.at[order]!
      const next = comesIn(game.draws, i, first!) ? followingDraws(game, order, slots) : null
      const hit = next?.find((j) => comesIn(game.draws, j, second!))
      if (hit === undefined) return []
      return [
        [
          { i, marked: searchRows(first!) },
          { i: hit, marked: searchRows(second!) },
        ],
      ]
    }
  },
  total: (value) => (value as Values['then']).times,
}

/** The draws with the number that a listed number followed. */
const followers: Finder = {
  find: ({ numbers, ...slots }, value) => {
    const [first] = numbers!
    const listed = (value as Values['followers']).map(({ number }) => number)
    return (game, order) => {
      const i = game.at[order]!
      const next = comesIn(game.draws, i, first!) ? followingDraws(game, order, slots) : null
      const hits = (next ?? []).flatMap((j): Place[] => {
        const came = listed.filter((number) => comesIn(game.draws, j, { number }))
        return came.length > 0 ? [{ i: j, marked: came.flatMap((number) => searchRows({ number })) }] : []
      })
      return hits.length > 0 ? [[{ i, marked: searchRows(first!) }, ...hits]] : []
    }
  },
  total: (_, games, find) => {
    let total = 0
    for (const game of games)
      for (let order = 0; order < game.at.length; order++) total += find(game, order).length
    return total
  },
}

const chartHit: Finder = {
  find: ({ numbers, relations, ...slots }) => {
    const asked = numbers?.[0]?.number ?? null
    const relatives = CLASSIFICATION.map((row) => ballOf(row[relations![0]!]))
    return (game, order) => {
      const i = game.at[order]!
      const next = followingDraws(game, order, slots)
      const cases: Place[][] = []
      if (!next) return cases
      eachBall(game.draws, i, {}, (ball) => {
        const relative = relatives[ball - 1]!
        if ((asked !== null && ball !== asked) || relative === null || relative === ball) return
        const hit = next.find((j) => comesIn(game.draws, j, { number: relative }))
        if (hit === undefined) return
        cases.push([
          { i, marked: searchRows({ number: ball }) },
          { i: hit, marked: searchRows({ number: relative }) },
        ])
      })
      return cases
    }
  },
  total: (value) => (value as Values['chart-hit']).hits,
}

interface Finder {
  find: (slots: Slots, value: unknown) => Find
  total: (value: unknown, games: readonly GameScope[], find: Find) => number
}

const FINDERS: Partial<Record<Intent, Finder>> = {
  // oxlint-disable-next-line unicorn/no-thenable -- the name of an intent; the table is never awaited
  then,
  followers,
  'chart-hit': chartHit,
}
