import type { GameMatcher } from '../game-names.ts'
import { addDays } from '../../../platform/rules/base/calendar.ts'
import type { IngestRow } from './ingest-plan.ts'
import { DESK_LIMITS } from '../desk.ts'
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { dateOfShortDay, type DateOrder, findWeekday, otherWeekday, readDay } from '../written-dates.ts'
import { EXPECTED, notUnderstood, quoted, setsIn, type WrittenSets } from './notation.ts'
import { asSeen, type Role, type Token } from './tokens.ts'
import {
  type Reader,
  withoutStamp,
  readText,
  rolesOf,
  startsWithLabel,
  isOnly,
  type Read,
} from './pasted-text.ts'

/** The day of the draws below a line. */
interface Above {
  /** A date, or a day as a stamp or a heading has it; empty if none is given. */
  day: string
  /** Whether the day is the given one or follows from it, so that a day without a year is the latest one up to it. */
  isGiven: boolean
  /** A text that may say another day. */
  unclear?: string
}

interface Entry {
  line: number
  text: string
  above: Above
  /** The name of another game in the lines above, to which the numbers may belong. */
  under?: string
}

/**
 * Reads draws as people write them: one per line, `Bingo 2/10/2023 7 12 45 60 89 / 3 9 27 33 81`, or in blocks of chats,
 * with the game in one line and `W:` and `M:` below it. A serial number is `#12`, a day without a draw `no draw`. A line
 * with only a day sets the day of the draws below it. A weekday, or a day without a year, is the latest one up to `day`;
 * below a stamp or a heading with a year, such a day is the nearest one. A row with a token that has no role has a problem
 * and is refused. Text without a draw is a row that is `unread`, so that nothing is dropped silently.
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
  const reader: Reader = { findGame, given: day, order: order ?? 'day-first' }
  return entriesOf(text, reader, { day, isGiven: true }).map((entry) => rowOf(entry, reader))
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
function entriesOf(text: string, reader: Reader, given: Above): Entry[] {
  const lines = text.split(/\r\n?|\n/).map((line) => withoutStamp(asSeen(line), reader))
  const entries: Entry[] = []
  let above = given
  let open: Entry | null = null
  /** Chatter that names a day makes that of the draws below it unclear. */
  function close() {
    const unclear = open && chatterOnDay(open, reader)
    if (unclear) above = { ...above, unclear }
    open = null
  }
  /** The first heading may be a footer: the day of draws above it is unclear, too. */
  function setAbove(next: Above, line: string) {
    if (above === given && next.day !== given.day)
      for (const entry of entries) entry.above = { ...entry.above, unclear: line }
    above = next
  }
  for (const [i, { stamp, line }] of lines.entries()) {
    if (stamp !== null && stamp !== above.day) {
      if (dateOf(stamp, reader) !== dateOf(above.day, reader)) close()
      above = { day: stamp, isGiven: false }
    }
    const read = readText(line, reader, false)
    const roles = rolesOf(read)
    if (roles.size === 0) continue
    const next = lines.slice(i + 1, i + 1 + LOOKAHEAD_LINES).find((later) => later.line !== '')
    if (open && continues(open, line, read, next ? startsWithLabel(next.line) : false, reader)) {
      open.text += `\n${line}`
      continue
    }
    close()
    const heading = headingOf(line, read, above, reader)
    if (heading) setAbove(heading, line)
    if (heading || isOnly(roles, ['noise'])) continue
    const last = entries[entries.length - 1]
    const before = last && bareGame(last.text, reader)
    const isUnder = last && before && ![null, before].includes(bareGame(line, reader))
    open = { line: i + 1, text: line, above, ...(isUnder && { under: last.text.split('\n')[0]! }) }
    entries.push(open)
  }
  return entries
}

/** The lines in which the next line that is not empty is searched. */
const LOOKAHEAD_LINES = 4

const PARTS: readonly Role[] = [
  'day',
  'weekday',
  'label',
  'number',
  'missing',
  'serial',
  'serialWord',
  'noDraw',
  'noise',
]

/** Whether a line belongs to the draw above it: a labelled set, numbers, its day, "no draw". */
function continues(open: Entry, line: string, read: Read, isLabelNext: boolean, reader: Reader): boolean {
  if (open.text.length > DESK_LIMITS.writtenLine || !isOnly(rolesOf(read), PARTS)) return false
  const whole = readText(open.text, reader)
  const before = rolesOf(whole)
  const { winning, machine } = setsIn(whole.tokens)
  const isFull = [winning, machine].every(({ length }) => length >= DRAW_LIMITS.ballsPerSet)
  const has = rolesOf(read)
  const isDay = has.has('day') || has.has('weekday')
  // Below numbers, or below chatter, a day is that of the draws that follow, and so is a serial number.
  if (isDay && (before.has('number') || !(whole.game !== null || isLabelNext))) return false
  if (has.has('day') && before.has('day')) return false
  if ((has.has('serial') || has.has('serialWord')) && before.has('number')) return false
  // "06" on a separate line is the game if a label follows whole sets, or below a text that names no game and ends without
  // a number. Otherwise it is a number.
  const isSetOpen = [winning, machine].some(({ length }) => length % DRAW_LIMITS.ballsPerSet > 0)
  const words = whole.tokens.filter(({ role }) => role !== 'gap')
  const isBelowWords = whole.game === null && words[words.length - 1]?.role !== 'number'
  if (((isLabelNext && !isSetOpen) || isBelowWords) && bareGame(line, reader) !== null) return false
  // More balls than ten belong to the draw, which is refused. A telephone number and the game 06 do not.
  const isBalls = read.tokens.every(({ role, text }) => role !== 'number' || text.length <= 2)
  return !(isFull && has.has('number') && !has.has('label')) || (isBalls && !reader.findGame.only(line))
}

/** The day of a heading such as `RESULTS FOR MONDAY 7/7/2025` for the draws below it; null for any other line. */
function headingOf(line: string, read: Read, above: Above, reader: Reader): Above | null {
  const roles = rolesOf(read)
  if (!isOnly(roles, ['day', 'weekday', 'noise']) || !(roles.has('day') || roles.has('weekday'))) return null
  const { date, problem } = dayIn(
    read,
    { day: above.isGiven ? reader.given : above.day, isGiven: above.isGiven },
    reader,
  )
  if (problem !== undefined) return { ...above, unclear: line }
  const isGiven = above.isGiven && typeof read.days[0] !== 'string'
  return { day: date, isGiven }
}

/** What the line above the numbers of a draw may have. */
const HEAD: readonly Role[] = ['game', 'noise', 'day', 'weekday', 'label', 'serial', 'serialWord']

/** The game of a text that is only its name, perhaps with a day or a serial number; null for any other text. */
function bareGame(text: string, reader: Reader): string | null {
  const read = readText(text, reader)
  return isOnly(rolesOf(read), HEAD) ? read.game : null
}

/** The text of chatter, or of a game without numbers, that names another day than the one above it; null for a draw. */
function chatterOnDay(entry: Entry, reader: Reader): string | null {
  const read = readText(entry.text, reader)
  const roles = rolesOf(read)
  if (!(roles.has('day') || roles.has('weekday'))) return null
  if (bareGame(entry.text, reader) === null && !rowOf(entry, reader).unread) return null
  const { date, problem } = dayIn(read, entry.above, reader)
  return problem === undefined && date === entry.above.day ? null : entry.text
}

/** A day without a year is the nearest one to the day of a stamp or heading. */
const HALF_A_YEAR = 182

const dateOf = (day: string, { order }: Reader) => readDay(day, order).date ?? null

/** The day of a draw as written or as a date, and the problem with it. */
function dayIn({ tokens, days }: Read, above: Above, reader: Reader): { date: string; problem?: string } {
  const words = tokens.flatMap(({ role, text }) => (role === 'weekday' ? [text] : [])).join(' ')
  const confirmed = (day: string) => {
    const date = dateOf(day, reader)
    const other = /yesterday/i.test(words) ? words : date && otherWeekday(words, date)
    return other
      ? { date: day, problem: `${quoted(other)} is another day than ${day}. Write one day.` }
      : { date: day }
  }
  const [day, second] = days
  const numbers = dayLikeNumbers(tokens, day)
  if (numbers !== undefined) return { date: above.day, problem: numbers }
  if (second !== undefined) {
    const text = typeof second === 'string' ? second : second.text
    return { date: above.day, problem: `${quoted(text)} is a second date. Write one day.` }
  }
  if (typeof day === 'string') return confirmed(day)
  if (above.unclear !== undefined) {
    const problem = `${quoted(above.unclear)} may say another day. Write the date beside the game.`
    return { date: above.day, problem }
  }
  const base = dateOf(above.isGiven ? reader.given : above.day, reader)
  if (day) {
    const date = base && dateOfShortDay(day, above.isGiven ? base : addDays(base, HALF_A_YEAR))
    const problem = `The date ${quoted(day.text)} cannot be read; write it as 2023-10-02.`
    return date ? confirmed(date) : { date: day.text, problem }
  }
  const found = base && above.day === reader.given ? findWeekday(words, base) : null
  return found ? { date: found } : confirmed(above.day)
}

/** `7/12/45/60/89 / 14/01/04` may have a date or three machine numbers. */
function dayLikeNumbers(tokens: readonly Token[], day: Read['days'][number] | undefined): string | undefined {
  const text = typeof day === 'object' ? day.text : day
  const sign = /^\d{1,2}([-/.])\d{1,2}(?:\1\d{2})?$/.exec(text ?? '')?.[1]
  const at = tokens.findIndex(({ role }) => role === 'day')
  const isNumber = (i: number) => tokens[i]?.role === 'number'
  const isInSet = tokens.some((gap, i) => isNumber(i - 1) && isNumber(i + 1) && gap.text.trim() === sign)
  const isBeside = isNumber(at - 2) || (isNumber(at + 2) && /[/|]/.test(tokens[at + 1]!.text))
  return isInSet && isBeside
    ? `${quoted(text!)} may be a date or numbers. Write the year with four digits.`
    : undefined
}

function rowOf({ line, text, above, under }: Entry, reader: Reader): IngestRow {
  const read = readText(text, reader)
  const tokens = read.tokens.flatMap(asPairs)
  const game = read.game ?? nameIn(tokens)
  const { date, problem: dayProblem } = dayIn(read, above, reader)
  const serials = tokens.filter(({ role }) => role === 'serial')
  const { problem: setProblem, ...sets } = setsIn(tokens)
  const count = tokens.filter(({ role, text }) => role === 'number' && text.length <= 2).length
  const isDrawn = !tokens.some(({ role }) => role === 'noDraw')
  const isKnown = read.game !== null || reader.findGame.near(game) !== null
  const underProblem = under && `The numbers may belong to ${quoted(under)}, which has none.`
  const problem =
    tokenProblem(tokens, serials) ?? setProblem ?? countProblem(tokens, sets) ?? underProblem ?? dayProblem
  return {
    line,
    game,
    date,
    serial: serials.map(serialOf)[0],
    ...(!isDrawn && { status: 'no_draw' }),
    ...sets,
    ...(problem !== undefined && { problem }),
    ...(isDrawn && !isKnown && count < DRAW_LIMITS.ballsPerSet && { unread: true }),
  }
}

/** Ten digits without anything between them are five pairs. */
function asPairs(token: Token): Token[] {
  if (token.role !== 'number' || token.value!.length !== DRAW_LIMITS.ballsPerSet * 2) return [token]
  return token.value!.match(/../g)!.flatMap((pair): Token[] => [
    { role: 'number', text: pair, value: pair },
    { role: 'gap', text: ' ' },
  ])
}

/** The number of an event in an operator's own count is no serial number. */
const serialOf = ({ text, value }: Token) => (/^ev/i.test(text) && value!.length > 3 ? undefined : value)

function tokenProblem(tokens: readonly Token[], [, second]: readonly Token[]): string | undefined {
  const doubt = second ?? tokens.find(({ role }) => role === 'doubt')
  return doubt && notUnderstood(doubt.text)
}

/** Numbers without labels are one set or two. */
function countProblem(tokens: readonly Token[], { winning, machine }: WrittenSets): string | undefined {
  const all = [...winning, ...machine]
  const isPlain = !tokens.some(({ role }) => role === 'label')
  const isOdd = all.length > DRAW_LIMITS.ballsPerSet && all.length !== DRAW_LIMITS.ballsPerSet * 2
  return isPlain && isOdd
    ? `There are ${all.length} numbers: ${all.slice(0, 12).join(' ')}. ${EXPECTED}`
    : undefined
}

/** The words before the first number, which name no known game. */
function nameIn(tokens: readonly Token[]): string {
  const end = tokens.findIndex(({ role }) => ['number', 'label', 'serial', 'noDraw', 'day'].includes(role))
  const words = tokens.slice(0, end < 0 ? undefined : end)
  const first = words.findIndex(({ role }) => role === 'doubt')
  return first < 0
    ? ''
    : words
        .slice(first)
        .map(({ text }) => text)
        .join('')
        .replace(/[\s,:;|.()–-]+$/, '')
}
