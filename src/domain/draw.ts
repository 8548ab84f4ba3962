import { parseBall, textOf } from './ball.ts'
import { type Game, slotOn } from './games.ts'
import { capitalised, formatDate, type LagosDate, parseDate, weekdayOf } from './calendar.ts'
import { LIMITS } from './limits.ts'
import { DRAW_TYPES, type DrawType } from './positions.ts'

/** `unconfirmed`: entered, waiting for a second person. `no_draw`: the draw of that day did not take place. */
export const DRAW_STATES = ['unconfirmed', 'drawn', 'no_draw'] as const
export type DrawState = (typeof DRAW_STATES)[number]

export const DRAW_SOURCES = ['sample', 'import', 'staff'] as const

/** One draw whose every value has been checked. */
export interface Draw {
  game: string
  date: LagosDate
  state: DrawState
  /** Number of the draw within its year, where it is known. */
  serial: number | null
  /** Five numbers in drawing order; empty when there was no draw. */
  winning: readonly number[]
  /** Five numbers in drawing order; empty while they are not known. */
  machine: readonly number[]
}

/** A draw as it comes from a form, a file or a request: nothing about it is known yet. */
export interface DrawInput {
  game: unknown
  date: unknown
  serial?: unknown
  /** `ok`, `no_draw` or `suspect`, the words of the import file; missing means `ok`. */
  status?: unknown
  winning: readonly unknown[]
  machine: readonly unknown[]
}

export interface Problem {
  field: 'game' | 'date' | 'serial' | 'status' | 'winning' | 'machine'
  message: string
}

export type Parsed = { draw: Draw; problems?: undefined } | { draw?: undefined; problems: Problem[] }

const isBlank = (value: unknown) => value == null || (typeof value === 'string' && value.trim() === '')

function parseSet(values: readonly unknown[], type: DrawType, problems: Problem[]): number[] {
  const complain = (message: string) => void problems.push({ field: type, message })
  if (values.length !== LIMITS.ballsPerSet) {
    complain(`Give exactly five ${type} numbers, not ${values.length}.`)
    return []
  }
  for (const place of values.keys()) {
    const problem = ballProblem(values, place, type)
    if (problem) complain(problem)
  }
  return values.flatMap((value) => parseBall(value) ?? [])
}

/** What is wrong with one number of a set: not from 1 to 90, or in an earlier place already. */
export function ballProblem(values: readonly unknown[], place: number, type: DrawType): string | null {
  const ball = parseBall(values[place])
  if (ball === null) return `The ${type} number in place ${place + 1} must be a whole number from 1 to 90.`
  const isRepeated = values.slice(0, place).some((value) => parseBall(value) === ball)
  return isRepeated ? `The number ${ball} stands twice among the ${type} numbers.` : null
}

function parseSerial(value: unknown, problems: Problem[]): number | null {
  if (isBlank(value)) return null
  const text = textOf(value)
  const serial = Number(text)
  if (/^\d{1,3}$/.test(text) && serial >= 1) return serial
  problems.push({
    field: 'serial',
    message: `The serial number must be a whole number from 1 to ${LIMITS.highestSerial}.`,
  })
  return null
}

function parseDrawDate(value: unknown, today: LagosDate, problems: Problem[]): LagosDate | null {
  const text = typeof value === 'string' ? value.trim() : ''
  const date = parseDate(text)
  if (!date) {
    const said = text === '' ? 'The date is missing' : `The date "${text.slice(0, 20)}" does not exist`
    problems.push({ field: 'date', message: `${said}; write it as 2023-10-02.` })
  } else if (date > today) problems.push({ field: 'date', message: `The date ${date} lies in the future.` })
  return date
}

const STATUSES = new Set(['ok', 'no_draw', 'suspect'])

/**
 * Checks a draw by the rules that refuse it: whole numbers from 1 to 90, five distinct ones a set, a date that exists
 * and is not in the future, a game that is known, nothing marked suspect. Missing machine numbers are allowed: they
 * may come later. Answers the checked draw, or every problem found.
 *
 * @param today the Lagos date at the request
 * @param games keys of the games that may be written
 */
export function parseDraw(input: DrawInput, today: LagosDate, games: ReadonlySet<string>): Parsed {
  const problems: Problem[] = []
  const game = typeof input.game === 'string' ? input.game.trim() : ''
  if (!games.has(game)) problems.push({ field: 'game', message: `Unknown game "${game.slice(0, 30)}".` })
  const date = parseDrawDate(input.date, today, problems)
  const serial = parseSerial(input.serial, problems)
  const status = isBlank(input.status) ? 'ok' : textOf(input.status)
  if (!STATUSES.has(status)) {
    problems.push({
      field: 'status',
      message: `The status must be ok, no_draw or suspect, not "${status.slice(0, 20)}".`,
    })
  }
  if (status === 'suspect') problems.push({ field: 'status', message: 'The row is marked suspect.' })

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
  if (problems.length > 0 || !date) return { problems }
  return { draw: { game, date, state: status === 'no_draw' ? 'no_draw' : 'drawn', serial, winning, machine } }
}

/** Five empty cells are a set that is not there; one empty cell among filled ones is a mistake and stays. */
function dropBlankSet(values: readonly unknown[]): readonly unknown[] {
  return values.every(isBlank) ? [] : values
}

/**
 * What is odd about a draw but does not keep it out: a ball in both sets (ten balls never repeat in 3,819 real draws
 * but for one typing error), a weekday on which the game does not draw, the five of another game of that day or of the
 * game's own draw before.
 */
export function warningsFor(
  draw: Draw,
  game: Game | undefined,
  othersThatDay: readonly Draw[],
  before?: Draw,
): string[] {
  const warnings: string[] = []
  const both = draw.winning.filter((ball) => draw.machine.includes(ball))
  if (both.length > 0) warnings.push(`${both.join(', ')} stands in both sets.`)
  if (game && game.slots.length > 0 && !slotOn(game, draw.date)) {
    warnings.push(`${game.name} does not usually draw on a ${capitalised(weekdayOf(draw.date))}.`)
  }
  for (const other of othersThatDay) {
    if (other.game === draw.game) continue
    for (const type of DRAW_TYPES) {
      if (sameSet(draw[type], other[type]))
        warnings.push(`The same ${type} numbers as ${other.game} of that day.`)
    }
  }
  if (before) {
    for (const type of DRAW_TYPES) {
      if (sameSet(draw[type], before[type]))
        warnings.push(`The same ${type} numbers as in the draw before, of ${formatDate(before.date)}.`)
    }
  }
  return warnings
}

function sameSet(a: readonly number[], b: readonly number[]): boolean {
  return a.length > 0 && a.length === b.length && a.every((ball, i) => ball === b[i])
}

/** Whether two draws have the same numbers in the same places, or both did not take place. */
export function sameNumbers(a: Draw, b: Draw): boolean {
  return (
    (a.state === 'no_draw') === (b.state === 'no_draw') &&
    String(a.winning) === String(b.winning) &&
    String(a.machine) === String(b.machine)
  )
}

/** How a draw stands right after one person typed its numbers. A day without a draw has none to type twice. */
export function stateOnEntry({ state }: Draw, needsSecondPerson: boolean): DrawState {
  return needsSecondPerson && state === 'drawn' ? 'unconfirmed' : state
}

/** Whether two readings of one draw say the same. */
export function sameDraw(a: Draw, b: Draw): boolean {
  return a.state === b.state && a.serial === b.serial && sameNumbers(a, b)
}
