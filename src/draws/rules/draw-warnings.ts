import {
  capitalised,
  dateOfDay,
  dayOf,
  endOfDay,
  formatDate,
  instantAt,
  type LagosDate,
  weekdayOf,
  yearOf,
} from '../../platform/rules/base/calendar.ts'
import type { Draw } from './draw.ts'
import { DRAW_LIMITS, DRAW_TYPES, type DrawType } from '../../platform/rules/base/balls.ts'
import { drawDays, missingDays } from './gaps.ts'
import { slotOn } from './draw-calendar.ts'
import type { Game } from './games.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'

/** The recorded draws that a draw is compared with, without samples. */
export interface NeighbouringDraws {
  /** Draws of any game and day that may have the same five numbers, at most `DESK_LIMITS.sameSets` per set. */
  others: readonly Draw[]
  /** The last draw with a serial number among the game's `DESK_LIMITS.precedingRecords` records before it, if it is of its year. */
  lastNumbered?: Draw | undefined
  /** The day numbers of the game's {@link RECORDS_FOR_GAPS} records before it, oldest first. */
  daysBefore: readonly number[]
  /** The game's next record, unless it is written together with this draw. */
  after?: Draw | undefined
}

/** Enough to know which days the moved draws fill. */
const RECORDS_FOR_GAPS = 5

/** What warnings need of a game's records before a draw. @param before oldest first, including days without a draw */
export function recordsBefore(
  draw: Pick<Draw, 'date'>,
  before: readonly Draw[],
): Pick<NeighbouringDraws, 'lastNumbered' | 'daysBefore'> {
  const year = yearOf(draw.date)
  let last = before.length - 1
  while (last >= 0 && itemAt(before, last).serial === null) last--
  const lastNumbered = before[last]
  return {
    lastNumbered: lastNumbered && yearOf(lastNumbered.date) === year ? lastNumbered : undefined,
    daysBefore: before.slice(-RECORDS_FOR_GAPS).map(({ date }) => dayOf(date)),
  }
}

/** Why an import refuses a result from before its close, which most likely belongs to another draw. */
export const EARLY_WARNING = 'Staking for this draw has not closed yet.'

/** Whether a draw's staking is still open at `now`, in milliseconds. */
export function isEarly(
  { date }: Pick<Draw, 'date'>,
  game: Pick<Game, 'slots' | 'changes'> | undefined,
  now: number,
): boolean {
  if (now >= endOfDay(date)) return false
  const slot = game && slotOn(game, date)
  return slot != null && now < instantAt(date, slot.close)
}

/** The facts of a game that warnings need. */
type WarnedGame = Pick<Game, 'key' | 'name' | 'slots' | 'changes'>

/**
 * Warnings about likely mistakes, which do not refuse a draw: a ball in both sets (one typing error in
 * 3,819 real draws), a weekday without a slot, five numbers in the order of another draw (one error in 5,082 real sets),
 * a serial number out of order (41 of 2,546 real draws). A gap before the draw is no mistake in it: see {@link gapNotes}.
 */
export function warningsFor(
  draw: Draw,
  games: readonly WarnedGame[],
  neighbours: NeighbouringDraws,
): string[] {
  const game = games.find(({ key }) => key === draw.game)
  const warnings: string[] = []
  const both = draw.winning.filter((ball) => draw.machine.includes(ball))
  if (both.length > 0) warnings.push(`${both.join(', ')} ${both.length === 1 ? 'is' : 'are'} in both sets.`)
  // The times of a game that was just added say nothing about its draws before.
  if (game?.slots.some(({ validFrom }) => validFrom <= draw.date) && !slotOn(game, draw.date)) {
    warnings.push(`${game.name} does not usually draw on a ${capitalised(weekdayOf(draw.date))}.`)
  }
  const nameOf = (key: string) => games.find((one) => one.key === key)?.name ?? key
  for (const type of DRAW_TYPES) {
    const twins = twinsOf(draw, type, neighbours.others)
    if (twins.length > 0) warnings.push(twinText(draw, type, twins, nameOf))
  }
  return [...warnings, ...serialWarnings(draw, game, neighbours)]
}

interface Twin {
  draw: Draw
  type: DrawType
}

/** The draws with the same five numbers in the same order, nearest day first. */
function twinsOf(draw: Draw, type: DrawType, others: readonly Draw[]): Twin[] {
  const found = others.flatMap((other) =>
    other.game === draw.game && other.date === draw.date
      ? []
      : DRAW_TYPES.filter((theirs) => sameSet(draw[type], other[theirs])).map((theirs) => ({
          draw: other,
          type: theirs,
        })),
  )
  const distance = ({ draw: { date } }: Twin) => Math.abs(Date.parse(date) - Date.parse(draw.date))
  return found.sort((a, b) => distance(a) - distance(b))
}

function twinText(draw: Draw, type: DrawType, twins: readonly Twin[], nameOf: (key: string) => string) {
  const [{ draw: other, type: theirs }] = twins as [Twin]
  const day = other.date === draw.date ? 'that day' : formatDate(other.date)
  const where = `${nameOf(other.game)} of ${day}`
  const rest = twins.length > 1 ? ' and others' : ''
  return theirs === type
    ? `The same ${type} numbers as ${where}${rest}.`
    : `The same ${type} numbers as the ${theirs} numbers of ${where}${rest}.`
}

const sameSet = (a: readonly number[], b: readonly number[]): boolean =>
  a.length > 0 && a.every((ball, i) => ball === b[i])

/** Serial numbers restart each year and count every draw. */
function serialWarnings(
  draw: Draw,
  game: WarnedGame | undefined,
  { lastNumbered: last, after }: NeighbouringDraws,
): string[] {
  const { serial, date } = draw
  if (serial === null) return []
  const isOfYear = (other: Draw) => other.serial !== null && yearOf(other.date) === yearOf(date)
  const text = (kind: string, other: Draw) =>
    `No. ${serial} ${kind}: the draw of ${formatDate(other.date)} has No. ${other.serial}.`
  const warnings: string[] = []
  if (last) {
    const step = serial - last.serial!
    if (step < 0) warnings.push(text('is too low', last))
    else if (step === 0) warnings.push(text('repeats', last))
    else if (step > 1 && step > drawsBetween(game, last.date, date)) warnings.push(text('skips', last))
  }
  if (after && isOfYear(after) && after.serial! <= serial)
    warnings.push(text(after.serial === serial ? 'repeats' : 'is too high', after))
  return warnings
}

/**
 * The serial number that a draw most likely has: the calendar counts on from the last numbered draw of its year. It was
 * right for 98 % of 2,129 real draws. Null for a game without serial numbers.
 */
export function nextSerial(
  game: Pick<Game, 'slots' | 'changes'>,
  date: LagosDate,
  lastNumbered: Pick<Draw, 'date' | 'serial'> | undefined,
): number | null {
  if (!lastNumbered) return null
  const serial = lastNumbered.serial! + drawsBetween(game, lastNumbered.date, date)
  return serial <= DRAW_LIMITS.highestSerial ? serial : null
}

/** The number of draws in a game's calendar after the day `from` up to and including `to`; at least one. */
function drawsBetween(
  game: Pick<Game, 'slots' | 'changes'> | undefined,
  from: LagosDate,
  to: LagosDate,
): number {
  return Math.max(1, game ? drawDays(game, dayOf(from) + 1, dayOf(to)).length : 0)
}

/** The missing draws directly before a draw, as a sentence. @param daysBefore see {@link NeighbouringDraws} */
export function gapNotes(
  { date }: Pick<Draw, 'date'>,
  game: Pick<Game, 'slots' | 'changes'> | undefined,
  daysBefore: readonly number[],
): string[] {
  const last = daysBefore[daysBefore.length - 1]
  if (!game || last === undefined) return []
  const day = dayOf(date)
  if (drawDays(game, last + 1, day - 1).length === 0) return []
  const gaps = missingDays(game, [...daysBefore, day], day).filter((missing) => missing > last)
  if (gaps.length === 0) return []
  if (gaps.length === 1)
    return [`The draw before this one, of ${formatDate(dateOfDay(itemAt(gaps, 0)))}, is not recorded.`]
  return [`${gaps.length} draws since ${formatDate(dateOfDay(last))} are not recorded.`]
}
