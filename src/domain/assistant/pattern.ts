import type { Token } from './tokens.ts'

/**
 * A small language for phrases: words, `a|b` for either word, `@name` for a class of words, `$n` for a number, `$ord` for
 * an ordinal, `$game` for a game, and `?` behind an element that may be left out.
 */
export interface Pattern {
  elements: readonly Element[]
}

interface Element {
  words: ReadonlySet<string>
  capture: 'n' | 'ord' | 'game' | null
  optional: boolean
}

export interface Match {
  length: number
  captures: Token[]
}

export type WordClasses = Readonly<Record<string, readonly string[]>>

export function compilePattern(text: string, classes: WordClasses): Pattern {
  const elements = text
    .trim()
    .split(/\s+/)
    .map((part): Element => {
      const optional = part.endsWith('?')
      const body = optional ? part.slice(0, -1) : part
      const capture = body.startsWith('$') ? (body.slice(1) as Element['capture']) : null
      const words = capture
        ? []
        : body.split('|').flatMap((word) => (word.startsWith('@') ? classes[word.slice(1)]! : [word]))
      return { words: new Set(words), capture, optional }
    })
  return { elements }
}

/** The words that a pattern names. */
export function wordsOf({ elements }: Pattern): string[] {
  return elements.flatMap(({ words }) => [...words])
}

/** The words that a pattern may begin with; `$` for a number or a game. */
export function startsOf({ elements }: Pattern): string[] {
  const first = elements.findIndex(({ optional }) => !optional)
  const starts = elements.slice(0, first < 0 ? elements.length : first + 1)
  return [...new Set(starts.flatMap(({ words, capture }) => (capture ? ['$'] : [...words])))]
}

const CAPTURED: Record<'n' | 'ord' | 'game', (token: Token) => boolean> = {
  n: ({ kind }) => kind === 'number',
  ord: ({ kind }) => kind === 'ordinal',
  game: ({ kind, text }) => kind === 'name' && /^(?:game|zero-six):/.test(text),
}

function fits({ words, capture }: Element, token: Token): boolean {
  return capture ? CAPTURED[capture](token) : token.kind !== 'name' && words.has(token.text)
}

/** The longest match of a pattern that begins at a token. */
export function matchAt({ elements }: Pattern, tokens: readonly Token[], at: number): Match | null {
  const match = (element: number, i: number, captures: Token[]): Match | null => {
    const wanted = elements[element]
    if (!wanted) return i > at ? { length: i - at, captures } : null
    const token = tokens[i]
    const isHere = token !== undefined && (i === at || !token.stop) && fits(wanted, token)
    const taken = isHere ? match(element + 1, i + 1, wanted.capture ? [...captures, token] : captures) : null
    return taken ?? (wanted.optional ? match(element + 1, i, captures) : null)
  }
  return match(0, at, [])
}
