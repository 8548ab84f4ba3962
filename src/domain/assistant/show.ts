import type { AssistantAnswer, AssistantData } from './types.ts'
import { linksInstead, linksOf, type Link } from './links.ts'
import { refusalText } from './refusal-texts.ts'
import { type Line, say } from './say.ts'
import { drawsShown, type ShownDraws } from './show-draws.ts'
import { type ShownSteps, stepsShown } from './show-steps.ts'
import type { Fact } from './luck.ts'

/** An answer as the screen shows it. */
export interface Shown extends ShownDraws, ShownSteps {
  /** Why there is no answer; empty with one. */
  refusal: string
  /** A large ball beside the figure. */
  ball: Line['ball']
  /** The main figure in words; empty without an answer. */
  figure: string
  /** Named figures: what luck alone gives, and others. */
  facts: Fact[]
  lines: Line[]
  notes: string[]
  links: Link[]
}

const NOTHING = {
  ball: null,
  figure: '',
  facts: [],
  lines: [],
  notes: [],
  marked: [],
  total: 0,
  draws: [],
  cases: 0,
  steps: [],
}

/** The words, draws and links of an answer. @param opensLab whether the player's plan opens the statistics lab */
export function show(answer: AssistantAnswer, data: AssistantData, opensLab = false): Shown {
  const { query, value, reason } = answer
  if (!query) return { ...NOTHING, refusal: refusalText(answer), links: reason ? linksInstead(reason) : [] }
  const said = say(query, value, data)
  return {
    ...NOTHING,
    ...said,
    ...drawsShown(query, value, data),
    ...stepsShown(query, value, data),
    refusal: '',
    links: linksOf(query, opensLab ? data.history : null),
  }
}
