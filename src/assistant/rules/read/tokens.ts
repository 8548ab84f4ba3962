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
  ['odd-number', '\\d+\\.\\d+|\\d+%'],
  ['ordinal', '\\d+(?:st|nd|rd|th)\\b'],
  ['number', '\\d+'],
  ['word', "o6\\b|[a-z]+(?:'[a-z]+)?"],
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
  for (const [text] of plainText(question).matchAll(TOKEN)) {
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
  if (kind === 'sign') return [{ kind: SIGN_WORDS[text] ? 'word' : 'sign', text: SIGN_WORDS[text] ?? text }]
  if (kind !== 'word') return [{ kind, text }]
  const words = text.split("'")
  const [word, suffix] = words as [string, string | undefined]
  const list = (...all: string[]) => all.map((part): Part => ({ kind: 'word', text: part }))
  if (suffix === undefined) return list(word)
  if (suffix === 't') return word === 'won' ? list('will', 'not') : list(word.replace(/n$/, ''), 'not')
  if (suffix === 'll') return list(word, 'will')
  return /^(?:what|when|which|who|it|that|how|where)$/.test(word) && suffix === 's'
    ? list(word, 'is')
    : list(word)
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
const MULTIPLES = new Map(Object.entries({ hundred: 100, thousand: 1000 }))

export const ORDINALS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    first: 1,
    second: 2,
    third: 3,
    fourth: 4,
    forth: 4,
    fifth: 5,
    sixth: 6,
    seventh: 7,
    eighth: 8,
    ninth: 9,
    tenth: 10,
  }),
)

export const NUMBER_WORDS: readonly string[] = [...UNITS, ...TENS, ...MULTIPLES.keys(), 'fourty']

const unitOf = (token: Token | undefined) => (token?.kind === 'word' ? UNITS.indexOf(token.text) : -1)
const tenOf = (token: Token | undefined) =>
  token?.kind === 'word' ? TENS.indexOf(token.text === 'fourty' ? 'forty' : token.text) : -1

/** "twenty twenty four", "two thousand and twenty four": a year; its length is 0 without one. */
function spelledYear(tokens: readonly Token[], at: number): { value: number; length: number } {
  const words = (['twenty', 'two thousand and', 'two thousand'] as const).map((start) => start.split(' '))
  const start = words.find((list) => list.every((word, i) => tokens[at + i]?.text === word))
  const next = tokens[at + (start?.length ?? 0)]
  if (!start || !next || next.stop) return { value: 0, length: 0 }
  const digits = /^[1-3]\d$/.test(next.text) ? { value: next.value, length: 1 } : null
  const { value, length } = digits ?? belowHundred(tokens, at + start.length)
  return { value: 2000 + value, length: length > 0 && value >= 10 && value < 40 ? start.length + length : 0 }
}

/** "ninety" and "twenty-two" as numbers, "a hundred" and "two thousand" as amounts. */
export function joinNumberWords(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (let i = 0; i < tokens.length;) {
    const token = itemAt(tokens, i)
    const year = spelledYear(tokens, i)
    if (year.length > 0) {
      const raw = rawOf(tokens.slice(i, i + year.length))
      joined.push({ ...token, kind: 'number', text: String(year.value), raw, value: year.value })
      i += year.length
      continue
    }
    const { value, length } = belowHundred(tokens, i)
    const multiple = MULTIPLES.get(tokens[i + length]?.text ?? '')
    const isAmount = multiple !== undefined && (length > 0 || MULTIPLES.has(token.text))
    const taken = length + (isAmount ? 1 : 0)
    const raw = rawOf(tokens.slice(i, i + taken))
    if (isAmount)
      joined.push({ ...token, kind: 'money', text: raw, raw, value: (length > 0 ? value : 1) * multiple })
    else joined.push(length > 0 ? { ...token, kind: 'number', text: raw, raw, value } : token)
    i += Math.max(taken, 1)
  }
  return joined
}

/** A number below 100 that begins at a token; its length is 0 without one. Digits count only before a multiple. */
function belowHundred(tokens: readonly Token[], at: number): { value: number; length: number } {
  const token = itemAt(tokens, at)
  if (token.kind === 'number' && MULTIPLES.has(tokens[at + 1]?.text ?? ''))
    return { value: token.value, length: 1 }
  const ten = tenOf(token)
  if (ten < 0) {
    const unit = unitOf(token)
    return { value: unit, length: unit < 0 ? 0 : 1 }
  }
  const next = tokens[at + 1]?.text === 'dash' ? at + 2 : at + 1
  const unit = unitOf(tokens[next])
  const isPair = unit > 0 && unit < 10 && !itemAt(tokens, next).stop
  return { value: (ten + 2) * 10 + (isPair ? unit : 0), length: isPair ? next - at + 1 : 1 }
}

/**
 * What a name refers to: `game:KEY`, `operator:NAME`, `doubt:KEY,KEY` for a name with more than one reading, `stranger:`
 * for a game that is not among those of the product, `zero-six:` for 06, which is a game and a number.
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

/** Other lotteries that players ask for. None of them is among the 18 games. */
const STRANGERS = `tota, mark ii, mark 2, mark two, vag, enugu, fair chance, fairchance, royal, powerball, power ball, mega millions,
  mega million, euromillions, euro millions, uk lotto, uk 49, uk 49s, lunchtime, teatime, set lotto, setlotto, golden chance lotto, golden chance,
  green lotto, greenlotto, western lotto, wesco, easywin, daywa, noon rush, obiri, mega jackpot, euro jackpot, eurojackpot`

/** Names with more than one reading, and the games and operators that they may mean. */
const DOUBTS: Readonly<Record<string, readonly string[]>> = {
  lucky: ['lucky_G'],
  premier: ['king', OPERATORS.premier],
  special: ['msp'],
  'the special': ['msp'],
  club: ['clubmaster'],
  master: ['clubmaster'],
}

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
  for (const name of STRANGERS.split(',')) targets.set(spoken(name), 'stranger:')
  for (const [name, keys] of Object.entries(DOUBTS)) targets.set(name, `doubt:${keys.join(',')}`)
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

/** "lucky number" is no game. */
const NOT_A_NAME = new Map([
  ['lucky', /^(?:number|numbers|num|nums|day)$/],
  ['special', /^(?:number|numbers)$/],
])

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
    if (NOT_A_NAME.get(name)?.test(tokens[at + length]?.text ?? '')) continue
    return { target, length }
  }
  return null
}
