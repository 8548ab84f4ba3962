import { PATHS } from '../../../domain/paths.ts'

export const ALARMS = '/api/admin/alarms'

/** The call for one payment's story, and the screen that shows it. */
export const storyAddress = (reference: string) => `/api/admin/payments/${encodeURIComponent(reference)}`
export const storyPath = (reference: string) =>
  `${PATHS.adminPayments}?payment=${encodeURIComponent(reference)}`
