import { addDays, type LagosDate } from './calendar.ts'
import type { Schedule } from './day-result.ts'
import { INVISIBLE } from './identity.ts'
import { DRAW_LIMITS } from './draw-limits.ts'

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
 * The draw that the desk opens on: the earliest due one of today, else the latest missing one of earlier days, else the
 * next one of today. Null if all draws are entered.
 *
 * @param today lines of today in the order of their closing times
 * @param missing lines of earlier days without a result, newest first
 */
export function nextToEnter(
  today: readonly DeskLine[],
  missing: readonly DeskLine[],
  now: number,
): DeskLine | null {
  const due = today.find((line) => ['due', 'late'].includes(deskState(line, now)))
  const next = today.find((line) => line.schedule && deskState(line, now) === 'coming')
  return due ?? missing[0] ?? next ?? null
}

/** A game's name or operator, trimmed; null if it has invisible characters or is too long. */
export function parseGameText(text: string, limit: number = DRAW_LIMITS.gameName): string | null {
  const plain = text.trim()
  return INVISIBLE.test(plain) || plain.length > limit ? null : plain
}

/** The first day of a new slot: tomorrow, because the slots of today may have begun. */
export function earliestSlot(today: LagosDate): LagosDate {
  return addDays(today, 1)
}
