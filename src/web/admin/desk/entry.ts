import type { LagosDate } from '../../../domain/calendar.ts'
import { type Draw, type DrawInput, type Problem, parseDraw, warningsFor } from '../../../domain/draw.ts'
import { LIMITS } from '../../../domain/limits.ts'
import type { DrawType } from '../../../domain/positions.ts'
import type { AnswerOf } from '../../api/call.ts'

export type DeskDay = AnswerOf<'GET /api/admin/desk'>
export type DeskGame = DeskDay['games'][number]
export type DeskDraw = NonNullable<DeskGame['draw']>

/** What stands on the desk: everything as it was typed. */
export interface Entry {
  game: string
  date: string
  serial: string
  winning: readonly string[]
  machine: readonly string[]
  machineLater: boolean
  noDraw: boolean
  /** Set while a recorded draw is corrected: which one, and the version that was seen. */
  correcting: { id: number; version: number } | null
  reason: string
}

const EMPTY_SET: readonly string[] = Array.from({ length: LIMITS.ballsPerSet }, () => '')

/** An empty desk for a draw. */
export function blankEntry(game: string, date: string): Entry {
  return {
    game,
    date,
    serial: '',
    winning: EMPTY_SET,
    machine: EMPTY_SET,
    machineLater: false,
    noDraw: false,
    correcting: null,
    reason: '',
  }
}

/** A set of up to five numbers as five cells. */
export function cellsOf(numbers: readonly (string | number)[]): string[] {
  return EMPTY_SET.map((_, i) => (numbers[i] === undefined ? '' : String(numbers[i])))
}

/** A recorded draw on the desk, to be corrected. */
export function entryOf(game: string, draw: DeskDraw, reason = ''): Entry {
  return {
    ...blankEntry(game, draw.date),
    serial: draw.serial === null ? '' : String(draw.serial),
    winning: cellsOf(draw.winning),
    machine: cellsOf(draw.machine),
    machineLater: draw.machine.length === 0,
    noDraw: draw.state === 'no_draw',
    correcting: { id: draw.id, version: draw.version },
    reason,
  }
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/** Whether anything has been typed that would be lost. */
export function hasTyped({ winning, machine, serial, noDraw, reason }: Entry): boolean {
  return !isBlank(winning) || !isBlank(machine) || serial !== '' || noDraw || reason !== ''
}

/** The entry as a call takes it. */
export function inputOf({ game, date, serial, winning, machine, machineLater, noDraw }: Entry) {
  const numbers = (cells: readonly string[]) => (noDraw || isBlank(cells) ? [] : [...cells])
  return {
    game,
    date,
    serial: serial.trim() === '' ? null : serial,
    status: noDraw ? ('no_draw' as const) : ('ok' as const),
    winning: numbers(winning),
    machine: machineLater ? [] : numbers(machine),
  } satisfies DrawInput
}

export interface Checked {
  draw: Draw | null
  /** By field, every problem in one text. */
  problems: Partial<Record<Problem['field'] | 'reason', string>>
  warnings: string[]
}

/** Holds an entry against the rules that the server holds it against, and against what only a desk can ask for. */
export function checkEntry(
  entry: Entry,
  day: DeskDay | undefined,
  today: LagosDate,
  games: readonly DeskGame[],
  now: number,
): Checked {
  const { draw, problems: found = [] } = parseDraw(
    inputOf(entry),
    today,
    new Set(games.map(({ key }) => key)),
  )
  const problems: Checked['problems'] = {}
  for (const { field, message } of found)
    problems[field] = problems[field] ? `${problems[field]} ${message}` : message
  if (!entry.noDraw && isBlank(entry.machine) && !entry.machineLater)
    problems.machine = 'Type the machine numbers, or tick "Machine numbers later".'
  if (entry.correcting && entry.reason.trim() === '') problems.reason = 'Say why.'
  const isRight = draw && Object.keys(problems).length === 0
  return { draw: isRight ? draw : null, problems, warnings: draw ? oddities(draw, day, games, now) : [] }
}

function oddities(draw: Draw, day: DeskDay | undefined, games: readonly DeskGame[], now: number): string[] {
  const known = day?.date === draw.date ? day.games : []
  const others = known.flatMap(({ key, draw: other }) =>
    other && !other.hidden && other.source !== 'sample' ? [{ ...other, game: key }] : [],
  )
  const line = known.find(({ key }) => key === draw.game)
  const before = line?.before && { ...draw, ...line.before }
  const game = games.find(({ key }) => key === draw.game)
  const warnings = warningsFor(draw, game, others, before ?? undefined)
  if (line?.schedule && now < line.schedule.closesAt)
    warnings.push('Staking for this draw has not closed yet.')
  return warnings
}

/** The cells of a set with one of them changed. */
export function withCell(entry: Entry, type: DrawType, place: number, value: string): Entry {
  return { ...entry, [type]: entry[type].map((cell, i) => (i === place ? value : cell)) }
}
