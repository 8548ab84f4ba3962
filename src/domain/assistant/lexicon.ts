import type { Game } from '../games.ts'
import type { Part } from './items.ts'
import { MARK_PATTERNS, type Mark } from './marks.ts'
import { type Names, namesOf } from './names.ts'
import { NUMBER_WORDS, ORDINALS } from './number-words.ts'
import { compilePattern, type Pattern, startsOf, wordsOf } from './pattern.ts'
import { PERIOD_WORDS, SHORT_PERIOD_WORDS } from './period-words.ts'
import { SLOT_PHRASES, type SlotPhrase } from './slot-phrases.ts'
import { DECLINED_WORDS } from './declined-words.ts'
import { type Vocabulary, vocabularyOf } from './spelling.ts'
import { CLASSES, FILLERS, REQUESTS } from './words-classes.ts'

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
    vocabulary: vocabularyOf(words, [...FILLERS, ...REQUESTS, ...SHORT_PERIOD_WORDS]),
  }
  known.set(games, lexicon)
  return lexicon
}
