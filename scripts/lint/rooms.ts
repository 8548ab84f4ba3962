/**
 * The rooms of src, from the top down. A room may use the rooms below it, never one above it. Type imports are free: they
 * leave nothing in the built code.
 */
export const ROOMS = [
  'app',
  'operation',
  'assistant',
  'slip',
  'forecasts',
  'statistics',
  'reach',
  'draws',
  'money',
  'people',
  'platform',
  'stand-ins',
]

/** What the log of forecasts still brings into mails. The list only gets shorter. */
export const TO_TURN: ReadonlySet<string> = new Set([
  'money/server/payments/mails.ts',
  'platform/server/mail/staff-mails.ts',
])
