import { addDays, type LagosDate } from './calendar.ts'
import type { Schedule } from './day-result.ts'
import { INVISIBLE } from './identity.ts'
import { LIMITS } from './limits.ts'

/** A draw that staff are to enter, or have entered. */
export interface DeskLine {
  game: string
  date: LagosDate
  schedule: Schedule | null
  /** A real result is there; a generated one does not count. */
  entered: boolean
}

/** Where a line stands for whoever enters draws. `due`: staking has ended; `late`: the result should be in already. */
export type DeskState = 'entered' | 'coming' | 'due' | 'late'

export function deskState({ entered, schedule }: DeskLine, now: number): DeskState {
  if (entered) return 'entered'
  if (!schedule || now < schedule.closesAt) return 'coming'
  return now < schedule.expectedAt ? 'due' : 'late'
}

/**
 * The draw that the desk opens on: the one of today that has waited longest, else the latest of the days before that
 * nobody entered, else the next one of today. Null when everything is in.
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
  return waiting ?? missing[0] ?? today.find((line) => line.schedule && !line.entered) ?? null
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
