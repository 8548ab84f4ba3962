import type { GameMatcher } from '../draws/game-names.ts'
import type { IngestRow } from './ingest.ts'
import { DESK_LIMITS } from '../draws/desk.ts'
import { DRAW_LIMITS } from '../base/balls.ts'
import { readNumbers, startsWithLabel } from './notation.ts'
import { findDay, withoutWeekdays } from '../draws/written-dates.ts'

const NO_DRAW = /\bn\s*o[\s_-]*d\s*r\s*a\s*w\b/i
const SERIAL = /(?:#|\b(?:ev|event|serial|s\/n|no\.)\s*[:.]?)\s*(\d{1,3})\b/i

/** The stamp of a chat message: `[07/07/2025, 10:15:22] Ade: ` or `07/07/2025, 10:15 - Ade: `. */
const STAMP =
  /^\u200e?\[?(\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}),?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?\]?\s*(?:-\s*)?([^:]{1,60}:\s)?/i

/** Marks of bold and struck text, emoji and their invisible parts. */
const MARKS = /(?:[*~`\p{Extended_Pictographic}\u200e]|\u20e3|\ufe0f)/gu

/** Words of a heading with the day of the draws below it. */
const HEADING =
  /\b(?:results?|draws?|lotto|lottery|games?|numbers?|for|of|the|today'?s?|date|day|baba|ijebu)\b/gi

interface Entry {
  line: number
  text: string
  /** The day of the heading or message above the entry. */
  day: string
}

/**
 * Reads draws as people write them: one per line, `Bingo 2/10/2023 7 12 45 60 89 / 3 9 27 33 81`, or in blocks of chats,
 * with the game in one line and `W:` and `M:` below it. A serial number is `#12`, a day without a draw `no draw`. A line
 * with only a day sets the day of the draws below it. Unreadable text becomes a row that every check refuses, so that
 * nothing is dropped silently.
 *
 * @param day the day of draws without one; empty to refuse them
 * @returns rows with the dates as written
 */
export function readPastedDraws(text: string, findGame: GameMatcher, day = ''): IngestRow[] {
  return entriesOf(text, findGame, day).map((entry) => ({ line: entry.line, ...rowOf(entry, findGame) }))
}

/** The problem with a text that is too long; null if it is not. */
export function tooLong(text: string): string | null {
  const lines = text.split('\n')
  if (lines.length > DESK_LIMITS.writtenLines)
    return `The text has ${lines.length} lines; at most ${DESK_LIMITS.writtenLines} are read. Use a table for more.`
  const long = lines.findIndex((line) => line.length > DESK_LIMITS.writtenLine)
  return long < 0 ? null : `Line ${long + 1} has more than ${DESK_LIMITS.writtenLine} characters.`
}

/** Joins the lines of each draw. */
function entriesOf(text: string, findGame: GameMatcher, firstDay: string): Entry[] {
  const lines = text.split(/\r\n?|\n/).map((line) => plain(line, findGame))
  const entries: Entry[] = []
  let day = firstDay
  let open: Entry | null = null
  for (const [i, { stamp, line }] of lines.entries()) {
    if (stamp !== null) day = stamp
    if (line === '') continue
    const next = lines.slice(i + 1, i + 1 + LOOKAHEAD_LINES).find((later) => later.line !== '')
    const isLabelNext = next ? startsWithLabel(next.line) : false
    if (open && continues(open, line, isLabelNext, findGame)) {
      open.text += `\n${line}`
      continue
    }
    const heading = headingDay(line)
    if (heading !== null) {
      day = heading
      open = null
      continue
    }
    open = { line: i + 1, text: line, day }
    entries.push(open)
  }
  return entries
}

/** The lines in which the next line that is not empty is searched. */
const LOOKAHEAD_LINES = 4

/** A line without the marks of chats, and the day of its stamp. */
function plain(line: string, findGame: GameMatcher): { stamp: string | null; line: string } {
  const found = STAMP.exec(line)
  const [all = '', stamp = null, sender] = found ?? []
  // A label or a game may be in the place of the sender.
  const isDraw = sender !== undefined && (startsWithLabel(sender) || findGame.only(sender) !== null)
  const message = isDraw ? line.slice(all.length - sender.length) : line.slice(all.length)
  return { stamp, line: message.replace(MARKS, ' ').trim() }
}

/** Whether a line belongs to the draw above it: a labelled set, numbers, its day, "no draw". */
function continues(above: Entry, line: string, isLabelNext: boolean, findGame: GameMatcher): boolean {
  if (above.text.length > DESK_LIMITS.writtenLine) return false
  if (startsWithLabel(line)) return true
  const { winning, machine } = rowOf(above, findGame)
  const isFull = winning.length >= DRAW_LIMITS.ballsPerSet && machine.length >= DRAW_LIMITS.ballsPerSet
  // "06" on a separate line is the game if a label follows, otherwise a number.
  if (isLabelNext && findGame.only(line)) return false
  const rest = line.replace(NO_DRAW, '').replace(SERIAL, '')
  const day = findDay(rest)
  if (day && ((winning[0] ?? '') !== '' || findDay(above.text))) return false
  const left = withoutWeekdays(day ? rest.replace(day.text, '') : rest)
  return left.replace(/[\d\s/|;,.:–-]/g, '') === '' && !(isFull && /\d/.test(left))
}

/** The day of a heading such as `RESULTS FOR MONDAY 7/7/2025`; null for any other line. */
function headingDay(line: string): string | null {
  const day = findDay(line)
  if (!day) return null
  const rest = withoutWeekdays(line.replace(day.text, '')).replace(HEADING, '')
  return clean(rest) === '' ? day.text : null
}

function rowOf({ text, day }: Entry, findGame: GameMatcher): Omit<IngestRow, 'line'> {
  const found = findDay(text)
  const words = found ? `${text.slice(0, found.index)} ${text.slice(found.index + found.text.length)}` : text
  const [game, rest] = takeGame(words, findGame)
  const serial = SERIAL.exec(rest)?.[1]
  const numbers = withoutWeekdays(rest.replace(SERIAL, ''))
  const common = { game, date: found?.text ?? day, serial }
  if (NO_DRAW.test(numbers)) return { ...common, status: 'no_draw', winning: [], machine: [] }
  return { ...common, ...(readNumbers(clean(numbers)) ?? { winning: [numbers.trim()], machine: [] }) }
}

const clean = (text: string) => text.replace(/^[\s,:;|.()–-]+|[\s,;:(]+$/g, '')

/** The most words of a game's name. */
const NAME_WORDS = 5

/** The game at the start of a text, and the rest. Without a known game, the words up to the first number. */
function takeGame(text: string, findGame: GameMatcher): [game: string, rest: string] {
  for (const line of [clean(text), clean(withoutWeekdays(text))]) {
    const ends = [...line.matchAll(/[^\s,:;|#]+/g)].map((word) => word.index + word[0].length)
    // Stryker disable next-line MethodExpression: the limit saves time only
    for (const end of ends.slice(0, NAME_WORDS).reverse()) {
      const game = findGame.only(line.slice(0, end))
      if (game) return [game.key, line.slice(end)]
    }
  }
  const line = clean(text)
  const word = /[^\d,:;|#\n]*/.exec(line)![0]
  return [word.trim(), line.slice(word.length)]
}
