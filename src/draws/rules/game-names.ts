import { textOf } from '../../platform/rules/base/balls.ts'
import type { Game } from './games.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'

interface Named extends Pick<Game, 'key' | 'name'> {
  /** Texts that staff said mean this game. */
  meantBy?: readonly string[]
}

/** Names that players use besides the games' keys and names. */
export const GAME_ALIASES: Readonly<Record<string, string>> = {
  people: 'peoples',
  international: 'inter',
  'club master': 'clubmaster',
  'monday special': 'msp',
  'lucky g': 'lucky_G',
  'lucky tuesday': 'lucky_G',
  'mid week': 'midweek',
  'thursday fortune': 'fortune',
  'premier king': 'king',
  'national weekly': 'national',
  'sunday aseda': 'aseda',
  'friday bonanza': 'bonanza',
  o6: '06',
}

/** Words that do not identify a game. */
const FILLERS = new Set(['premier', 'lotto', 'lottery', 'game', 'nla', 'the'])

const wordsOf = (text: string) => Array.from(text.toLowerCase().matchAll(/[a-z0-9]+/g), ([word]) => word)

/** A name without spaces, punctuation and fillers. A name that consists of fillers keeps them. */
function normalised(text: string): string {
  const words = wordsOf(text)
  const significant = words.filter((word) => !FILLERS.has(word))
  return (significant.length > 0 ? significant : words).join('')
}

/** The spellings of a game: its key, its name, each part of a name such as `Lucky G (Lucky Tuesday)`, its aliases. */
function spellingsOf({ key, name }: Named): string[] {
  const aliases = Object.keys(GAME_ALIASES).filter((alias) => GAME_ALIASES[alias] === key)
  const spellings = [key, name, ...name.split(/[()]/), ...aliases].map(normalised)
  return [...new Set(spellings)].filter((spelling) => spelling !== '')
}

/** The game that a text identifies, or its possible games in the order of the list. */
export type GameMatch<G> = { game: G; candidates?: undefined } | { game: null; candidates: G[] }

/** Finds the game of a text. */
export interface GameMatcher<G extends Named = Named> {
  (text: unknown): GameMatch<G>
  /** The game that a text identifies; null otherwise. It skips the possible games, so it is faster. */
  only: (text: string) => G | null
  /**
   * The one game with a spelling that is one edit away: a letter added, left out, replaced, or two swapped; or with the same
   * number, because spreadsheets write 06 as 6. Null if two games are that near, for short names, and for a name without its
   * last letter: "Lucky" is another game than Lucky G.
   */
  near: (text: string) => G | null
}

/**
 * The matcher of game names for forms, files, pasted text and predictions. It reads "Diamond", "diamond lotto", "Premier
 * Bingo", "Lucky Tuesday" and keys. A text that only resembles a name matches no game; `near` is for those who say so.
 */
export function gameMatcher<G extends Named>(games: readonly G[]): GameMatcher<G> {
  const meant = new Map(
    games.flatMap((game) => (game.meantBy ?? []).map((text) => [text.toLowerCase(), game] as const)),
  )
  const exact = new Map(games.map((game) => [game.name, game]))
  for (const game of games) exact.set(game.key, game)
  const spelled = new Map<string, G[]>()
  for (const game of games)
    for (const spelling of spellingsOf(game)) spelled.set(spelling, [...(spelled.get(spelling) ?? []), game])

  /** The games with a spelling; two games may share it. */
  const withSpelling = (text: string): G[] => {
    const found = exact.get(text) ?? meant.get(text.toLowerCase())
    return found ? [found] : (spelled.get(normalised(text)) ?? [])
  }
  const only = (text: string) => {
    const found = withSpelling(text)
    return found.length === 1 ? itemAt(found, 0) : null
  }
  const near = (text: string) => {
    const wanted = normalised(text)
    const found = [...spelled].flatMap(([spelling, named]) => (isNear(wanted, spelling) ? named : []))
    return new Set(found).size === 1 ? itemAt(found, 0) : null
  }
  const resembling = (wanted: string) => {
    const isPart = (spelling: string) =>
      spelling.includes(wanted) || wanted.includes(spelling) || isNear(wanted, spelling)
    return games.filter((game) => wanted !== '' && spellingsOf(game).some(isPart))
  }

  function find(given: unknown): GameMatch<G> {
    const text = textOf(given)
    const shared = withSpelling(text)
    if (shared.length === 1) return { game: itemAt(shared, 0) }
    return { game: null, candidates: shared.length > 0 ? shared : resembling(normalised(text)) }
  }
  return Object.assign(find, { only, near })
}

/** The letters of the shortest name that a typing error does not turn into another name. */
const MIN_NEAR = 4

/** Whether two texts are one number, as 6 and 06. */
export const sameNumber = (a: string, b: string) =>
  /^\d+$/.test(a) && /^\d+$/.test(b) && Number(a) === Number(b)

function isNear(wanted: string, spelling: string): boolean {
  if (sameNumber(wanted, spelling)) return true
  if (Math.min(wanted.length, spelling.length) < MIN_NEAR || spelling.startsWith(wanted)) return false
  if (Math.abs(wanted.length - spelling.length) > 1) return false
  let at = 0
  while (at < wanted.length && wanted[at] === spelling[at]) at++
  const [a, b] = [wanted.slice(at), spelling.slice(at)]
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return isSwapped || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1)
}

/** The games with what staff said about names that are not theirs. @param meant each name with the key of its game */
export const withMeanings = (games: readonly Game[], meant: readonly (readonly [string, string])[]) =>
  games.map((game) => ({
    ...game,
    meantBy: meant.flatMap(([name, key]) => (key === game.key ? [name] : [])),
  }))

/** Finds the game of one text. {@link gameMatcher} is faster for many texts. */
export const matchGame = <G extends Named>(text: string, games: readonly G[]): GameMatch<G> =>
  gameMatcher(games)(text)
