import { type LagosDate } from '../calendar.ts'
import { DRAW_LIMITS } from '../draw-limits.ts'
import { DECLINED_WORDS } from './declined-words.ts'
import type { Item, Part } from './items.ts'
import type { Lexicon } from './lexicon.ts'
import { joinNames } from './names.ts'
import { joinNumberWords } from './number-words.ts'
import { matchAt } from './pattern.ts'
import { weekdayWord } from './period-words.ts'
import { periodAt } from './periods.ts'
import { withCorrections } from './spelling.ts'
import { type Token, tokensOf } from './tokens.ts'
import { FILLERS, REQUESTS } from './words-classes.ts'

interface Found {
  parts: readonly Part[]
  length: number
}

const DECLINED = new Set(DECLINED_WORDS)

/** The tokens of a question with corrected words, joined number words and joined names. */
export function readTokens(question: string, { vocabulary, names }: Lexicon): Token[] {
  return joinNames(joinNumberWords(withCorrections(tokensOf(question), vocabulary)), names)
}

/** The parts of a question from left to right. At each place the longest phrase counts. */
export function readItems(question: string, lexicon: Lexicon, today: LagosDate): Item[] {
  const tokens = readTokens(question, lexicon)
  const items: Item[] = []
  for (let at = 0; at < tokens.length;) {
    const { parts, length } = partsAt(tokens, at, lexicon, today)
    const place = {
      at,
      length,
      raw: tokens
        .slice(at, at + length)
        .map(({ raw }) => raw)
        .join(' '),
      before: tokens[at - 1]?.text ?? '',
      after: tokens[at + length]?.text ?? '',
      stop: tokens[at]!.stop,
    }
    for (const part of parts) items.push({ ...part, ...place })
    at += length
  }
  return items
}

function partsAt(tokens: readonly Token[], at: number, lexicon: Lexicon, today: LagosDate): Found {
  // "Play 45 for me" asks to place a bet.
  if (at === 0 && tokens[0]!.text === 'play') return { parts: [{ is: 'mark', mark: 'STAKE' }], length: 1 }
  // "No. 45", "no 45": a number, not a denial.
  if (tokens[at]!.text === 'no' && tokens[at + 1]?.kind === 'number')
    return { parts: [{ is: 'filler' }], length: 1 }
  if (isRequest(tokens, at)) return { parts: [{ is: 'filler' }], length: 1 }
  const period = periodFound(tokens, at, today)
  const phrase = phraseAt(tokens, at, lexicon)
  if (period && (!phrase || period.length >= phrase.length)) return period
  return phrase ?? { parts: [single(tokens, at)], length: 1 }
}

/** "Show" at the beginning asks for something; elsewhere it means that a number comes. */
function isRequest(tokens: readonly Token[], at: number): boolean {
  return REQUESTS.has(tokens[at]!.text) && tokens.slice(0, at).every(({ text }) => FILLERS.has(text))
}

function periodFound(tokens: readonly Token[], at: number, today: LagosDate): Found | null {
  const found = periodAt(tokens, at, today)
  return found && { parts: [{ is: 'period', period: found.period }], length: found.length }
}

function phraseAt(tokens: readonly Token[], at: number, { phrases }: Lexicon): Found | null {
  const { text, kind } = tokens[at]!
  const mayBegin = [...(phrases.get(text) ?? []), ...(kind === 'word' ? [] : (phrases.get('$') ?? []))]
  let best: (Found & { order: number }) | null = null
  for (const { pattern, read, order } of mayBegin) {
    const match = matchAt(pattern, tokens, at)
    if (
      !match ||
      (best && (match.length < best.length || (match.length === best.length && order > best.order)))
    )
      continue
    const numbers = match.captures.filter((token) => token.kind !== 'name').map(({ value }) => value)
    const games = match.captures.filter((token) => token.kind === 'name').map((token) => gameOf(token.text))
    const parts = read(numbers, games)
    if (parts) best = { parts, length: match.length, order }
  }
  return best
}

/** Inside a phrase for games, such as "last 06 result", 06 is the game. */
const gameOf = (target: string) => (target === 'zero-six:' ? '06' : target.slice('game:'.length))

/** The meaning of one token that begins no phrase. */
function single(tokens: readonly Token[], at: number): Part {
  const token = tokens[at]!
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
