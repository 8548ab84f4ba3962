import { itemAt } from '../../../platform/rules/base/lists.ts'
import { GAME_ALIASES } from '../../../draws/rules/game-names.ts'
import type { Game } from '../../../draws/rules/games.ts'
import { OPERATORS } from '../../../draws/rules/operators.ts'

/** A word, number or sign of a question, in lower case. */
export interface Token {
  kind:
    | 'word'
    | 'number'
    /** `1st`. */
    | 'ordinal'
    /** `28/6/2025` or `2025-06-28`. */
    | 'date'
    /** `₦50`, `1k`, `1,000`: never a ball. */
    | 'money'
    /** `45.5`, `-5`: a number that is never a ball. */
    | 'odd-number'
    /** A name of the games' table; see `names.ts`. */
    | 'name'
    | 'sign'
  text: string
  /** As typed, for messages. */
  raw: string
  value: number
  /** Whether a comma, colon or full stop precedes it. Phrases do not run across a stop. */
  stop: boolean
  /** Whether another word was typed, which resembles this one. */
  isGuess?: boolean
}

/** Some tokens as typed. */
export const rawOf = (tokens: readonly Token[]) => tokens.map(({ raw }) => raw).join(' ')

const FORMS = [
  ['word', '(?:2day|2mrw|2moro|2morrow|2nite|2night|2geda|2gether|2getha|2geder|4rm|b4)\\b'],
  ['date', '\\d{4}-\\d{1,2}-\\d{1,2}(?!\\d)'],
  ['date', '\\d{1,2}([/.-])\\d{1,2}\\1\\d{4}(?!\\d)'],
  ['date', '\\d{1,2}([/.])\\d{1,2}\\2\\d{2}(?!\\d)'],
  // "80s": a range of numbers, never the number 80.
  ['sign', "[1-9]0'?s\\b"],
  ['money', '(?:₦|\\bngn|\\bn)\\s?\\d[\\d,]*(?:\\.\\d+)?(?:k\\b)?'],
  ['money', '\\d+(?:\\.\\d+)?k\\b'],
  ['money', '\\d{1,3}(?:,\\d{3})+(?![\\d,])'],
  ['odd-number', '\\d+\\.\\d+|\\d+%|\\d{1,2}:\\d{2}'],
  ['ordinal', '\\d+(?:st|nd|rd|th)\\b'],
  ['number', '\\d+'],
  ['word', 'o6\\b|[a-z]+'],
  ['stop', '[,:;.!?]'],
  ['sign', '[^\\s]'],
] as const

const TOKEN = new RegExp(FORMS.map(([, form]) => `(?:${form})`).join('|'), 'gu')
const WHOLE = FORMS.map(
  ([kind, form]) => [kind, new RegExp(`^(?:${form.replace(/\\2/g, '\\1')})$`, 'u')] as const,
)

/** Signs that are written for a word. */
const SIGN_WORDS: Readonly<Record<string, string>> = {
  '+': 'and',
  '&': 'and',
  '@': 'at',
  '/': 'slash',
  '-': 'dash',
  '=': 'is',
}

/** Signs that carry no meaning. */
const SILENT = /["'()[\]*_~…<>|]|\p{Extended_Pictographic}|\u200d|\ufe0f/u

/** Letters beyond English: the text is in another language. */
export const isForeign = (text: string): boolean => /[^a-z]/.test(plainText(text).replace(/\P{L}/gu, ''))

/** Typographic signs in their plain form, lower case. */
function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/\bwon't\b/g, 'will not')
    .replace(/n't\b/g, ' not')
    .replace(/'ll\b/g, ' will')
    .replace(/\b(what|when|which|who|it|that|how|where)'s\b/g, '$1 is')
    .replace(/(?<=[a-z])'[a-z]+/g, '')
    .replace(/[“”]/g, '"')
    .replace(/[‐-―−]/g, '-')
    .replace(/([1-9]|\d{3})'?s\b/g, '$1')
    .replace(/(?:\b2k|(?<=^|\s)')(2\d)\b/g, '20$1')
    .replace(/(^|[a-z]\s+)-(?=\d)/g, '$1minus ')
}

/** The tokens of a question. Contractions are split: "didn't" is `did not`. */
export function tokensOf(question: string): Token[] {
  const tokens: Token[] = []
  let stop = false
  for (const [text] of inDigits(plainText(question)).matchAll(TOKEN)) {
    const kind = WHOLE.find(([, form]) => form.test(text))?.[0] ?? 'sign'
    if (kind === 'stop' || (kind === 'sign' && SILENT.test(text))) {
      if (kind === 'stop') stop = true
      continue
    }
    for (const part of parts(text, kind, tokens[tokens.length - 1])) {
      tokens.push({ value: numberIn(part), ...part, raw: part.text, stop })
      stop = false
    }
  }
  return tokens
}

type Part = Pick<Token, 'kind' | 'text'>

function parts(text: string, kind: Token['kind'], before: Token | undefined): Part[] {
  // "7 n 70" joins two numbers; "at n 70" is an amount.
  const joined = kind === 'money' && before?.kind === 'number' && /^n\s(\d{1,2})$/.exec(text)?.[1]
  if (joined)
    return [
      { kind: 'word', text: 'and' },
      { kind: 'number', text: joined },
    ]
  const word = kind === 'sign' && SIGN_WORDS[text]
  return [word ? { kind: 'word', text: word } : { kind, text }]
}

function numberIn({ kind, text }: Part): number {
  if (kind === 'word' || kind === 'sign' || kind === 'date') return NaN
  const digits = Number(text.replace(/[^\d.]/g, ''))
  return kind === 'money' && text.endsWith('k') ? digits * 1000 : digits
}

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const TEN = new RegExp(`\\b(${TENS.join('|')})(?:[ -](${UNITS.slice(1, 10).join('|')}))?\\b`, 'g')
const UNIT = new RegExp(`\\b(?:${UNITS.join('|')})\\b`, 'g')

/** A text with its numbers in digits: "ninety", "twenty-two", "two thousand". */
export const inDigits = (text: string): string =>
  text
    .replace(/\bfourty\b/g, 'forty')
    .replace(TEN, (_, ten: string, unit = 'zero') =>
      String(10 * (TENS.indexOf(ten) + 2) + UNITS.indexOf(unit)),
    )
    .replace(UNIT, (unit) => String(UNITS.indexOf(unit)))
    .replace(
      /\b(?:(\d{1,3}) )?(hundred|thousand)\b/g,
      (_, count = '1', size) => `${count}${size === 'hundred' ? '00' : '000'}`,
    )

export const ORDINALS: readonly string[] =
  'first second third fourth forth fifth sixth seventh eighth ninth tenth'.split(' ')

/**
 * What a name refers to: `game:KEY`, `operator:NAME`, `zero-six:` for 06, which is a game and a number.
 */
type Target = string

/** Spellings of players besides the keys, names and aliases of the games. */
const SPELLINGS = byName({
  peoples: 'people s',
  inter: 'intl, inter national',
  clubmaster: 'club masters',
  msp: 'monday msp, mon special, monday special msp',
  lucky_G: 'luckyg, lky, lucky tue, lucky tues, lucky g lucky tuesday',
  midweek: 'mid',
  fortune: 'ftn, fortune thursday',
  bonanza: 'bnz, fri bonanza',
  national: 'nat, weekly national',
  aseda: 'asheda, sun aseda, sunday asheda',
})

const OPERATOR_NAMES = byName({
  [OPERATORS.ghana]: 'ghana, ghanaian, gh, nla, ghana nla, nla ghana, ghana lotto',
  [OPERATORS.premier]:
    'premier lotto, premier loto, premier games, premier game, premier draws, baba ijebu, baba ijebu lotto, ijebu, nigeria, nigerian',
})

/** The other names of each key, separated by commas, as keys by name. */
function byName(names: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([key, list]) => list.split(', ').map((name) => [name, key])),
  )
}

/** Names by their words. */
export interface Names {
  targets: ReadonlyMap<string, Target>
  /** Every word of every name, for the correction of misspellings. */
  words: readonly string[]
  longest: number
}

const spoken = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** The names of the games that players see, of their operators, and of games that are not among them. */
export function namesOf(games: readonly Pick<Game, 'key' | 'name' | 'operator'>[]): Names {
  const targets = new Map<string, Target>()
  for (const [name, operator] of Object.entries(OPERATOR_NAMES)) targets.set(name, `operator:${operator}`)
  const known = new Set(games.map(({ key }) => key))
  const add = (name: string, key: string) => {
    if (!known.has(key) || spoken(name) === '') return
    targets.set(spoken(name), `game:${key}`)
    targets.set(spoken(name).replace(/ /g, ''), `game:${key}`)
  }
  for (const { key, name, operator } of games) {
    for (const part of [key, name, ...name.split(/[()]/)]) add(part, key)
    if (operator === OPERATORS.premier) add(`premier ${name}`, key)
  }
  for (const [name, key] of Object.entries({ ...GAME_ALIASES, ...SPELLINGS })) add(name, key)
  if (known.has('06')) {
    targets.set('06', 'zero-six:')
    for (const name of ['game 06', 'game o6']) targets.set(name, 'game:06')
  }
  const words = [...new Set([...targets.keys()].flatMap((name) => name.split(' ')))]
  return {
    targets,
    words: words.filter((word) => /^[a-z]{3,}$/.test(word)),
    longest: Math.max(...[...targets.keys()].map((name) => name.split(' ').length)),
  }
}

/** Joins the words of names to one token each. A day in front of its own game, "Sunday Aseda", is part of the name. */
export function joinNames(tokens: readonly Token[], { targets, longest }: Names): Token[] {
  const joined: Token[] = []
  for (let i = 0; i < tokens.length;) {
    const found = nameAt(tokens, i, targets, longest)
    if (found) {
      const raw = rawOf(tokens.slice(i, i + found.length))
      joined.push({ ...itemAt(tokens, i), kind: 'name', text: found.target, raw })
    } else joined.push(itemAt(tokens, i))
    i += found?.length ?? 1
  }
  return joined
}

function nameAt(tokens: readonly Token[], at: number, targets: Names['targets'], longest: number) {
  for (let length = longest; length > 0; length--) {
    const part = tokens.slice(at, at + length)
    if (
      part.length < length ||
      part.some(({ stop, kind }, i) => (i > 0 && stop) || !(kind === 'word' || kind === 'number'))
    )
      continue
    const name = part
      .map(({ text }) => text)
      .filter((text) => text !== 'dash')
      .join(' ')
    const target = targets.get(name)
    if (!target || itemAt(part, 0).text === 'dash' || itemAt(part, length - 1).text === 'dash') continue
    return { target, length }
  }
  return null
}
