import { DRAW_LIMITS, type DrawType } from '../../../platform/rules/base/balls.ts'
import { findDay, findShortDay } from '../written-dates.ts'
import { asSeen, type Token, tokensOf } from './tokens.ts'

/** The two sets of a draw as written, each number as its digits. */
export interface WrittenSets {
  winning: string[]
  machine: string[]
}

const FIVE = DRAW_LIMITS.ballsPerSet
export const EXPECTED = 'Write five winning numbers, or five winning and five machine numbers.'
/** A token as a sentence names it. Characters that are not seen have their code. */
export const quoted = (text: string) =>
  `“${text.replace(/[\p{Cc}\p{Cf}]/gu, (sign) => `U+${sign.codePointAt(0)!.toString(16).padStart(4, '0')}`).slice(0, 30)}”`

/** The sentence about a token without a role. */
export const notUnderstood = (text: string) => `${quoted(text)} cannot be read. ${EXPECTED}`

/**
 * Reads the numbers of a draw in any usual notation: spaces, commas, dashes, one per line, two lines, a slash between the
 * sets, or labels as in `W: 1 2 3 4 5 M: 6 7 8 9 10`, the first of which may be missing. `parseDraw` checks their range.
 *
 * @returns null if the text has anything else, or more than ten numbers
 */
export function readNumbers(text: string): WrittenSets | null {
  const seen = text.split('\n').map(asSeen).join('\n')
  const day = findDay(seen) ?? findShortDay(seen)
  if (day && /\d/.test(seen.replace(day.text, ''))) return null
  const tokens = tokensOf(seen)
  if (!tokens.every(({ role }) => ['number', 'label', 'gap'].includes(role))) return null
  if (!tokens.some(({ role }) => role === 'number')) return null
  const { problem, ...sets } = setsIn(tokens, false)
  return problem === undefined && sets.winning.length <= FIVE && sets.machine.length <= FIVE ? sets : null
}

/** Digits that are typed without anything between them are pairs: `0712456089`. */
export function inPairs(text: string): string {
  const runs = text.match(/\d+/g) ?? []
  const isPairs = runs.every((run, i) => run.length === FIVE * 2 || i === runs.length - 1)
  return isPairs ? text.replace(/\d{3,}/g, (digits) => digits.replace(/\d\d(?=\d)/g, '$& ')) : text
}

/** Numbers with nothing but separators between them. `gaps` precede the numbers after the first. */
interface Group {
  set: DrawType | null
  numbers: string[]
  gaps: string[]
  /** The token before the group. */
  after: string
  /** Whether a day follows its label, as two numbers of a set may look. */
  isDay?: boolean
}

/**
 * The sets of a draw: those that labels name; without labels five numbers, or five and five in their plain order.
 *
 * @param tokens those of one draw. A token that is no number ends a group of numbers
 * @param isWhole false while the text is typed, when numbers may follow a label
 * @returns with the problem where the role of a number is not certain
 */
export function setsIn(tokens: readonly Token[], isWhole = true): WrittenSets & { problem?: string } {
  const groups = groupsOf(tokens)
  const sets: Record<DrawType, Group | undefined> = { winning: undefined, machine: undefined }
  const isLabelled = groups.some(({ set }) => set !== null)
  const parts = groups.filter(({ numbers }) => numbers.length > 0)
  const [only] = parts
  const split = !isLabelled && only && parts.length === 1 ? atMark(only) : parts
  let problem: string | undefined
  for (const [i, group] of split.entries()) {
    const set = group.set ?? (i === 0 || isLabelled ? 'winning' : 'machine')
    if (sets[set]) problem ??= notUnderstood(`${group.after} ${group.numbers.join(' ')}`.trim())
    sets[set] ??= group
    problem ??= mixedGaps(group)
  }
  const dayOnly = groups.find(({ numbers, isDay }) => isDay && numbers.length === 0)
  if (dayOnly) problem ??= notUnderstood(dayOnly.after)
  // Behind its numbers, a label may end the set before it.
  const end = groups[groups.length - 1]
  if (end?.set && end.numbers.length === 0 && (sets[end.set] || (isWhole && split.some(({ set }) => !set))))
    problem ??= notUnderstood(end.after)
  const numbersOf = (set: DrawType) => sets[set]?.numbers ?? []
  return {
    winning: numbersOf('winning'),
    machine: numbersOf('machine'),
    ...(problem !== undefined && { problem }),
  }
}

function groupsOf(tokens: readonly Token[]): Group[] {
  const groups: Group[] = []
  let [gap, after] = ['', '']
  for (const { role, text, set, value } of tokens) {
    const last = groups[groups.length - 1]
    if (role === 'label') groups.push({ set: set!, numbers: [], gaps: [], after: text })
    else if (role === 'gap') gap += text
    else if (role !== 'number') {
      after = text
      if (role === 'day' && last?.numbers.length === 0) last.isDay = true
    } else if (last && (last.numbers.length === 0 || after === '')) {
      if (last.numbers.length > 0) last.gaps.push(gap)
      last.numbers.push(value!)
    } else groups.push({ set: last?.set ?? null, numbers: [value!], gaps: [], after })
    if (role === 'number' || role === 'label') after = ''
    if (role !== 'gap') gap = ''
  }
  return groups
}

/** The two sets of unlabelled numbers: at the one mark of its kind, otherwise five and the rest. */
function atMark(group: Group): Group[] {
  const { numbers, gaps } = group
  const marks = numbers.length > FIVE ? ['\n', '|', ';', '/'] : ['|', ';', '/']
  const mark = marks.find((sign) => gaps.length > 1 && gaps.filter((gap) => gap.includes(sign)).length === 1)
  const at = mark === undefined ? FIVE : gaps.findIndex((gap) => gap.includes(mark)) + 1
  const rest = { ...group, numbers: numbers.slice(at), gaps: gaps.slice(at) }
  const first = { ...group, numbers: numbers.slice(0, at), gaps: gaps.slice(0, at - 1) }
  return rest.numbers.length > 0 ? [first, rest] : [first]
}

/** One mark separates all numbers of a set: `12.5 34` may be a part of one, and `7 12 45: 3 9` a part of two. */
function mixedGaps({ numbers, gaps }: Group): string | undefined {
  const plain = gaps.map((gap) => gap.replace(/[()[\]{}"'’‘“”«»]/g, ''))
  // Blanks make a slash the mark between two sets.
  const marks = plain.map((gap) => (/\s\/|\/\s/.test(gap) ? ' / ' : gap.replace(/\s/g, '')))
  const place = marks.findIndex((mark) => mark !== marks[0])
  return place < 0 ? undefined : notUnderstood(`${numbers[place]}${gaps[place]}${numbers[place + 1]}`)
}
