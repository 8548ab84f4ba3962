import type { GameMatcher } from '../game-names.ts'
import { type DateOrder, findDay, findShortDay, type ShortDay } from '../written-dates.ts'
import { asSeen, DAY_MARK, type Role, type Token, tokensOf } from './tokens.ts'

const STAMP_DAY = '(\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{1,4})'
const STAMP_TIME = '\\d{1,2}:\\d{2}(?::\\d{2})?(?:\\s?[ap]\\.?m\\.?)?'
/** The stamp of a chat message: `[07/07/2025, 10:15:22] Ade: `, `07/07/2025, 10:15 - Ade: `, `[10:15, 07/07/2025] Ade: `. */
const STAMP = new RegExp(
  `^\\[?(?:${STAMP_DAY},?\\s+${STAMP_TIME}|${STAMP_TIME},\\s+${STAMP_DAY})\\]?\\s*(?:-\\s*)?([^:]{1,60}:\\s)?`,
  'i',
)

/** A line or an entry as read: its tokens, and the days that it names. */
export interface Read {
  tokens: Token[]
  /** Days with a year as written, and those without one. */
  days: (string | ShortDay)[]
  /** The key of the game, or its name as written if that is one letter off. */
  game: string | null
}

/** How one text is read. */
export interface Reader {
  findGame: GameMatcher
  /** The day of draws without one, or empty. */
  given: string
  order: DateOrder
}

export const rolesOf = ({ tokens }: Read) =>
  new Set(tokens.flatMap(({ role }) => (role === 'gap' ? [] : [role])))

export const isOnly = (roles: ReadonlySet<Role>, allowed: readonly Role[]) =>
  [...roles].every((role) => allowed.includes(role))

/** Whether a line of text begins with the label of a set, as in `W: 1 2 3 4 5`. */
export const startsWithLabel = (text: string) => tokensOf(asSeen(text))[0]?.role === 'label'

/** A line without the stamp of its message, and the day of the stamp. A label or a game may be in the place of the sender. */
export function withoutStamp(line: string, reader: Reader): { stamp: string | null; line: string } {
  const [all = '', before, after, sender = ''] = STAMP.exec(line) ?? []
  const { tokens, game } = readText(sender, reader)
  const isDraw = game !== null || !tokens.some(({ role }) => role === 'doubt') || startsWithLabel(sender)
  return {
    stamp: before ?? after ?? null,
    line: line.slice(isDraw ? all.length - sender.length : all.length),
  }
}

/** Reads a text. @param withGame whether its first words may name a game */
export function readText(text: string, { findGame, order }: Reader, withGame = true): Read {
  const days: Read['days'] = []
  let marked = text
  for (;;) {
    const full = findDay(marked)
    const found = full ?? findShortDay(marked, order)
    if (!found) break
    marked = `${marked.slice(0, found.index)}${DAY_MARK}${marked.slice(found.index + found.text.length)}`
    days.push(full ? full.text : (found as ShortDay))
  }
  if (!withGame) return { tokens: tokensOf(marked), days, game: null }
  const gameIn = (match: (name: string) => string | null) => (part: string, isLabelled: boolean) => {
    const named = namesAt(part).find((name) => match(name) !== null && (!isLabelled || /\p{L}/u.test(name)))
    return named === undefined ? null : { game: match(named)!, length: named.length }
  }
  const keyOf = (name: string) => {
    const game = findGame.only(name)
    return game && (PLAIN_NAME.test(name) || game.name === name) ? game.key : null
  }
  const tokens = tokensOf(marked, gameIn(keyOf))
  const game = tokens.find(({ role }) => role === 'game')?.value ?? null
  if (game !== null) return { tokens, days, game }
  const near = tokensOf(
    marked,
    gameIn((name) => (/\p{L}/u.test(name) && findGame.near(name) ? name : null)),
  )
  const isNear = !near.some(({ role }) => role === 'doubt')
  return isNear
    ? { tokens: near, days, game: near.find(({ role }) => role === 'game')?.value ?? null }
    : { tokens, days, game }
}

/** The most words of a game's name. */
const NAME_WORDS = 5
/** The matcher skips other characters, which must not pass for a part of a name. */
const PLAIN_NAME = /^[\w ()'’.&-]+$/

/** The first words of a text, the most first. */
function namesAt(text: string): string[] {
  const [line] = text.split(DAY_MARK, 1)[0]!.split('\n', 1) as [string]
  const ends = [...line.matchAll(/[^\s,:;|#]+/g)].map((word) => word.index + word[0].length)
  return ends
    .slice(0, NAME_WORDS)
    .reverse()
    .map((end) => line.slice(0, end))
}
