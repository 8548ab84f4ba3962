import { addDays, type LagosDate } from './calendar.ts'
import type { Schedule } from './day-result.ts'
import { INVISIBLE } from './identity.ts'
import { LIMITS } from './limits.ts'

/** A draw that staff are to enter, or have entered. */
export interface DeskLine {
  game: string
  date: LagosDate
  schedule: Schedule | null
  /** What is recorded of it. Players see a generated result, so it is not due; staff can still enter the real one. */
  record: 'real' | 'sample' | null
}

/** The state of a draw for staff. `due`: staking has ended; `late`: the result should be in already. */
export type DeskState = 'entered' | 'sample' | 'coming' | 'due' | 'late'

export function deskState({ record, schedule }: DeskLine, now: number): DeskState {
  if (record) return record === 'real' ? 'entered' : 'sample'
  if (!schedule || now < schedule.closesAt) return 'coming'
  return now < schedule.expectedAt ? 'due' : 'late'
}

/**
 * The draw that the desk opens on: the one of today that has waited longest, else the latest of the days before that
 * is not entered, else the next one of today. Null when everything is in.
 *
 * @param today lines of today in the order of their closing times
 * @param missing lines of the days before without a result, newest first
 */
export function nextToEnter(
  today: readonly DeskLine[],
  missing: readonly DeskLine[],
  now: number,
): DeskLine | null {
  const waiting = today.find((line) => ['due', 'late'].includes(deskState(line, now)))
  const next = today.find((line) => line.schedule && deskState(line, now) === 'coming')
  return waiting ?? missing[0] ?? next ?? null
}

/** A game's name or operator as it is kept; null when it holds signs that cannot be seen or is too long. */
export function parseGameText(text: string): string | null {
  const plain = text.trim()
  return INVISIBLE.test(plain) || plain.length > LIMITS.gameName ? null : plain
}

/** The first day from which a new slot may hold: what has begun today is never changed. */
export function earliestSlot(today: LagosDate): LagosDate {
  return addDays(today, 1)
}
