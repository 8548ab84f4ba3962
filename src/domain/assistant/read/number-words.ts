import { rawOf, type Token } from './tokens.ts'
import { itemAt } from '../../base/lists.ts'

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const MULTIPLES = new Map(Object.entries({ hundred: 100, thousand: 1000 }))

export const ORDINALS: ReadonlyMap<string, number> = new Map(
  Object.entries({ first: 1, second: 2, third: 3, fourth: 4, forth: 4, fifth: 5 }),
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
