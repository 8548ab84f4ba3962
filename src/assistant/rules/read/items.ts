import type { LagosDate, Weekday } from '../../../platform/rules/base/calendar.ts'
import { DRAW_LIMITS, type Box } from '../../../platform/rules/base/balls.ts'
import type { Relation, SetType, BetKey } from './types.ts'
import type { ReadPeriod } from './days.ts'
import { periodAt, weekdayWord } from './periods.ts'
import { withCorrections, DECLINED_WORDS } from './spelling.ts'
import { FILLERS, type Lexicon, matchAt, REQUESTS, type Mark } from './lexicon.ts'
import { rawOf, type Token, tokensOf, joinNumberWords, ORDINALS, joinNames } from './tokens.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'

interface Found {
  parts: readonly Part[]
  length: number
}

const DECLINED = new Set(DECLINED_WORDS)

/** The tokens of a question with corrected words, joined number words and joined names. */
const readTokens = (question: string, { vocabulary, names }: Lexicon): Token[] =>
  joinNames(joinNumberWords(withCorrections(tokensOf(question), vocabulary)), names)

/** The parts of a question from left to right. At each place the longest phrase counts. */
export function readItems(question: string, lexicon: Lexicon, today: LagosDate): Item[] {
  const tokens = readTokens(question, lexicon)
  const items: Item[] = []
  for (let at = 0; at < tokens.length;) {
    const { parts, length } = partsAt(tokens, at, lexicon, today)
    const place = {
      at,
      length,
      raw: rawOf(tokens.slice(at, at + length)),
      before: tokens[at - 1]?.text ?? '',
      after: tokens[at + length]?.text ?? '',
      stop: itemAt(tokens, at).stop,
    }
    for (const part of parts) items.push({ ...part, ...place })
    at += length
  }
  return items
}

function partsAt(tokens: readonly Token[], at: number, lexicon: Lexicon, today: LagosDate): Found {
  // "Play 45 for me" asks to place a bet.
  if (at === 0 && itemAt(tokens, 0).text === 'play')
    return { parts: [{ is: 'mark', mark: 'STAKE' }], length: 1 }
  // "No. 45", "no 45": a number, not a denial.
  if (itemAt(tokens, at).text === 'no' && tokens[at + 1]?.kind === 'number')
    return { parts: [{ is: 'filler' }], length: 1 }
  if (isPronoun(tokens, at)) return { parts: [{ is: 'unusable' }], length: 1 }
  const rank = rankAt(tokens, at)
  if (rank) return { parts: [{ is: 'rank', n: rank }], length: 1 }
  if (isRequest(tokens, at)) return { parts: [{ is: 'filler' }], length: 1 }
  const period = periodFound(tokens, at, today)
  const phrase = phraseAt(tokens, at, lexicon)
  if (period && (!phrase || period.length >= phrase.length)) return period
  return phrase ?? { parts: [single(tokens, at)], length: 1 }
}

/** "The other one" is no number 1. */
const isPronoun = (tokens: readonly Token[], at: number) =>
  itemAt(tokens, at).text === 'one' &&
  /^(?:the|that|this|another|other|no|any)$/.test(tokens[at - 1]?.text ?? '') &&
  !/^(?:number|ball|game|direct|banker|draw|nap|single|digit)$/.test(tokens[at + 1]?.text ?? '')

const RANKED =
  /^(?:most|hot|hottest|least|cold|coldest|fewest|rare|rarest|overdue|frequent|common|commonest|popular|highest|lowest|longest|sleeping|due)$/

/** "Second hottest" is a place of a list, and not a box; 0 without one. */
function rankAt(tokens: readonly Token[], at: number): number {
  const { kind, text, value } = itemAt(tokens, at)
  const isRank = RANKED.test(tokens[at + 1]?.text ?? '') && !itemAt(tokens, at + 1).stop
  const rank = kind === 'ordinal' ? value : kind === 'word' ? (ORDINALS.get(text) ?? 0) : 0
  return isRank && rank <= MOST_RANK ? rank : 0
}

const MOST_RANK = 20

/** "Show" at the beginning asks for something; elsewhere it means that a number comes. */
const isRequest = (tokens: readonly Token[], at: number): boolean =>
  REQUESTS.has(itemAt(tokens, at).text) && tokens.slice(0, at).every(({ text }) => FILLERS.has(text))

function periodFound(tokens: readonly Token[], at: number, today: LagosDate): Found | null {
  const found = periodAt(tokens, at, today)
  return found && { parts: [{ is: 'period', period: found.period }], length: found.length }
}

function phraseAt(tokens: readonly Token[], at: number, { phrases }: Lexicon): Found | null {
  const { text, kind } = itemAt(tokens, at)
  const mayBegin = [...(phrases.get(text) ?? []), ...(kind === 'word' ? [] : (phrases.get('$') ?? []))]
  let best: (Found & { order: number }) | null = null
  for (const { pattern, read, order } of mayBegin) {
    const match = matchAt(pattern, tokens, at)
    if (
      !match ||
      (best && (match.length < best.length || (match.length === best.length && order > best.order)))
    )
      continue
    const number = match.captures.find((token) => token.kind !== 'name')?.value ?? Number.NaN
    const games = match.captures.filter((token) => token.kind === 'name').map((token) => gameOf(token.text))
    const parts = read(number, games)
    if (parts) best = { parts, length: match.length, order }
  }
  return best
}

/** Inside a phrase for games, such as "last 06 result", 06 is the game. */
const gameOf = (target: string) => (target === 'zero-six:' ? '06' : target.slice('game:'.length))

/** The meaning of one token that begins no phrase. */
function single(tokens: readonly Token[], at: number): Part {
  const token = itemAt(tokens, at)
  if (token.kind === 'name') return nameOf(token.text)
  if (token.kind === 'money') return { is: 'stake', n: token.value }
  if (token.kind === 'odd-number') return { is: 'no-ball', value: token.value }
  if (token.kind === 'number') return numberOf(token, tokens[at - 1])
  if (token.kind !== 'word') return { is: 'unknown' }
  const day = weekdayWord(token)
  if (day) return { is: 'weekday', day }
  if (DECLINED.has(token.text)) return { is: 'unknown' }
  if (token.text === 'every' && weekdayWord(tokens[at + 1])) return { is: 'filler' }
  return FILLERS.has(token.text) || token.text === 'naira' || token.text === 'or'
    ? { is: 'filler' }
    : { is: 'unknown' }
}

function numberOf({ value, text }: Token, before: Token | undefined): Part {
  const isBall =
    value >= 1 && value <= DRAW_LIMITS.highestBall && text.length <= 2 + (Number.isNaN(Number(text)) ? 99 : 0)
  if (!isBall) return { is: 'no-ball', value }
  return { is: 'number', value, named: /^(?:number|no|num|ball|numbers)$/.test(before?.text ?? '') }
}

function nameOf(target: string): Part {
  const at = target.indexOf(':')
  const name = target.slice(at + 1)
  switch (target.slice(0, at)) {
    case 'game':
      return { is: 'game', key: name }
    case 'operator':
      return { is: 'operator', name }
    case 'zero-six':
      return { is: 'zero-six' }
    case 'doubt':
      return { is: 'doubt', keys: name.split(',') }
    default:
      return { is: 'stranger' }
  }
}

/** A part of a question with its meaning. */
export type Part =
  | { is: 'mark'; mark: Mark }
  | { is: 'number'; value: number; named: boolean }
  /** A number that is no ball: `45.5`, `0`, `95`, `500`. */
  | { is: 'no-ball'; value: number }
  | { is: 'game'; key: string }
  /** `06`: a game or the number 6. */
  | { is: 'zero-six' }
  | { is: 'operator'; name: string }
  | { is: 'all-games' }
  | { is: 'doubt'; keys: readonly string[] }
  | { is: 'stranger' }
  | { is: 'weekday'; day: Weekday }
  | { is: 'period'; period: ReadPeriod }
  | { is: 'last-draws'; n: number }
  | { is: 'event'; n: number }
  | { is: 'same-event' }
  | { is: 'box'; box: Box }
  | { is: 'any-box' }
  | { is: 'type'; type: SetType }
  | { is: 'relations'; keys: readonly Relation[] }
  | { is: 'within' | 'lag' | 'top' | 'rank' | 'skip' | 'digit' | 'stake' | 'quantity'; n: number }
  | { is: 'bet'; bet: BetKey }
  /** A phrase that is understood and that no question can use: "3 times", "two banker". */
  | { is: 'unusable' }
  | { is: 'filler' }
  | { is: 'unknown' }

/** A part with its place among the tokens. */
export type Item = Part & {
  at: number
  length: number
  raw: string
  /** The word in front, and the word behind. */
  before: string
  after: string
  /** Whether a comma or another stop precedes it. */
  stop: boolean
}

/** "Bonanza" is a game and a column of the chart; "06" is a game and the number 6. */

const asColumn = (item: Item): Item => ({ ...item, is: 'relations', keys: ['bonanza'] })

const OWNERS = /^(?:its|their|e|his|it|bring|brings|brought|whose|own)$/
/** Words behind the game and not behind the column. */
const GAME_THINGS = /^(?:draw|draws|game|games|result|results|event|ev|numbers|winning|machine)$/
const SCOPES = /^(?:in|for|from|at|of|inside|on)$/

/** Reads "Bonanza of 12", "its bonanza" and "the bonanza" as the column. */
export function resolveBonanza(items: readonly Item[], isAboutChart: boolean): Item[] {
  const others = items.filter((item) => item.is === 'operator' || item.is === 'game').length - 1
  const asksForStep = items.some((item) => item.is === 'mark' && STEPS.has(item.mark))
  const lacksColumn = !items.some(({ is }) => is === 'relations')
  const isSubject = lacksColumn && asksForStep && (others > 0 || !items.some(({ is }) => is === 'number'))
  return items.map((item, i) => {
    if (item.is !== 'game' || item.key !== 'bonanza') return item
    const isScope =
      SCOPES.test(item.before) || (item.before === 'the' && SCOPES.test(items[i - 2]?.raw ?? ''))
    if (isScope || GAME_THINGS.test(item.after)) return item
    const isOwned =
      OWNERS.test(item.before) || (item.before === 'the' && (isAboutChart || lacksGameVerb(items)))
    const isOfNumber = /^(?:of|for)$/.test(item.after) && isNumberAhead(items, i + 1)
    return isOwned || isOfNumber || isSubject ? asColumn(item) : item
  })
}

const STEPS: ReadonlySet<Mark> = new Set<Mark>(['FOLLOW', 'BRING', 'NEXT_DRAW', 'CHART'])

/** "And the bonanza?" by itself names a column. */
const lacksGameVerb = (items: readonly Item[]) => items.every(({ is }) => is === 'filler' || is === 'game')

/** Whether a number follows, apart from small words. */
function isNumberAhead(items: readonly Item[], at: number): boolean {
  const next = items
    .slice(at)
    .find((item) => item.is !== 'filler' && !(item.is === 'mark' && item.mark === 'NUMBER'))
  return next?.is === 'number' || next?.is === 'zero-six'
}

type Meaning = 'game' | 'number'

/**
 * The meanings of `06`, the likelier first: a number behind "number" or beside another game, the game behind "game" or
 * "in" and wherever another number is named, else the number.
 */
export function meaningsOfZeroSix(items: readonly Item[]): Meaning[] {
  const at = items.findIndex(({ is }) => is === 'zero-six')
  const item = itemAt(items, at)
  if (items.filter(({ is }) => is === 'zero-six').length > 1) return []
  if (/^(?:number|no|num|ball|numbers)$/.test(item.before)) return ['number']
  if (item.before === 'game' || /^(?:game|games|result|results|draw|draws)$/.test(item.after)) return ['game']
  const joined = joinedTo(items, at)
  const isScope = /^(?:in|for|at|from)$/.test(item.before) && !items.some(({ is }) => is === 'relations')
  if (joined.includes('game') && (isScope || !joined.includes('number'))) return ['game']
  if (items.some(({ is }) => is === 'game')) return ['number']
  if (joined.includes('number')) return []
  if (isScope || items.some(({ is }) => is === 'number')) return ['game']
  const asksForResult = items.some((other) => other.is === 'mark' && other.mark === 'RESULT')
  return asksForResult ? ['game', 'number'] : ['number', 'game']
}

const JOINTS = /^(?:and|or|dash|slash|vs|versus)$/

/** What "and" or "or" joins an item to, on either side. */
function joinedTo(items: readonly Item[], at: number): Item['is'][] {
  const item = itemAt(items, at)
  const behind = JOINTS.test(item.after) ? items[at + 2] : undefined
  const front = JOINTS.test(item.before) ? items[at - 2] : item.stop ? items[at - 1] : undefined
  return [front, behind].flatMap((other) => (other ? [other.is] : []))
}

export function resolveZeroSix(items: readonly Item[], meaning: Meaning): Item[] {
  return items.map((item) => {
    if (item.is !== 'zero-six') return item
    return meaning === 'game'
      ? { ...item, is: 'game', key: '06' }
      : { ...item, is: 'number', value: 6, named: true }
  })
}
