import { DRAW_LIMITS, type DrawType } from '../../../platform/rules/base/balls.ts'
import { instantAt, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import { type Draw, type DrawInput, type DrawProblem, parseDraw } from '../../rules/draw.ts'
import { isEarly, warningsFor } from '../../rules/draw-warnings.ts'
import { gameMatcher } from '../../rules/game-names.ts'
import { slotOn } from '../../rules/draw-calendar.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { type DeskLine, nextToEnter } from '../../rules/desk.ts'

export type DeskDay = AnswerOf<'GET /api/admin/desk'>
export type DeskGame = DeskDay['games'][number]
export type DeskDraw = NonNullable<DeskGame['draw']>

/** The desk's form: every value as it was typed. */
export interface Entry {
  /** What arrived in the box. The other fields show what was read in it. */
  text: string
  game: string
  date: string
  /** Null while the user has not typed one: then the proposed number is shown and saved. */
  serial: string | null
  winning: readonly string[]
  machine: readonly string[]
  machineLater: boolean
  noDraw: boolean
  /** The recorded draw that is being corrected, with the version that the correction is based on; null for a new draw. */
  correcting: { id: number; version: number } | null
  reason: string
  /** The game's name, typed to publish a result before its close. */
  name: string
  /** What was being typed when an undone draw took the form. It opens again after this one. */
  later: Entry | null
}

const EMPTY_SET: readonly string[] = Array.from({ length: DRAW_LIMITS.ballsPerSet }, () => '')

/** An empty form for a draw. */
export function blankEntry(game: string, date: string): Entry {
  return {
    text: '',
    game,
    date,
    serial: null,
    winning: EMPTY_SET,
    machine: EMPTY_SET,
    machineLater: false,
    noDraw: false,
    correcting: null,
    reason: '',
    name: '',
    later: null,
  }
}

/** Up to five numbers as five cells. */
export function cellsOf(numbers: readonly (string | number)[]): string[] {
  return EMPTY_SET.map((_, i) => (numbers[i] === undefined ? '' : String(numbers[i])))
}

/** The form filled with a recorded draw, for a correction. */
export function entryOf(
  game: string,
  draw: Pick<DeskDraw, 'id' | 'version' | 'date' | 'state' | 'serial' | DrawType>,
  reason = '',
): Entry {
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

/** The winning numbers in words. */
export const numbersOf = ({ state, winning }: Pick<Draw, 'state' | 'winning'>): string =>
  state === 'no_draw' ? 'No draw' : winning.join(' - ')

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/** Whether the form has input worth keeping. */
export function hasTyped(entry: Entry): boolean {
  const { text, serial, noDraw, reason } = entry
  return text !== '' || hasNumbers(entry) || (serial ?? '') !== '' || noDraw || reason !== ''
}

/** Whether a cell has input. */
export const hasNumbers = ({ winning, machine }: Entry) => !isBlank(winning) || !isBlank(machine)

/** Whether a field of the specification's form is empty: game, date, winning and machine numbers. */
export function lacksFields({ game, date, winning, machine, machineLater, noDraw }: Entry): boolean {
  const lacksNumbers = isBlank(winning) || (isBlank(machine) && !machineLater)
  return game === '' || date === '' || (!noDraw && lacksNumbers)
}

/** The entry with the recorded or the proposed serial number where the user has not typed one. */
export function withSerial(entry: Entry, day: DeskDay | undefined): Entry & { serial: string } {
  const line = lineOf(entry, day)
  const recorded = line?.draw && line.draw.source !== 'sample' ? line.draw : null
  const proposed = recorded ? recorded.serial : line?.nextSerial
  return { ...entry, serial: entry.serial ?? String(proposed ?? '') }
}

/** The game of the entry on its day; undefined before the answer about that day. */
export function lineOf({ game, date }: Pick<Entry, 'game' | 'date'>, day: DeskDay | undefined) {
  return day?.date === date ? day.games.find(({ key }) => key === game) : undefined
}

/** The entry in the API's format. */
export function inputOf({ game, date, serial, winning, machine, machineLater, noDraw }: Entry) {
  const numbers = (cells: readonly string[]) => (noDraw || isBlank(cells) ? [] : [...cells])
  return {
    game,
    date,
    serial: (serial ?? '').trim() === '' ? null : serial,
    status: noDraw ? ('no_draw' as const) : ('ok' as const),
    winning: numbers(winning),
    machine: machineLater ? [] : numbers(machine),
  } satisfies DrawInput
}

interface Checked {
  draw: Draw | null
  /** One text per field, with all its problems. */
  problems: Partial<Record<DrawProblem['field'] | 'reason' | 'name', string>>
  warnings: string[]
  /** The close before which a new result needs the name of its game, in milliseconds; null once staking has closed. */
  openUntil: number | null
}

/** Checks an entry by the server's rules and by the desk's own. */
export function checkEntry(
  entry: Entry,
  day: DeskDay | undefined,
  today: LagosDate,
  games: readonly DeskGame[],
  now: number,
): Checked {
  const { draw, problems: found = [] } = parseDraw(inputOf(withSerial(entry, day)), today, gameMatcher(games))
  const problems: Checked['problems'] = {}
  for (const { field, message } of found)
    problems[field] = problems[field] ? `${problems[field]} ${message}` : message
  if (entry.game === '') problems.game = 'Choose a game.'
  if (!entry.noDraw && isBlank(entry.machine) && !entry.machineLater)
    problems.machine = 'Type the machine numbers, or press "Machine later".'
  if (entry.correcting && entry.reason.trim() === '') problems.reason = 'Say why.'
  const isValid = draw && Object.keys(problems).length === 0
  const game = games.find(({ key }) => key === entry.game)
  const slot = draw && !entry.correcting && isEarly(draw, game, now) ? slotOn(game!, draw.date) : null
  return {
    draw: isValid ? draw : null,
    problems,
    warnings: draw ? warningsOf(draw, day, games) : [],
    openUntil: slot && instantAt(draw!.date, slot.close),
  }
}

/** The warnings that follow from the day alone, while typing. On saving, the server checks the whole history. */
function warningsOf(draw: Draw, day: DeskDay | undefined, games: readonly DeskGame[]): string[] {
  const known = day?.date === draw.date ? day.games : []
  const others = known.flatMap(({ key, draw: other }): Draw[] =>
    other && other.source !== 'sample' ? [{ ...other, game: key }] : [],
  )
  const before = known.find(({ key }) => key === draw.game)?.before
  if (before) others.push({ ...draw, ...before })
  return warningsFor(draw, games, { others, daysBefore: [] })
}

/** The cells of a set with one of them changed. */
export function withCell(entry: Entry, type: DrawType, place: number, value: string): Entry {
  return { ...entry, [type]: entry[type].map((cell, i) => (i === place ? value : cell)) }
}

/** The scheduled draws of a day, by closing time. */
export function deskLines({ date, games }: Pick<DeskDay, 'date' | 'games'>): DeskLine[] {
  return games
    .filter(({ schedule }) => schedule)
    .map(({ key, schedule, draw }): DeskLine => ({
      game: key,
      date,
      schedule,
      record: draw === null ? null : draw.source === 'sample' ? 'sample' : 'real',
    }))
    .sort((a, b) => a.schedule!.closesAt - b.schedule!.closesAt)
}

/**
 * The next draw of today to enter; null when none is left.
 * @param now milliseconds
 * @param saved draws that are not due, even if `today` has no record of them: those about to be published
 */
export function nextLine(
  today: Pick<DeskDay, 'date' | 'games'>,
  now: number,
  saved: readonly { game: string; date: string }[],
): DeskLine | null {
  const isSaved = (line: DeskLine) => saved.some(({ game, date }) => game === line.game && date === line.date)
  const lines = deskLines(today).map((line) => (isSaved(line) ? { ...line, record: 'real' as const } : line))
  return nextToEnter(lines, now)
}

/** An empty form for a line of the desk; without one, for a game that staff choose. */
export const entryFor = (line: DeskLine | null, today: Pick<DeskDay, 'today'>): Entry =>
  blankEntry(line?.game ?? '', line?.date ?? today.today)
