import { ORDINARY_WORDS } from './ordinary-words.ts'
import { SHORT_FORMS } from './short-forms.ts'
import type { Token } from './tokens.ts'

export interface Vocabulary {
  /** Words that are right as they are. */
  words: ReadonlySet<string>
  /** Words that a misspelling may mean. */
  byFirstLetter: ReadonlyMap<string, readonly string[]>
  /** Words by their letters; a null stands for several words. */
  byLetters: ReadonlyMap<string, string | null>
}

/**
 * @param words words with a meaning
 * @param exact words that are only understood as written: a misspelling must not become a small word that is dropped
 */
export function vocabularyOf(words: Iterable<string>, exact: Iterable<string>): Vocabulary {
  const byFirstLetter = new Map<string, string[]>()
  const kept = new Set(exact)
  const all = new Set([...words].filter((word) => /^[a-z]/.test(word)))
  for (const word of all)
    if (!kept.has(word)) byFirstLetter.set(word[0]!, [...(byFirstLetter.get(word[0]!) ?? []), word])
  const known = new Set([...all, ...kept])
  const byLetters = new Map<string, string | null>()
  for (const word of known)
    if (word.length > 3) byLetters.set(lettersOf(word), byLetters.has(lettersOf(word)) ? null : word)
  return { words: known, byFirstLetter, byLetters }
}

/** Edits that a misspelt word may have, by its length. Words of three letters are only corrected by the table. */
const editsOf = (length: number) => (length < 4 ? 0 : length < 7 ? 1 : 2)

const withoutVowels = (word: string) => word[0]! + word.slice(1).replace(/[aeiou]/g, '')

/** The first letter and the others in order, each once: equal for words with swapped or doubled letters. */
const lettersOf = (word: string) => word[0]! + [...new Set(word.slice(1))].sort().join('')

/**
 * The word of the vocabulary that a misspelt word means, or the word itself. The first letter must be right, and an
 * ordinary English word is never taken for a misspelling: a condition must not turn into another one.
 */
export function corrected(word: string, { words, byFirstLetter, byLetters }: Vocabulary): string {
  const short = SHORT_FORMS.get(word)
  if (short !== undefined) return short
  if (words.has(word)) return word
  if (ORDINARY_WORDS.has(word) || word.length < 3) return word
  const swapped = byLetters.get(lettersOf(word))
  if (swapped && word.length > 3) return swapped
  const candidates = byFirstLetter.get(word[0]!) ?? []
  const limit = editsOf(word.length)
  const distances = candidates.map((candidate) => ({
    candidate,
    distance: editDistance(word, candidate, Math.min(limit, editsOf(candidate.length))),
  }))
  for (let distance = 1; distance <= limit; distance++) {
    const near = distances.filter(
      (entry) => entry.distance === distance && editsOf(entry.candidate.length) >= distance,
    )
    if (near.length > 0)
      return chosen(
        word,
        near.map(({ candidate }) => candidate),
      )
  }
  const skeleton = withoutVowels(word)
  const shortened = candidates.filter(
    (candidate) => skeleton === word && skeleton.length >= 3 && withoutVowels(candidate) === skeleton,
  )
  return shortened.length === 1 ? shortened[0]! : word
}

/** Of equally near words the one with the same consonants; without exactly one such word there is no correction. */
function chosen(word: string, near: readonly string[]): string {
  if (near.length === 1) return near[0]!
  const same = near.filter((candidate) => withoutVowels(candidate) === withoutVowels(word))
  return same.length === 1 ? same[0]! : word
}

/** The tokens with their words corrected; `raw` keeps what was typed. */
export function withCorrections(tokens: readonly Token[], vocabulary: Vocabulary): Token[] {
  return tokens.map((token) =>
    token.kind === 'word' ? { ...token, text: corrected(token.text, vocabulary) } : token,
  )
}

/**
 * Edits between two words: letters that are added, left out, replaced, or swapped with their neighbour. Counts up to
 * `limit`; a larger distance is `limit + 1`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      row[j] = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1)
    }
    if (Math.min(...row) > limit) return limit + 1
    before = above
    above = row
  }
  return Math.min(above[b.length]!, limit + 1)
}
