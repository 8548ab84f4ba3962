import { formatClock, parseClock } from '../../src/platform/rules/base/calendar.ts'
import { DESK_LIMITS } from '../../src/draws/rules/desk.ts'

/** When staff are alerted to Monday's draw of Diamond, which is expected at 10:00: `10:15`, or minutes after that. */
export const lateAlert = (minutesAfter = 0): string =>
  formatClock(parseClock('10:00')! + DESK_LIMITS.lateAlertMinutes + minutesAfter)
