import { parseBall } from '../../../platform/rules/base/balls.ts'
import {
  FIRST_YEAR,
  type LagosDate,
  LAST_YEAR,
  parseDate,
  type Weekday,
  WEEKDAYS,
} from '../../../platform/rules/base/calendar.ts'
import { labFigure, type LabFigureKey, type LabInput } from './figures.ts'
import { LAB_SETS, type LabScope, type LabSet } from './scope.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'

/** The choice of a figure and its draws in an address, for the server and for the form. */

/** The fields that choose draws. The others belong to the figure. */
export const SCOPE_FIELDS = ['games', 'operator', 'weekday', 'window', 'from', 'to', 'set', 'holes'] as const
/** The fields of an address, as typed; each may be missing or empty. */
const LAB_INPUTS = ['box', 'number', 'numbers', 'lag'] as const satisfies LabInput[]
export const LAB_FIELDS = [...SCOPE_FIELDS, ...LAB_INPUTS] as const
export type LabField = (typeof LAB_FIELDS)[number]
export type TypedLabQuery = Partial<Record<LabField, string>>

export interface LabQuery {
  figure: LabFigureKey
  /** Keys of games; null for all. */
  games: readonly string[] | null
  operator: string | null
  weekday: Weekday | null
  window: LabScope['window']
  set: LabSet
  /** Whether pairs of draws with a hole of the calendar between them are left out. */
  leavesOutHoles: boolean
  /** The place of a ball, from 1; null for any. With both sets 6 to 10 are the machine's. */
  box: number | null
  number: number | null
  /** Two to five different numbers. */
  numbers: readonly number[] | null
  lag: number
}

export const LAB_LAGS = [1, 2, 3] as const
export const LAB_LIMITS = {
  lastDraws: 1000,
  fewestNumbers: 2,
  mostNumbers: 5,
  /** Draws of a page behind a mark. */
  pageDraws: 20,
} as const

type Problems = Partial<Record<LabField, string>>

/** The fields that change the answer of a figure. Those of a range of dates count with `window=dates` only. */
export function usedFields(figure: LabFigureKey, { window }: TypedLabQuery): LabField[] {
  const { sets, inputs, joinsDraws } = labFigure(figure)
  const unused = new Set<LabField>([
    ...(window?.trim() === 'dates' ? [] : (['from', 'to'] as const)),
    ...(sets.length > 1 ? [] : (['set'] as const)),
    ...(joinsDraws ? [] : (['holes'] as const)),
    ...LAB_INPUTS.filter((input) => !inputs.includes(input)),
  ])
  return LAB_FIELDS.filter((field) => !unused.has(field))
}

/**
 * Reads a choice. A value without effect is refused, because the caller means another question.
 *
 * @returns the query, or a sentence for each invalid field
 */
export function parseLabQuery(
  figure: LabFigureKey,
  typed: TypedLabQuery,
): { query: LabQuery } | { problems: Problems } {
  const { sets } = labFigure(figure)
  const used = usedFields(figure, typed)
  const problems: Problems = {}
  for (const field of LAB_FIELDS)
    if (typed[field]?.trim() && !used.includes(field)) problems[field] = 'This has no effect here.'
  /** The value of a field; `unset` for an empty one. */
  const read = <T>(field: LabField, unset: T, parse: (text: string) => T | null, problem: string): T => {
    const text = typed[field]?.trim() ?? ''
    if (text === '' || problems[field]) return unset
    const value = parse(text)
    if (value !== null) return value
    problems[field] = problem
    return unset
  }
  const set = read('set', itemAt(sets, 0), oneOf(LAB_SETS), 'The set must be winning, machine or both.')
  const boxes = set === 'both' ? 10 : 5
  const query: LabQuery = {
    figure,
    games: read('games', null, gamesOf, 'Choose games of the list.'),
    operator: read('operator', null, (text) => text, ''),
    weekday: read<Weekday | null>('weekday', null, oneOf(WEEKDAYS), 'Choose a day of the week.'),
    window: readWindow(typed, problems),
    set,
    leavesOutHoles: read(
      'holes',
      false,
      (text) => (text === 'out' ? true : text === 'join' ? false : null),
      'The holes must be join or out.',
    ),
    box: read('box', null, wholeFrom(1, boxes), `The box must be from 1 to ${boxes}.`),
    number: read('number', null, parseBall, 'Enter a number from 1 to 90.'),
    numbers: read<number[] | null>(
      'numbers',
      null,
      parseNumbers,
      'Enter two to five different numbers from 1 to 90.',
    ),
    lag: read('lag', 1, wholeFrom(1, 3), 'Choose one, two or three draws later.'),
  }
  return Object.keys(problems).length > 0 ? { problems } : { query }
}

/** A game that is named twice counts once. */
const gamesOf = (text: string): string[] => [...new Set(text.split(','))]

const oneOf =
  <T extends string>(values: readonly T[]) =>
  (text: string): T | null =>
    values.find((value) => value === text) ?? null

const wholeFrom =
  (lowest: number, highest: number) =>
  (text: string): number | null => {
    const value = Number(text)
    return /^\d{1,4}$/.test(text) && value >= lowest && value <= highest ? value : null
  }

/** `33 45`, `33, 45` or `33-45-7`: in ascending order. */
function parseNumbers(text: string): number[] | null {
  const balls = text
    .split(/[\s,;.-]+/)
    .filter(Boolean)
    .map(parseBall)
  const numbers = balls.filter((ball) => ball !== null).sort((a, b) => a - b)
  const isValid = numbers.length === balls.length && new Set(numbers).size === numbers.length
  return isValid && numbers.length >= LAB_LIMITS.fewestNumbers && numbers.length <= LAB_LIMITS.mostNumbers
    ? numbers
    : null
}

/** `all`, a year, `last 50`, or `dates` with `from` and `to`. */
function readWindow(typed: TypedLabQuery, problems: Problems): LabScope['window'] {
  const text = typed.window?.trim() ?? ''
  if (text === '' || text === 'all') return 'all'
  if (text === 'dates') return readDates(typed, problems)
  const year = wholeFrom(FIRST_YEAR, LAST_YEAR)(text)
  if (year !== null) return { year }
  const last = wholeFrom(1, LAB_LIMITS.lastDraws)(/^last[ -](\d+)$/.exec(text)?.[1] ?? text)
  if (last !== null) return { last }
  problems.window = `The window must be all, dates, a year, or the last 1 to ${LAB_LIMITS.lastDraws} draws.`
  return 'all'
}

function readDates(typed: TypedLabQuery, problems: Problems): LabScope['window'] {
  const [from, to] = (['from', 'to'] as const).map((field): LagosDate | null => {
    const date = parseDate(typed[field]?.trim() ?? '')
    if (date === null) problems[field] = 'Enter a date.'
    return date
  })
  if (!from || !to) return 'all'
  if (from > to) problems.to = 'The last date must not be before the first.'
  return { from, to }
}

/** The address of a figure of the lab. @param more fields beside the choice of draws */
export function labFigurePath(
  figure: LabFigureKey,
  typed: TypedLabQuery,
  more: Record<string, string> = {},
): string {
  const fields = Object.entries({ figure, ...typed, ...more })
  const written = fields.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%20', '+')}`)
  return `${PATHS.statistics}?${written.join('&')}`
}
