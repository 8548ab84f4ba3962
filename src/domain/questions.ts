import { GAME_ALIASES } from './game-names.ts'
import { DRAW_LIMITS } from './draw-limits.ts'
import { SEARCH_LIMITS } from './search-limits.ts'
import type { NumberSearch, SearchRow } from './number-search.ts'
import type { DrawType, SearchBox } from './positions.ts'

/** A question to the assistant, read as a number search. */
export interface ParsedQuestion {
  /** Null if the sentence has no number from 1 to 90. */
  search: NumberSearch | null
  /** The words that were not understood, in lower case. */
  unknown: string[]
  /** The assumptions about what the sentence leaves out, in sentences. */
  assumed: string[]
}

export const EXAMPLE_QUESTIONS = [
  'How many times 45 first box diamond 2024',
  'Has 7 come as a machine number in Bonanza?',
  '12 and 60 last box winning, all games',
] as const

const BOX_WORDS = new Map<string, SearchBox>(
  Object.entries({
    first: 'first_box',
    '1st': 'first_box',
    second: 'second_box',
    '2nd': 'second_box',
    center: 'center_box',
    centre: 'center_box',
    middle: 'center_box',
    third: 'center_box',
    '3rd': 'center_box',
    fourth: 'forth_box',
    forth: 'forth_box',
    '4th': 'forth_box',
    last: 'last_box',
    fifth: 'last_box',
    '5th': 'last_box',
    any: 'any_box',
    anywhere: 'any_box',
  } as const),
)

const TYPE_WORDS = new Map<string, DrawType>([
  ['winning', 'winning'],
  ['win', 'winning'],
  ['machine', 'machine'],
  ['mac', 'machine'],
])

const FILLERS = new Set(
  `a all and appear appeared appears as at be been box boxes came come comes did do does draw draws drawn ever find for
  found from game games get give has have hit hits how i in is it many me much my no not number numbers of often on or
  play played please position result results search show since tell that the there time times to was were what when which
  with year you ball balls count anybody lotto year's`.split(/\s/),
)

/**
 * Reads a sentence such as "how many times 45 first box diamond 2024" as a number search. Every assumption and every
 * unknown word is listed.
 *
 * @param games the games that can be searched
 */
export function readQuestion(
  question: string,
  games: readonly { key: string; name: string }[],
): ParsedQuestion {
  const whole = question.length <= SEARCH_LIMITS.question
  // A text that is too long is cut after a whole word, because half a number is another number.
  const words = tokens(whole ? question : question.slice(0, SEARCH_LIMITS.question).replace(/\S*$/, ''))
  const unknown: string[] = []
  const assumed = whole ? [] : [`Only the first ${SEARCH_LIMITS.question} characters are read.`]
  const numbers: number[] = []
  let hasZeroSix = false
  let game: string | null = null
  let year: number | null = null
  let type: DrawType | null = null
  let box: SearchBox | null = null
  const names = gameNames(games)
  const twice = new Set<string>()
  /** Of two words the later one counts, and the answer lists that as an assumption. */
  const later = <T>(what: string, before: T | null, now: T): T => {
    if (before !== null && before !== now) twice.add(what)
    return now
  }

  for (let i = 0; i < words.length;) {
    const named = gameAt(words, i, names)
    if (named) {
      if (words[i] === '06') hasZeroSix = true
      else game = later('game', game, named.key)
      i += named.length
      continue
    }
    const span = spanOfTime(words, i)
    if (span > 0) {
      unknown.push(words.slice(i, i + span).join(' '))
      i += span
      continue
    }
    const word = words[i++]!
    if (/^(19|20|21)\d{2}$/.test(word)) year = later('year', year, Number(word))
    else if (/^\d+$/.test(word)) {
      const number = Number(word)
      if (number < 1 || number > DRAW_LIMITS.highestBall) unknown.push(word)
      else if (!numbers.includes(number)) numbers.push(number)
    } else if (TYPE_WORDS.has(word)) type = later('draw type', type, TYPE_WORDS.get(word)!)
    else if (BOX_WORDS.has(word)) box = later('box', box, BOX_WORDS.get(word)!)
    else if (!FILLERS.has(word)) unknown.push(word)
  }

  // "06" is a game and a notation of 6. It is the game if the sentence has another number.
  if (hasZeroSix) {
    if (numbers.length > 0 && game === null) {
      game = '06'
      assumed.push('"06" is read as the game 06.')
    } else if (!numbers.includes(6)) {
      numbers.push(6)
      assumed.push('"06" is read as the number 6.')
    }
  }
  if (numbers.length === 0) return { search: null, unknown: [...new Set(unknown)], assumed: [] }
  for (const what of twice) assumed.push(`More than one ${what} named: the last is searched.`)
  if (type === null) assumed.push('No draw type named: winning numbers are searched.')
  if (box === null) assumed.push('No box named: all five are searched.')
  if (game === null) assumed.push('No game named: all games are searched.')
  if (numbers.length > SEARCH_LIMITS.rows)
    assumed.push(`Only the first ${SEARCH_LIMITS.rows} numbers are searched.`)
  const rows = numbers
    .slice(0, SEARCH_LIMITS.rows)
    .map((number): SearchRow => ({ number, type: type ?? 'winning', box: box ?? 'any_box' }))
  return { search: { rows, game, year }, unknown: [...new Set(unknown)], assumed }
}

/** Words of letters and digits. Apostrophes are part of a word only inside it. A decimal is one word, so it is not a ball. */
function tokens(text: string): string[] {
  return text.toLowerCase().match(/\d+\.\d+|[a-z0-9]+(?:'[a-z0-9]+)*/g) ?? []
}

/** Every name of every game, in words, longest first. */
function gameNames(games: readonly { key: string; name: string }[]): { words: string[]; key: string }[] {
  const named = games.flatMap(({ key, name }) => {
    const [short] = name.split('(')
    return [key, name, short!].map((text) => ({ words: tokens(text), key }))
  })
  const aliases = Object.entries(GAME_ALIASES)
    .filter(([, key]) => games.some((game) => game.key === key))
    .map(([text, key]) => ({ words: tokens(text), key }))
  return [...named, ...aliases]
    .filter(({ words }) => words.length > 0)
    .sort((a, b) => b.words.length - a.words.length)
}

function gameAt(words: readonly string[], at: number, names: readonly { words: string[]; key: string }[]) {
  const found = names.find((name) => name.words.every((word, i) => words[at + i] === word))
  return found && { key: found.key, length: found.words.length }
}

/** The number of words in "last 30 draws" or "last year": periods, which a number search does not support. */
function spanOfTime(words: readonly string[], at: number): number {
  if (words[at] !== 'last' && words[at] !== 'this') return 0
  const [next, third] = [String(words[at + 1]), String(words[at + 2])]
  if (/^\d+$/.test(next) && /^(draw|week|month|year|day)s?$/.test(third)) return 3
  return /^(week|month|year)s?$/.test(next) ? 2 : 0
}
