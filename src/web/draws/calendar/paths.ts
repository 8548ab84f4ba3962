import { STAFF_PATHS } from '../../../domain/admin/staff.ts'

/** The address of the calendar of a day, with a form open for a game or for a holiday. */
export const calendarPath = (date: string, more: Record<string, string> = {}): string =>
  `${STAFF_PATHS.calendar}?${new URLSearchParams({ date, ...more })}`
