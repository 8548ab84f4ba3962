import type { Game } from '../../draws/games.ts'
import { DECLINED_WORDS } from './ordinary-words.ts'
import type { Part } from './items.ts'
import { MARK_PATTERNS, type Mark } from './marks.ts'
import { type Names, namesOf } from './names.ts'
import { NUMBER_WORDS, ORDINALS } from './number-words.ts'
import { PERIOD_WORDS, SHORT_PERIOD_WORDS } from './period-words.ts'
import { SLOT_PHRASES, type SlotPhrase } from './phrases.ts'
import { type Vocabulary, vocabularyOf } from './spelling.ts'
import type { Token } from './tokens.ts'

const list = (words: string) => words.trim().split(/\s+/)

/** Classes of words that phrases name as `@class`. */
const CLASSES = {
  /** All of these say that a number is drawn. */
  come: list(`come came comes coming play plays played playing drop drops dropped dropping enter entered enters entering
    show shows showed shown showing fall falls fell fallen falling comot comots jam jams jammed appear appears appeared
    appearing appearance appearances drawn drew hit hits hitting land lands landed occur occurs occurred surface surfaced
    seen`),
  draw: list('draw result event game'),
  draws: list('draw draws result results event events'),
  number: list('number numbers ball balls num nums digits'),
  box: list('box boxes ball position place spot slot'),
  last: list('last latest newest recent previous past'),
  newest: list('latest newest recent'),
  next: list('next following'),
  what: list('what wetin which'),
  is: list('is are be was were na'),
  pass: list('pass most'),
  line: list('line lines'),
  with: list('with wit in by on'),
} as const satisfies WordClasses

/** Words that change nothing: articles, pronouns, auxiliaries, prepositions, polite words. */
export const FILLERS: ReadonlySet<string> = new Set(
  list(`a an the this these those of in on for at to from as is are was were be been being am do does did done has
  have had having i you me my your we us our it its e he she they them their dem wey dey don na say that so there please
  pls plz abeg oya o oo ooo biko ehn eh oga bros hi hello hey thanks thank ok okay well now tell find get gets
  got see check know want wan need like let lets can could would fit just only also too and or any some
  one  all ever yet already lotto lottery kindly ah sef sha self still out up into through right dash slash
  than if about shey shebi abi ke una inside usually normally during throughout`),
)

/** Words that restrict which balls or draws are meant. */
const CONDITION_WORDS =
  list(`machine winning last box boxes position without not never with together same within
  exactly least most less more either both odd even`)

/** Words that ask for something at the beginning of a question. */
export const REQUESTS: ReadonlySet<string> = new Set(['show', 'list', 'display', 'print'])

/**
 * A small language for phrases: words, `a|b` for either word, `@name` for a class of words, `$n` for a number, `$ord` for
 * an ordinal, `$game` for a game, and `?` behind an element that may be left out.
 */
interface Pattern {
  elements: readonly Element[]
}

interface Element {
  words: ReadonlySet<string>
  capture: 'n' | 'ord' | 'game' | null
  optional: boolean
}

interface Match {
  length: number
  captures: Token[]
}

type WordClasses = Readonly<Record<string, readonly string[]>>

function compilePattern(text: string, classes: WordClasses): Pattern {
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
const wordsOf = ({ elements }: Pattern): string[] => elements.flatMap(({ words }) => [...words])

/** The words that a pattern may begin with; `$` for a number or a game. */
function startsOf({ elements }: Pattern): string[] {
  const first = elements.findIndex(({ optional }) => !optional)
  const starts = elements.slice(0, first < 0 ? elements.length : first + 1)
  return [...new Set(starts.flatMap(({ words, capture }) => (capture ? ['$'] : [...words])))]
}

const CAPTURED: Record<'n' | 'ord' | 'game', (token: Token) => boolean> = {
  n: ({ kind }) => kind === 'number',
  ord: ({ kind }) => kind === 'ordinal',
  game: ({ kind, text }) => kind === 'name' && /^(?:game|zero-six):/.test(text),
}

const fits = ({ words, capture }: Element, token: Token): boolean =>
  capture ? CAPTURED[capture](token) : token.kind !== 'name' && words.has(token.text)

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

/** A phrase and what it stands for. */
interface Phrase {
  /** Of two phrases of one length the one with the lower order counts. */
  order: number
  pattern: Pattern
  read: SlotPhrase[1]
}

/** Everything that the assistant knows of words. */
export interface Lexicon {
  /** Phrases by the word that they begin with; `$` for those that may begin with a number or a game. */
  phrases: ReadonlyMap<string, readonly Phrase[]>
  names: Names
  vocabulary: Vocabulary
}

const patternsOf = (text: string) =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => compilePattern(part, CLASSES))

const markPhrases = (Object.keys(MARK_PATTERNS) as Mark[]).map((mark): SlotPhrase => {
  const part: Part = { is: 'mark', mark }
  return [MARK_PATTERNS[mark], (_, games) => [part, ...games.map((key): Part => ({ is: 'game', key }))]]
})

const PHRASES: readonly Phrase[] = [...SLOT_PHRASES, ...markPhrases]
  .flatMap(([text, read]) => patternsOf(text).map((pattern) => ({ pattern, read })))
  .map((phrase, order) => ({ ...phrase, order }))

function byFirstWord(): Map<string, Phrase[]> {
  const index = new Map<string, Phrase[]>()
  for (const phrase of PHRASES)
    for (const word of startsOf(phrase.pattern)) index.set(word, [...(index.get(word) ?? []), phrase])
  return index
}

const PHRASE_INDEX = byFirstWord()

const known = new WeakMap<readonly unknown[], Lexicon>()

/** The lexicon for a list of games. It is compiled once per list. */
export function lexiconOf(games: readonly Game[]): Lexicon {
  const found = known.get(games)
  if (found) return found
  const names = namesOf(games)
  const words = [
    ...PHRASES.flatMap(({ pattern }) => wordsOf(pattern)),
    ...PERIOD_WORDS,
    ...NUMBER_WORDS,
    ...ORDINALS.keys(),
    ...names.words,
    ...DECLINED_WORDS,
    'naira',
    'ev',
  ]
  const lexicon = {
    phrases: PHRASE_INDEX,
    names,
    vocabulary: vocabularyOf(
      words,
      [...FILLERS, ...REQUESTS, ...SHORT_PERIOD_WORDS],
      [...names.words, ...PERIOD_WORDS, ...CONDITION_WORDS],
      [...NUMBER_WORDS, ...ORDINALS.keys()],
    ),
  }
  known.set(games, lexicon)
  return lexicon
}
