import type { SearchRow } from '../../number-search.ts'
import { SEARCH_LIMITS } from '../../search-limits.ts'
import type { LabView } from './intent.ts'
import { has, type Reading } from '../read/reading.ts'
import { type NamedRow, rowOf } from '../rows.ts'
import type { GameScope } from '../scope.ts'
import type { AssistantData, Slots } from '../types.ts'

/** Questions about draws that follow each other. */

/** The marks of a step from draw to draw. */
export const STEP_MARKS = 'AFTER FOLLOW FOLLOWED_BY NEXT_DRAW BRING THEN IF NEXT WHEN'

export const stepSlots = ({ within, lag }: Reading): Slots => ({
  ...(within !== undefined && { within }),
  ...(lag !== undefined && { lag }),
})

/** Whether a step is named twice, or "when" asks for a date; in "when 12 drops" it is a condition. */
export const isUnclearStep = (reading: Reading) =>
  (has(reading, 'WHEN') && !reading.numbers.some(({ before }) => before === 'when')) ||
  (reading.within !== undefined && reading.lag !== undefined)

export const stepWords = ({ within, lag }: Slots) =>
  lag !== undefined && lag > 1
    ? `exactly ${lag} draws later`
    : within !== undefined && within > 1
      ? `within ${within} draws`
      : 'in the next draw'

/**
 * The draws that follow draw number `order` of a scope: those of the next `within` draws, or only the one that is `lag`
 * draws later. Null if the last of them is not held yet.
 */
export function followingDraws({ at }: GameScope, order: number, { within, lag }: Slots): number[] | null {
  const steps = lag ?? within ?? 1
  if (order + steps >= at.length) return null
  return lag === undefined ? at.slice(order + 1, order + steps + 1) : [at[order + lag]!]
}

/** A draw of a case. */
interface StepDraw extends NamedRow {
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
export interface CaseDraw {
  i: number
  marked: SearchRow[]
}
/** The cases that begin with draw number `order` of a game. */
export type FindCases = (game: GameScope, order: number) => CaseDraw[][]

/** The newest cases. @param cases all that the answer counts */
export function newestCases(
  cases: number,
  find: FindCases,
  { scope, data }: { scope: readonly GameScope[]; data: AssistantData },
): ShownSteps {
  const newest = scope.flatMap((game) => newestOf(game, find))
  newest.sort((a, b) => b.day - a.day)
  return {
    cases,
    steps: newest
      .slice(0, SEARCH_LIMITS.newestMatches)
      .map(({ draws, places }) => places.map(({ i, marked }) => ({ ...rowOf({ draws, i }, data), marked }))),
  }
}

/** The newest cases of a game, at most as many as are shown. */
function newestOf(game: GameScope, find: FindCases) {
  const { draws, at } = game
  const found: { draws: GameScope['draws']; places: CaseDraw[]; day: number }[] = []
  for (let order = at.length - 1; order >= 0 && found.length < SEARCH_LIMITS.newestMatches; order--)
    for (const places of find(game, order))
      found.push({ draws, places, day: draws.days[places[places.length - 1]!.i]! })
  return found
}

/** The lab shows the draws one, two and three later, and those within three draws. */
export function followersInLab({ within = 1, lag }: Slots, number: number): LabView | null {
  const typed = { number: String(number) }
  const steps = lag ?? within
  if (lag === undefined && within !== 1) return steps === 3 ? { figure: 'followers', typed } : null
  return steps <= 3 ? { figure: 'followers', typed: { ...typed, lag: String(steps) } } : null
}
