import type { WordClasses } from './pattern.ts'

const list = (words: string) => words.trim().split(/\s+/)

/** Classes of words that phrases name as `@class`. */
export const CLASSES = {
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

/** Words that ask for something at the beginning of a question. */
export const REQUESTS: ReadonlySet<string> = new Set(['show', 'list', 'display', 'print'])
