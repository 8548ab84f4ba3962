/** The steps of each minute's sweep, in the order in which they run: publication and money first, deletions last. */
export const SWEEP_STEPS = {
  'release-jobs': 'Release the tasks of servers that ended',
  'publish-results': 'Publish results',
  'cancelled-draws': 'Record cancelled draws',
  'check-payments': 'Check open payments',
  'mail-unpaid': 'Mail payers whose payment has not arrived',
  'compare-payments': 'Start the comparison with Paystack',
  'compare-after-restore': 'Start the comparison after a restore',
  'overdue-payments': 'Find payments without a plan',
  'overdue-refunds': 'Find refunds that were not sent',
  'check-ledger': 'Check the ledger of plans',
  'close-alarms': 'Close solved alarms',
  'sample-draws': 'Add sample draws',
  'sample-forecasts': 'Add sample forecasts',
  'move-closes': 'Move the closes of forecasts',
  'close-posts': 'Post the record when draws close',
  'reveal-forecasts': 'Reveal forecasts',
  'stamp-record': 'Have the record of forecasts stamped',
  'late-draws': 'Find late draws',
  'mail-alarms': 'Mail alarms',
  'mail-powers': 'Mail owners what staff did',
  'plan-reminders': 'Mail reminders of ending plans',
  notifications: 'Send notifications',
  'release-posts': 'Release the posts of servers that ended',
  'daily-posts': 'Post in channels',
  'changed-schedules': 'Edit posted schedules',
  'keep-proofs': 'Store the day’s tests of the draws',
  'lapsed-phones': 'Stop the notifications of ended plans',
  'erase-recipients': 'Erase the addresses of old mails',
  'delete-webhooks': 'Delete old messages from Paystack',
  'delete-mails': 'Delete old mails',
  'delete-expired': 'Delete ended sessions and links',
  'expire-audit': 'Delete old entries of the audit trail',
} as const
export type SweepStep = keyof typeof SWEEP_STEPS
export const SWEEP_STEP_KEYS = Object.keys(SWEEP_STEPS) as [SweepStep, ...SweepStep[]]

/** Failures of a step in a row from which it is a red line of the control room. */
export const RED_FAILURES = 3
