import type { Mark } from './marks.ts'
import type { Reading } from './reading.ts'

/** Words at the beginning of a follow-up. */
const FOLLOWS =
  /^\s*(?:and|an|nd|only|just|also|what about|how about|what of|then|plus|but|or|ok(?:ay)? and)\b/i
/** Words at the beginning of a whole question. */
const ASKS =
  /^(?:how|hw|what|wat|wetin|which|wich|when|wen|where|who|did|does|dos|do|has|have|is|are|was|were|will|can|show|tell|give|compare|between|if|in|for|please|pls|abeg|oya|number|frequency|count|after)$/i
const SCOPES = /^\s*(?:in|for|on|at|from|since|during|until|till|before|as|with)\b/i

/** Marks that ask nothing. */
const SILENT: ReadonlySet<Mark> = new Set<Mark>([
  'NUMBER',
  'NUMBERS',
  'GAMES',
  'HELD',
  'BOX_WORD',
  'DRAW',
  'NEXT',
  'FOLLOW_UP',
])

const asksNothing = ({ marks }: Reading) => [...marks].every((mark) => SILENT.has(mark))

/** Whether a question is only a follow-up: "and 45 in Bingo?", "what about Bingo yesterday?". */
export function isBareFollowUp(question: string, reading: Reading): boolean {
  return (FOLLOWS.test(question) || reading.marks.has('FOLLOW_UP')) && asksNothing(reading)
}

/**
 * Whether a question leans on the one before. `follows`: "and Metro?", "6 nko?", "when does it play?", "in the last 20
 * Gold draws", "top 5". `unclear`: words without a verb that are a question of their own too, "46 Gold". `none`: a whole
 * question.
 */
export function leaningOf(question: string, reading: Reading): 'follows' | 'unclear' | 'none' {
  const { numbers, games, operator, allGames, words, marks } = reading
  if (FOLLOWS.test(question) || marks.has('FOLLOW_UP')) return 'follows'
  const namesScope = games.length > 0 || operator !== undefined || allGames
  if (numbers.length === 0 && !namesScope && (words.has('it') || words.has('that'))) return 'follows'
  if (asksNothing(reading) && numbers.length === 0 && SCOPES.test(question)) return 'follows'
  if (!namesScope && !ASKS.test(question.trim().split(/\s+/)[0] ?? '')) return 'follows'
  return asksNothing(reading) ? 'unclear' : 'none'
}
