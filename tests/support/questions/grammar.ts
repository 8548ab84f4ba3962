/** Questions as players ask them, with what a right answer says. Equal seeds make equal questions. */
import type { Random } from '../random.ts'
import { DRAWS } from './draws.ts'
import { LISTS } from './lists.ts'
import { NUMBERS } from './numbers.ts'
import type { Drawn } from './oracle.ts'
import { OTHERS } from './others.ts'
import type { Make, Question } from './parts.ts'

const KINDS: Record<string, Make> = { ...NUMBERS, ...LISTS, ...DRAWS, ...OTHERS }

/** One edit in one word without digits: a letter left out, doubled, replaced, or swapped with its neighbour. */
function withTypo(r: Random, question: string): string {
  const words = question.split(' ')
  const places = words.flatMap((word, i) => (/^[a-z]{5,}$/i.test(word) ? [i] : []))
  if (places.length === 0) return question
  const place = r.pick(places)
  const word = words[place]!
  const at = 1 + r.below(word.length - 1)
  const letter = word[at]!
  words[place] = r.pick([
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + r.pick([...'aeiounrst']) + word.slice(at + 1),
    at + 1 < word.length ? word.slice(0, at) + word[at + 1] + letter + word.slice(at + 2) : word + letter,
  ])
  return words.join(' ')
}

/** `count` questions of a seed; every eighth has a typing error. */
export function questions(r: Random, draws: readonly Drawn[], total: number): Question[] {
  const kinds = Object.keys(KINDS)
  return Array.from({ length: total }, (_, i) => {
    const kind = kinds[i % kinds.length]!
    const made = { previous: null, ...KINDS[kind]!(r, draws) }
    return { kind, ...made, question: i % 8 === 7 ? withTypo(r, made.question) : made.question }
  })
}
