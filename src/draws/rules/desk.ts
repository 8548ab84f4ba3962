import { addDays, dayOf, formatLongDate, type LagosDate, yearOf } from '../../platform/rules/base/calendar.ts'
import type { Schedule } from './day-result.ts'
import { hasInvisible } from '../../platform/rules/base/plain-text.ts'
import { DRAW_LIMITS } from '../../platform/rules/base/balls.ts'

/** Limits of the staff's work on draws: entering, listing, importing. */
export const DESK_LIMITS = {
  /** Seconds in which a deletion can be undone. */
  undoSeconds: 30,
  /** Seconds more for an undo that a slow network delays. */
  undoGraceSeconds: 15,
  /** Seconds in which a publication can be undone, before anything is scored or sent. */
  publishSeconds: 10,
  /** Rows of one imported file: over sixty years of all 18 games. */
  importRows: 100_000,
  /** Bytes of one imported file. */
  importBytes: 16 * 1024 * 1024,
  /** Lines of a text of draws as people write them, and characters of one line. */
  writtenLines: 20_000,
  writtenLine: 500,
  /** Days back in which the desk looks for missing draws. */
  daysBack: 3,
  /** Minutes after the time at which a result is expected until staff are alerted: the time to watch and enter a draw. */
  lateAlertMinutes: 15,
  /** Days back for which staff are alerted. After a longer stop of the server, the desk lists the draws before. */
  lateAlertDays: 1,
  /** Late draws that the staff's overview lists. */
  lateShown: 10,
  /** Draws of one page of the staff's list. */
  drawsPage: 25,
  /** Gaps of one page of the list. */
  gapsPage: 50,
  /** Rows of a checked upload whose verdicts are listed one by one. */
  verdictRows: 500,
  /** Cells of a row, far more than a draw has, and its characters. A parser takes a second for a million cells. */
  rowCells: 20,
  rowCharacters: 10_000,
  /** The lines that a note on contradictions lists. */
  listedLines: 10,
  /** Draws with the same five numbers that are compared. */
  sameSets: 20,
  /** Records before a draw: enough to find the last serial number of a year. */
  precedingRecords: 120,
  /** Plans that may become stale before the draws are locked while the next one is made. */
  stalePlans: 2,
  /** Where the desk looks for the draw that was saved last. No index has the user, so that the rows are few. */
  latestSaved: { rows: 200, minutes: 10 },
} as const

/** A draw that staff enter. */
export interface DeskLine {
  game: string
  date: LagosDate
  schedule: Schedule | null
  /** The recorded draw. A sample is shown to players, so it is not due, but staff can still enter the real one. */
  record: 'real' | 'sample' | null
}

/** The state of a draw for staff. `due`: staking has ended; `late`: the result is overdue. */
export type DeskState = 'entered' | 'sample' | 'coming' | 'due' | 'late'

export function deskState({ record, schedule }: DeskLine, now: number): DeskState {
  if (record) return record === 'real' ? 'entered' : 'sample'
  if (!schedule || now < schedule.closesAt) return 'coming'
  return now < schedule.expectedAt ? 'due' : 'late'
}

/**
 * The draw that the desk opens on: the earliest due one of today, else the next one of today. Null if today has none left:
 * the draws of earlier days are listed, because a form that opens one of them by itself gets today's numbers.
 *
 * @param today lines of today in the order of their closing times
 */
export function nextToEnter(today: readonly DeskLine[], now: number): DeskLine | null {
  const isDue = (line: DeskLine) => ['due', 'late'].includes(deskState(line, now))
  const isComing = (line: DeskLine) => line.schedule && deskState(line, now) === 'coming'
  return today.find(isDue) ?? today.find(isComing) ?? null
}

/** A day in words, because 23 and 24 look alike: `Friday 4 July, yesterday`; with its year unless it is of this year. */
export function dayInWords(date: LagosDate, today: LagosDate): string {
  const day = formatLongDate(date)
  const shown = yearOf(date) === yearOf(today) ? day.slice(0, -5) : day
  return `${shown}, ${distance(dayOf(today) - dayOf(date))}`
}

function distance(daysAgo: number): string {
  if (daysAgo === 0) return 'today'
  if (daysAgo === 1) return 'yesterday'
  if (daysAgo === -1) return 'tomorrow'
  return daysAgo > 0 ? `${daysAgo} days ago` : `in ${-daysAgo} days`
}

/** A game's name or operator, trimmed; null if it has invisible characters or is too long. */
export function parseGameText(text: string, limit: number = DRAW_LIMITS.gameName): string | null {
  const plain = text.trim()
  return hasInvisible(plain) || plain.length > limit ? null : plain
}

/** The first day of a new slot: tomorrow, because the slots of today may have begun. */
export const earliestSlot = (today: LagosDate): LagosDate => addDays(today, 1)
