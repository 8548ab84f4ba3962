import type { History } from '../../draws/history.ts'
import { capitalised, WEEKDAYS } from '../../base/calendar.ts'
import { numberPath } from '../../site/paths.ts'
import { askedOf, recordOf } from '../intents/all.ts'
import { labLink } from './lab-link.ts'
import { linksInstead } from '../parts/links.ts'
import { refusalText } from './refusal-texts.ts'
import type { ShownDraws, ShownSteps } from '../parts/rows.ts'
import {
  type AssistantAnswer,
  type AssistantData,
  type Fact,
  type Line,
  type Link,
  type Query,
  SHORT_WEEKDAYS,
} from '../read/types.ts'
import { listed } from '../parts/words.ts'
import { itemAt } from '../../base/lists.ts'

/** An answer as the screen shows it. */
interface Shown extends ShownDraws, ShownSteps {
  /** Why there is no answer; empty with one. */
  refusal: string
  /** A large ball beside the figure. */
  ball: Line['ball']
  /** The main figure in words; empty without an answer. */
  figure: string
  luck: Line['luck']
  /** Named figures. */
  facts: Fact[]
  lines: Line[]
  notes: string[]
  links: Link[]
}

const NOTHING = {
  ball: null,
  figure: '',
  luck: null,
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
  const record = recordOf(query)
  const asked = askedOf(query, data)
  const said = record.say(value, asked)
  const never = neverHolds(query, data)
  return {
    ...NOTHING,
    ...said,
    ...(never && { notes: [never, ...(said.notes ?? [])] }),
    ...record.rows?.(value, asked),
    ...record.cases?.(value, asked),
    refusal: '',
    links: linksOf(query, opensLab ? data.history : null),
  }
}

/** Says that no game of a question plays on its weekday; null where one does. Draws that were moved there still count. */
function neverHolds(
  { intent, slots: { games: keys, weekday } }: Query,
  { games }: AssistantData,
): string | null {
  if (!keys || !weekday || intent === 'schedule') return null
  const named = games.filter(({ key }) => keys.includes(key))
  const day = SHORT_WEEKDAYS.indexOf(weekday)
  if (named.some(({ slots }) => slots.some((slot) => slot.weekday === WEEKDAYS[day]))) return null
  const names = listed(
    named.map(({ name }) => name),
    'and',
  )
  return `${names} ${named.length > 1 ? 'do' : 'does'} not play on ${capitalised(itemAt(WEEKDAYS, day))}s. Only draws that were moved to that day count.`
}

const MOST_NUMBERS = 3

/** Where a player can read on after an answer. @param history null if the player's plan does not open the lab */
function linksOf(query: Query, history: History | null): Link[] {
  const { slots } = query
  const record = recordOf(query)
  const numbers = [...new Set((slots.numbers ?? []).map(({ number }) => number))].slice(0, MOST_NUMBERS)
  const own = [history && labLink(query, history), record.screen?.(slots)]
  return [
    ...own.flatMap((link) => link ?? []),
    ...numbers.map((number) => ({ path: numberPath(number), text: `All about ${number}` })),
    ...(record.links ?? []),
  ]
}
