import { parseBall, textOf, DRAW_LIMITS, DRAW_TYPES, type DrawType } from '../../platform/rules/base/balls.ts'
import type { LagosDate } from '../../platform/rules/base/calendar.ts'
import type { GameMatcher } from './game-names.ts'
import { type DateOrder, readDay } from './written-dates.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'

/** `no_draw`: the draw of that day did not take place. */
export const DRAW_STATES = ['drawn', 'no_draw'] as const
export type DrawState = (typeof DRAW_STATES)[number]

export const DRAW_SOURCES = ['sample', 'import', 'staff'] as const

/** A checked draw. */
export interface Draw {
  game: string
  date: LagosDate
  state: DrawState
  /** Number of the draw within its year, where it is known. */
  serial: number | null
  /** Five numbers in drawing order; empty if the draw did not take place. */
  winning: readonly number[]
  /** Five numbers in drawing order; empty while they are not known. */
  machine: readonly number[]
}

/** A draw from a form, a file or a request, unchecked. */
export interface DrawInput {
  game: unknown
  date: unknown
  serial?: unknown
  /** `ok`, `no draw` or `suspect`, in any letter case; missing means `ok`. */
  status?: unknown
  winning: readonly unknown[]
  machine: readonly unknown[]
}

export interface DrawProblem {
  field: 'game' | 'date' | 'serial' | 'status' | 'winning' | 'machine'
  message: string
}

type ParsedDraw = { draw: Draw; problems?: undefined } | { draw?: undefined; problems: DrawProblem[] }

const isBlank = (value: unknown) => value == null || (typeof value === 'string' && value.trim() === '')

/** A number without the decimals that spreadsheets add: "7.0" and "7,00" are "7". */
const withoutDecimals = (value: unknown) => textOf(value).replace(/[.,]0+$/, '')
/** Most balls are one or two digits, which an import reads without a regular expression. */
const ballOf = (value: unknown) => parseBall(isShort(value) ? value : withoutDecimals(value))
const isShort = (value: unknown) => typeof value === 'string' && value.length <= 2

function parseSet(values: readonly unknown[], type: DrawType, problems: DrawProblem[]): number[] {
  const complain = (message: string) => void problems.push({ field: type, message })
  const balls = values.map(ballOf)
  if (values.length !== DRAW_LIMITS.ballsPerSet)
    complain(`Enter exactly five ${type} numbers, not ${values.length}.`)
  else
    for (const place of balls.keys()) {
      const problem = placeProblem(values, balls, place, type)
      if (problem) complain(problem)
    }
  return balls as number[]
}

/** The problem with one number of a set: not from 1 to 90, or a repetition of an earlier place; null if it is valid. */
export const ballProblem = (values: readonly unknown[], place: number, type: DrawType): string | null =>
  placeProblem(values, values.map(ballOf), place, type)

/** @param balls null for a value that is not a ball */
function placeProblem(
  values: readonly unknown[],
  balls: readonly (number | null)[],
  place: number,
  type: DrawType,
): string | null {
  const ball = itemAt(balls, place)
  if (ball === null) {
    const typed = textOf(values[place]).slice(0, 20)
    return `The ${type} number in place ${place + 1} must be a whole number from 1 to 90${typed && `, not ${typed}`}.`
  }
  const isRepeated = balls.indexOf(ball) < place
  return isRepeated ? `${ball} is entered twice among the ${type} numbers.` : null
}

function parseSerial(value: unknown, problems: DrawProblem[]): number | null {
  if (isBlank(value)) return null
  const text = withoutDecimals(value)
  const serial = Number(text)
  if (/^\d{1,3}$/.test(text) && serial >= 1) return serial
  problems.push({
    field: 'serial',
    message: `The serial number must be a whole number from 1 to ${DRAW_LIMITS.highestSerial}.`,
  })
  return null
}

function parseDrawDate(
  value: unknown,
  today: LagosDate,
  order: DateOrder | 'unknown',
  problems: DrawProblem[],
): LagosDate | null {
  const { date, problem } = readDay(typeof value === 'string' ? value : '', order)
  if (problem !== undefined) problems.push({ field: 'date', message: problem })
  else if (date > today) problems.push({ field: 'date', message: `The date ${date} is in the future.` })
  return date ?? null
}

/** Statuses by their letters only: files contain "OK", "no draw" and "N O  D R A W". */
const STATUSES = new Map<string, 'drawn' | 'no_draw' | 'suspect'>([
  ['', 'drawn'],
  ['ok', 'drawn'],
  ['nodraw', 'no_draw'],
  ['suspect', 'suspect'],
])

function parseStatus(value: unknown, problems: DrawProblem[]): 'drawn' | 'no_draw' | 'suspect' | undefined {
  const text = textOf(value)
  const status = STATUSES.get(text.toLowerCase().replace(/[\s_-]/g, ''))
  const complain = (message: string) => void problems.push({ field: 'status', message })
  if (status === undefined) complain(`The status must be ok, no draw or suspect, not "${text.slice(0, 20)}".`)
  if (status === 'suspect') complain('The row is marked suspect.')
  return status
}

function parseGame(value: unknown, findGame: GameMatcher, problems: DrawProblem[]): string | null {
  const { game, candidates } = findGame(value)
  if (game) return game.key
  problems.push({ field: 'game', message: unknownGame(textOf(value), candidates) })
  return null
}

/** The message for an unknown game, with the games that the name may mean. */
export function unknownGame(name: string, candidates: readonly { name: string }[]): string {
  if (name === '') return 'The game is missing.'
  const near = candidates.map((game) => game.name).join(', ')
  return `Unknown game "${name.slice(0, 30)}".${near && ` Is it ${near}?`}`
}

/**
 * Checks a draw: five distinct whole numbers from 1 to 90 per set, an existing date that is not in the future, a known
 * game, and no row marked suspect. Machine numbers may be missing, because they may be published later.
 *
 * @param today the Lagos date of the request
 * @param findGame finds the games that may have draws
 * @param order the order of day and month in the date
 * @returns the checked draw, or every problem found
 */
export function parseDraw(
  input: DrawInput,
  today: LagosDate,
  findGame: GameMatcher,
  order: DateOrder | 'unknown' = 'day-first',
): ParsedDraw {
  const problems: DrawProblem[] = []
  const game = parseGame(input.game, findGame, problems)
  const date = parseDrawDate(input.date, today, order, problems)
  const serial = parseSerial(input.serial, problems)
  const status = parseStatus(input.status, problems)

  const given = { winning: dropBlankSet(input.winning), machine: dropBlankSet(input.machine) }
  let winning: number[] = []
  let machine: number[] = []
  if (status === 'no_draw') {
    for (const type of DRAW_TYPES) {
      if (given[type].length > 0)
        problems.push({ field: type, message: `A day without a draw has no ${type} numbers.` })
    }
  } else {
    winning = parseSet(given.winning, 'winning', problems)
    if (given.machine.length > 0) machine = parseSet(given.machine, 'machine', problems)
  }
  if (problems.length > 0) return { problems }
  return { draw: { game: game!, date: date!, state: status as DrawState, serial, winning, machine } }
}

/** Five empty cells are a missing set. One empty cell among filled ones is a mistake and stays. */
const dropBlankSet = (values: readonly unknown[]): readonly unknown[] => (values.every(isBlank) ? [] : values)

/** Whether two draws have the same numbers in the same places. A day without a draw has none. */
export const sameNumbers = (a: Draw, b: Draw): boolean =>
  String(a.winning) === String(b.winning) && String(a.machine) === String(b.machine)

/** Numbers that two readings of one result share at least. Two draws share three only once in 1,200 pairs. */
const SHARED_OF_ONE_RESULT = 3

/** Whether two readings are of one result, perhaps with typing errors, and not of two draws. */
export const isSameResult = (a: Pick<Draw, 'winning'>, b: Pick<Draw, 'winning'>): boolean =>
  a.winning.filter((ball) => b.winning.includes(ball)).length >= SHARED_OF_ONE_RESULT

/** Whether two readings of one draw are equal. */
export const sameDraw = (a: Draw, b: Draw): boolean =>
  a.state === b.state && a.serial === b.serial && sameNumbers(a, b)

/** One value of a recorded draw before and after a change, in words. */
export interface ValueChange {
  what: 'draw' | 'serial' | DrawType
  old: string
  new: string
}

const NOTHING = 'none'
const numbersText = (numbers: readonly number[]) => (numbers.length > 0 ? numbers.join(' - ') : NOTHING)

/** The differences between two readings of one draw. A change to "no draw" includes the removed numbers. */
export function changesBetween(from: Draw, to: Draw): ValueChange[] {
  const changes: ValueChange[] = []
  const note = (what: ValueChange['what'], old: string, next: string) => {
    if (old !== next) changes.push({ what, old, new: next })
  }
  const wasDrawn = from.state === 'no_draw' ? 'no draw' : 'drawn'
  note('draw', wasDrawn, to.state === 'no_draw' ? 'no draw' : 'drawn')
  note('serial', String(from.serial ?? NOTHING), String(to.serial ?? NOTHING))
  for (const type of DRAW_TYPES) note(type, numbersText(from[type]), numbersText(to[type]))
  return changes
}

/** A change as a sentence: `winning 1 - 2 - 3 - 4 - 5 becomes 1 - 2 - 3 - 4 - 6`. */
export const changeText = ({ what, old, new: next }: ValueChange): string => `${what} ${old} becomes ${next}`

/** Whether a change only adds what was missing: machine numbers or a serial. */
export const onlyCompletes = (from: Draw, to: Draw): boolean =>
  changesBetween(from, to).every(({ old }) => old === NOTHING)
