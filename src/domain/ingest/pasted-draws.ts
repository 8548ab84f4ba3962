import type { GameMatcher } from '../draws/game-names.ts'
import { addDays, type LagosDate, parseDate } from '../base/calendar.ts'
import type { IngestRow } from './ingest-plan.ts'
import { DESK_LIMITS } from '../draws/desk.ts'
import { DRAW_LIMITS, textOf } from '../base/balls.ts'
import {
  type DateOrder,
  findDay,
  findShortDay,
  findWeekday,
  readDay,
  withoutWeekdays,
} from '../draws/written-dates.ts'
import { itemAt } from '../base/lists.ts'

/** The two sets of a draw as written, each number as its digits. */
interface WrittenSets {
  winning: string[]
  machine: string[]
}

const LABEL = /\b(w(?:inning|in)?|m(?:achine|ach|ac)?)\b(?:\s*(?:numbers?|nos?)\b)?\s*[:=.–-]*/gi
/** Whole numbers. A ".0" of a spreadsheet is part of a number unless another number follows it. */
const numbersIn = (text: string): string[] =>
  (text.match(/\d+(?:\.0+(?![\d.]))?/g) ?? []).map((number) => number.replace(/\..*/, ''))

/** Whether a line of text begins with the label of a set, as in `W: 1 2 3 4 5`. */
export const startsWithLabel = (text: string) => text.search(LABEL) === 0

const hasWords = (text: string) => /\p{L}/u.test(text)

/**
 * Reads the numbers of a draw in any usual notation: spaces, commas, dashes, one per line, two lines, a slash between the
 * sets, or labels as in `W: 1 2 3 4 5 M: 6 7 8 9 10`, the first of which may be missing. `parseDraw` checks their range.
 *
 * @returns null if the text has words that are not labels, or more than ten numbers
 */
export function readNumbers(text: string): WrittenSets | null {
  const sets = labelled(text) ?? unlabelled(text)
  return sets &&
    sets.winning.length <= DRAW_LIMITS.ballsPerSet &&
    sets.machine.length <= DRAW_LIMITS.ballsPerSet
    ? sets
    : null
}

/** Digits without anything between them are pairs: `0712456089`. */
export const inPairs = (text: string): string =>
  text.replace(/\d{3,}/g, (digits) => digits.replace(/\d\d(?=\d)/g, '$& '))

function labelled(text: string): WrittenSets | null {
  const labels = [...text.matchAll(LABEL)]
  const first = text.slice(0, labels[0]?.index)
  if (labels.length === 0 || hasWords(first)) return null
  const sets: WrittenSets = { winning: numbersIn(first), machine: [] }
  for (const [i, label] of labels.entries()) {
    const part = text.slice(label.index + label[0].length, labels[i + 1]?.index)
    const type = itemAt(label, 1).toLowerCase().startsWith('w') ? 'winning' : 'machine'
    if (hasWords(part) || sets[type].length > 0) return null
    sets[type] = numbersIn(part)
  }
  return sets
}

function unlabelled(text: string): WrittenSets | null {
  if (hasWords(text)) return null
  const all = numbersIn(text)
  if (all.length === 0) return null
  return { winning: all.slice(0, DRAW_LIMITS.ballsPerSet), machine: all.slice(DRAW_LIMITS.ballsPerSet) }
}

const NO_DRAW = /\bn\s*o[\s_-]*d\s*r\s*a\s*w\b/i
const SERIAL = /(?:#|\b(?:ev|event|serial|s\/n|no\.)\s*[:.]?)\s*(\d{1,3})\b/i

const STAMP_DAY = '(\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{1,4})'
const STAMP_TIME = '\\d{1,2}:\\d{2}(?::\\d{2})?(?:\\s?[ap]\\.?m\\.?)?'
/** The stamp of a chat message: `[07/07/2025, 10:15:22] Ade: `, `07/07/2025, 10:15 - Ade: `, `[10:15, 07/07/2025] Ade: `. */
const STAMP = new RegExp(
  `^\\u200e?\\[?(?:${STAMP_DAY},?\\s+${STAMP_TIME}|${STAMP_TIME},\\s+${STAMP_DAY})\\]?\\s*(?:-\\s*)?([^:]{1,60}:\\s)?`,
  'i',
)

/** Marks of bold and struck text, emoji and their invisible parts. */
const MARKS = /(?:[*~`\p{Extended_Pictographic}\u200e]|\u20e3|\ufe0f)/gu

/** A day that a text names, with its date if it has no year. */
type NamedDay = { text: string; index: number; date?: LagosDate }

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
 * with only a day sets the day of the draws below it. A weekday, or a day without a year, is the latest one up to `day`;
 * below a stamp or a heading with a year, such a day is the nearest one. Text without a draw is a row that is `unread`, and unreadable text one that every
 * check refuses, so that nothing is dropped silently.
 *
 * @param day the day of draws without one; empty to refuse them
 * @param order the order of day and month in stamps and headings
 * @returns rows with the dates as written, or as dates where they have no year
 */
export function readPastedDraws(
  text: string,
  findGame: GameMatcher,
  day = '',
  order: DateOrder | null = null,
): IngestRow[] {
  const given = parseDate(day)
  const relative = new Set<string>([day])
  const reader: Reader = {
    findGame,
    relative,
    weekday: (words, above) => (given && relative.has(above) ? findWeekday(words, given) : null),
    day(words, above) {
      const { date } = readDay(above, order ?? undefined)
      const upTo = relative.has(above) ? given : date ? addDays(date, HALF_A_YEAR) : null
      return findDay(words) ?? (upTo && findShortDay(words, upTo))
    },
  }
  return entriesOf(text, reader, day).map((entry) => {
    const row = rowOf(entry, reader)
    return { line: entry.line, ...row, ...(isUnread(row, findGame) && { unread: true }) }
  })
}

/** A day without a year is the nearest one to the day of a stamp or heading. */
const HALF_A_YEAR = 182

/** How one text is read. `above` is the day of the stamp or heading above the words, or the given one. */
interface Reader {
  findGame: GameMatcher
  /** The given day and those that follow from it. */
  relative: Set<string>
  day(words: string, above: string): NamedDay | null
  /** The latest date with the weekday of the words; null where a stamp or heading says the day. */
  weekday(words: string, above: string): LagosDate | null
}

/** Chatter: no game is named, and there are too few numbers for a draw of an unknown one. */
function isUnread(
  { game, status, winning, machine }: Omit<IngestRow, 'line'>,
  findGame: GameMatcher,
): boolean {
  const name = textOf(game)
  const numbers = [...winning, ...machine].join(' ').match(/\b\d{1,2}\b/g) ?? []
  const isFew = status !== 'no_draw' && numbers.length < DRAW_LIMITS.ballsPerSet
  return isFew && !findGame.only(name) && !findGame.near(name)
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
function entriesOf(text: string, reader: Reader, firstDay: string): Entry[] {
  const lines = text.split(/\r\n?|\n/).map((line) => plain(line, reader.findGame))
  const entries: Entry[] = []
  let day = firstDay
  let open: Entry | null = null
  for (const [i, { stamp, line }] of lines.entries()) {
    if (stamp !== null) day = stamp
    if (line === '') continue
    const next = lines.slice(i + 1, i + 1 + LOOKAHEAD_LINES).find((later) => later.line !== '')
    const isLabelNext = next ? startsWithLabel(next.line) : false
    if (open && continues(open, line, isLabelNext, reader)) {
      open.text += `\n${line}`
      continue
    }
    const heading = headingDay(line, day, reader)
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
  const [all = '', before, after, sender] = found ?? []
  const stamp = before ?? after ?? null
  // A label or a game may be in the place of the sender.
  const isDraw = sender !== undefined && (startsWithLabel(sender) || findGame.only(sender) !== null)
  const message = isDraw ? line.slice(all.length - sender.length) : line.slice(all.length)
  return { stamp, line: message.replace(MARKS, ' ').trim() }
}

/** Whether a line belongs to the draw above it: a labelled set, numbers, its day, "no draw". */
function continues(above: Entry, line: string, isLabelNext: boolean, reader: Reader): boolean {
  const { findGame } = reader
  if (above.text.length > DESK_LIMITS.writtenLine) return false
  if (startsWithLabel(line)) return true
  const { game, winning, machine } = rowOf(above, reader)
  const isKnown = findGame.only(textOf(game)) !== null || findGame.near(textOf(game)) !== null
  const isFull = winning.length >= DRAW_LIMITS.ballsPerSet && machine.length >= DRAW_LIMITS.ballsPerSet
  const rest = line.replace(NO_DRAW, '').replace(SERIAL, '')
  const day = reader.day(rest, above.day)
  const isDay = day !== null || reader.weekday(rest, above.day) !== null
  // Below numbers, or below chatter, a day is that of the draws that follow.
  if (isDay && ((winning[0] ?? '') !== '' || !(isKnown || isLabelNext))) return false
  if (day && reader.day(above.text, above.day)) return false
  const left = withoutWeekdays(day ? rest.replace(day.text, '') : rest)
  // "06" on a separate line is the game if a label follows or no game is named above it, otherwise a number.
  if ((isLabelNext || !isKnown) && findGame.only(clean(left))) return false
  return left.replace(/[\d\s/|;,.:–-]/g, '') === '' && !(isFull && /\d/.test(left))
}

/** The day of a heading such as `RESULTS FOR MONDAY 7/7/2025`; null for any other line. */
function headingDay(line: string, above: string, reader: Reader): string | null {
  const day = reader.day(line, above)
  const rest = withoutWeekdays(day ? line.replace(day.text, '') : line).replace(HEADING, '')
  if (clean(rest) !== '') return null
  const heading = day ? (day.date ?? day.text) : reader.weekday(line, above)
  if (heading !== null && heading !== day?.text && reader.relative.has(above)) reader.relative.add(heading)
  return heading
}

function rowOf({ text, day }: Entry, reader: Reader): Omit<IngestRow, 'line'> {
  const found = reader.day(text, day)
  const words = found ? `${text.slice(0, found.index)} ${text.slice(found.index + found.text.length)}` : text
  const [game, rest, weekdays] = takeGame(words, reader.findGame)
  const serial = SERIAL.exec(rest)?.[1]
  const left = withoutWeekdays(rest.replace(SERIAL, ''))
  const numbers = /^\D*\d{10}\b/.test(left) ? inPairs(left) : left
  const date = found ? (found.date ?? found.text) : (reader.weekday(weekdays, day) ?? day)
  const common = { game, date, serial }
  if (NO_DRAW.test(numbers)) return { ...common, status: 'no_draw', winning: [], machine: [] }
  return { ...common, ...(readNumbers(clean(numbers)) ?? { winning: [numbers.trim()], machine: [] }) }
}

const clean = (text: string) => text.replace(/^[\s,:;|.()–-]+|[\s,;:(]+$/g, '')

/** The most words of a game's name. */
const NAME_WORDS = 5

/** The first words of a line, the most first, each with what follows them. */
function starts(line: string): { name: string; rest: string }[] {
  const ends = [...line.matchAll(/[^\s,:;|#]+/g)].map((word) => word.index + word[0].length)
  // Stryker disable next-line MethodExpression: the limit saves time only
  return ends
    .slice(0, NAME_WORDS)
    .reverse()
    .map((end) => ({ name: line.slice(0, end), rest: line.slice(end) }))
}

/**
 * The game at the start of a text, the rest, and the text with the weekdays that are not of the name. Without a known game,
 * a name that is one letter off, or the words up to the first number.
 */
function takeGame(text: string, findGame: GameMatcher): [game: string, rest: string, weekdays: string] {
  const line = clean(text)
  const plainLine = clean(withoutWeekdays(text))
  for (const one of [line, plainLine])
    for (const { name, rest } of starts(one)) {
      const game = findGame.only(name)
      if (game) return [game.key, rest, one === plainLine ? text : rest]
    }
  const near = starts(plainLine).find(({ name, rest }) => findGame.near(name) && !hasWordsFirst(rest))
  if (near) return [near.name, near.rest, text]
  const word = /[^\d,:;|#\n]*/.exec(line)![0]
  return [word.trim(), line.slice(word.length), text]
}

/** Whether words of a sentence follow, as in "Kings of lotto", and not a serial number or a set. */
function hasWordsFirst(rest: string): boolean {
  const after = clean(rest.replace(SERIAL, '').replace(NO_DRAW, ''))
  return /^\p{L}/u.test(after) && !startsWithLabel(after)
}
