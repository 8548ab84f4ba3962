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
