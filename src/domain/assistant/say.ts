import type { DrawType } from '../positions.ts'
import { SAY_BETS } from './say-bets.ts'
import { SAY_DRAWS } from './say-draws.ts'
import { SAY_LISTS } from './say-lists.ts'
import { SAY_NUMBERS } from './say-numbers.ts'
import type { Fact } from './luck.ts'
import type { AssistantData, Intent, Query, Slots } from './types.ts'
import type { Values } from './values.ts'

/** A line of an answer's list. */
export interface Line {
  /** A ball before the name, which is then its number. */
  ball: { number: number; type: DrawType } | null
  name: string
  value: string
  note: string
}

/** The value of an answer in words. */
export interface Said {
  /** A large ball beside the figure. */
  ball?: Line['ball']
  /** The main figure. */
  figure: string
  facts?: Fact[]
  lines?: Line[]
  /** Further sentences. */
  notes?: string[]
}

type Say<I extends Intent> = (value: Values[I], slots: Slots, data: AssistantData) => Said
/** The words of several kinds of questions. */
export type SayTable<Some extends Intent> = { readonly [I in Some]: Say<I> }

const SAY: SayTable<Intent> = { ...SAY_NUMBERS, ...SAY_LISTS, ...SAY_DRAWS, ...SAY_BETS }

/** The value of a query in words: the figure first, then what luck alone gives. */
export function say({ intent, slots }: Query, value: unknown, data: AssistantData): Said {
  return (SAY[intent] as Say<Intent>)(value as never, slots, data)
}
