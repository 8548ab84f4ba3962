import { PATHS } from '../paths.ts'

export const ALARMS = '/api/admin/alarms'
export const ALARM_COUNT = '/api/admin/alarms/count'

/** The call for one payment's story, and the screen that shows it. */
export const storyAddress = (reference: string) => `/api/admin/payments/${encodeURIComponent(reference)}`
export const storyPath = (reference: string) =>
  `${PATHS.adminPayments}?payment=${encodeURIComponent(reference)}`
