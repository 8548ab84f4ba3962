import { MONTHS, WEEKDAYS } from './calendar.ts'
import type { IngestRow } from './ingest.ts'
import { LIMITS } from './limits.ts'

/** The two sets of a draw as somebody wrote them, each number as its digits. */
export interface WrittenSets {
  winning: string[]
  machine: string[]
}

const LABEL = /(w(?:inning|in)?|m(?:achine|ach|ac)?)\b(?:\s*(?:numbers?|nos?)\b)?\s*[:=.–-]*/gi
const numbersIn = (text: string): string[] => text.match(/\d+/g) ?? []
const hasWords = (text: string) => /\p{L}/u.test(text)

/**
 * Reads the numbers of a draw in any usual notation: spaces, commas, dashes, one a line, two lines, a slash between the
 * sets, or labels as in `W: 1 2 3 4 5 M: 6 7 8 9 10`. Whether they are numbers from 1 to 90 is for `parseDraw` to say.
 * Null when the text holds words that are no labels, or more than ten numbers.
 */
export function readNumbers(text: string): WrittenSets | null {
  const sets = labelled(text) ?? unlabelled(text)
  return sets && sets.winning.length <= LIMITS.ballsPerSet && sets.machine.length <= LIMITS.ballsPerSet
    ? sets
    : null
}

function labelled(text: string): WrittenSets | null {
  const labels = [...text.matchAll(LABEL)]
  if (labels.length === 0 || text.slice(0, labels[0]!.index).trim() !== '') return null
  const sets: WrittenSets = { winning: [], machine: [] }
  for (const [i, label] of labels.entries()) {
    const part = text.slice(label.index + label[0].length, labels[i + 1]?.index)
    const type = label[1]!.toLowerCase().startsWith('w') ? 'winning' : 'machine'
    if (hasWords(part) || sets[type].length > 0) return null
    sets[type] = numbersIn(part)
  }
  return sets
}

function unlabelled(text: string): WrittenSets | null {
  if (hasWords(text)) return null
  const parts = text
    .split(/[/|;\r\n]+/)
    .map(numbersIn)
    .filter((numbers) => numbers.length > 0)
  const [first, second] = parts
  if (parts.length === 2 && first!.length === LIMITS.ballsPerSet) return { winning: first!, machine: second! }
  const all = numbersIn(text)
  if (all.length === 0) return null
  return { winning: all.slice(0, LIMITS.ballsPerSet), machine: all.slice(LIMITS.ballsPerSet) }
}

const short = (names: readonly string[]) => names.map((name) => name.slice(0, 3)).join('|')
const DATE = new RegExp(
  `(?:\\b(?:${short(WEEKDAYS)})[a-z]*,?\\s+)?` +
    `(?:(\\d{4})-(\\d{1,2})-(\\d{1,2})|(\\d{1,2})[/.-](\\d{1,2})[/.-](\\d{4})|` +
    `(\\d{1,2})\\s+(${short(MONTHS)})[a-z]*,?\\s+(\\d{4}))(?!\\d)`,
  'i',
)
const NO_DRAW = /\bno[ _-]?draw\b/i
const SERIAL = /#\s*(\d{1,3})\b/

/** Whether pasted text is a CSV file: its first line names columns. */
export function isCsv(text: string): boolean {
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1)
  return /\bgame\b/i.test(first) && /\bdate\b/i.test(first) && first.includes(',')
}

/**
 * Reads pasted draws, one a line: a game by key or name, a date (`2023-10-02`, `2/10/2023` with the day first,
 * `Mon 2 Oct 2023`), perhaps a serial number as `#12`, and the numbers in any notation of {@link readNumbers} or
 * `no draw`. A line that cannot be read becomes a row that every check refuses, so that nothing is dropped silently.
 */
export function readPastedDraws(text: string, games: readonly { key: string; name: string }[]): IngestRow[] {
  const names = games
    .flatMap(({ key, name }) => [
      { key, written: key.toLowerCase() },
      { key, written: name.toLowerCase() },
    ])
    .sort((a, b) => b.written.length - a.written.length)
  return text.split(/\r\n?|\n/).flatMap((line, i) => {
    const written = line.trim()
    return written === '' ? [] : [{ line: i + 1, ...rowOf(written, names) }]
  })
}

function rowOf(line: string, names: readonly { key: string; written: string }[]): Omit<IngestRow, 'line'> {
  const found = DATE.exec(line)
  const date = found ? isoDate(found) : ''
  const before = found ? line.slice(0, found.index) : line
  const after = found ? line.slice(found.index + found[0].length) : ''
  // The game stands first, or right after the date.
  const [game, rest] = takeGame(clean(before) === '' ? after : `${before} ${after}`, names)
  const serial = SERIAL.exec(rest)?.[1]
  const numbers = rest.replace(SERIAL, ' ')
  const common = { game, date, ...(serial !== undefined && { serial }) }
  if (NO_DRAW.test(numbers)) return { ...common, status: 'no_draw', winning: [], machine: [] }
  return { ...common, ...(readNumbers(clean(numbers)) ?? { winning: [numbers.trim()], machine: [] }) }
}

const clean = (text: string) => text.replace(/^[\s,:;|.–-]+|[\s,;]+$/g, '')

function takeGame(text: string, names: readonly { key: string; written: string }[]): [string, string] {
  const line = clean(text)
  const lower = line.toLowerCase()
  const known = names.find(
    ({ written }) => lower.startsWith(written) && !/[\p{L}\d]/u.test(lower.charAt(written.length)),
  )
  if (known) return [known.key, line.slice(known.written.length)]
  const word = /^[^\d,:;|#]*/.exec(line)![0]
  return [word.trim(), line.slice(word.length)]
}

function isoDate([, y, m, d, d2, m2, y2, d3, month, y3]: RegExpExecArray): string {
  const two = (part: string | number) => String(part).padStart(2, '0')
  if (y) return `${y}-${two(m!)}-${two(d!)}`
  if (y2) return `${y2}-${two(m2!)}-${two(d2!)}`
  const index = MONTHS.findIndex((name) => name.startsWith(month!.toLowerCase()))
  return `${y3!}-${two(index + 1)}-${two(d3!)}`
}
