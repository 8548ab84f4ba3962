// What the control room shows. Lines with an `alert` are alert rules of Prometheus, too (deploy/prometheus/alerts.yml), with
// the same limit; a test compares them.
import { DAY, HOUR, MINUTE, SECOND } from '../../../platform/rules/base/calendar.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { STAFF_PATHS } from '../../../platform/rules/access/staff.ts'

export const CONTROL_GROUPS = ['Players', 'Results', 'Notifications and mails', 'Money', 'Machine'] as const

interface ControlLine {
  group: (typeof CONTROL_GROUPS)[number]
  name: string
  /** What the value is in, if it is no count. */
  unit?: 'seconds' | 'percent'
}

/** A figure that can be wrong, and what an owner does then. */
interface Limited extends ControlLine {
  /** The highest value that is in order. */
  most: number
  /** Whether it is wrong, too, when it is not known. */
  isNeeded?: boolean
  /** Whether there is no value before the first event. */
  isEmptyAtFirst?: boolean
  does: string
  link: { to: string; text: string }
  /** The alert of Prometheus, which is the heading in docs/operations.md. */
  alert?: string
}

const seconds = (milliseconds: number) => milliseconds / SECOND
const DESK = { to: STAFF_PATHS.results, text: 'Open the desk' }
const PAYMENTS = { to: STAFF_PATHS.payments, text: 'Open Payments' }
const DASHBOARD = { to: PATHS.admin, text: 'Open My Dashboard' }
const RECORD = { to: STAFF_PATHS.predictions, text: 'Open Predictions' }
const AUDIT = { to: STAFF_PATHS.audit, text: 'See what was done last' }
const PROFILE = { to: PATHS.profile, text: 'Try your own phone' }

/** The figures in the order of the screen. */
const CONTROL_ROOM = {
  onScreen: { group: 'Players', name: 'Players on screen in the last 5 minutes' },
  streams: { group: 'Players', name: 'Open live streams' },
  lotto_late_draws_open: { group: 'Results', name: 'Late draws' },
  lotto_late_draw_oldest_seconds: {
    group: 'Results',
    name: 'Longest delay of a draw that nobody acknowledged',
    unit: 'seconds',
    most: seconds(30 * MINUTE),
    does: 'Ask for the result at the operator of the game. Enter it, or acknowledge the delay so that staff know you are on it.',
    link: DESK,
    alert: 'DrawLate',
  },
  closeToPublication: {
    group: 'Results',
    name: 'From the last draw’s close to its publication',
    unit: 'seconds',
    most: seconds(HOUR),
    isEmptyAtFirst: true,
    does: 'Players waited too long for the last result. See who is at the desk, and whether a colleague can help.',
    link: DESK,
  },
  publicationToPhones: {
    group: 'Results',
    name: 'From publication to the slowest phone',
    unit: 'seconds',
    most: 60,
    isEmptyAtFirst: true,
    does: 'Results reach phones late. Players still see them in the app. Tell the server’s owner that notifications are slow.',
    link: PROFILE,
  },
  delivered: {
    group: 'Notifications and mails',
    name: 'Notifications delivered, this hour and the last',
  },
  failed: {
    group: 'Notifications and mails',
    name: 'Notifications failed, this hour and the last',
    most: 50,
    does: 'Many phones did not get their notification. Switch yours on and off once; if that fails, too, tell the server’s owner.',
    link: PROFILE,
  },
  lotto_mails_unsent: { group: 'Notifications and mails', name: 'Mails waiting' },
  lotto_mail_oldest_unsent_seconds: {
    group: 'Notifications and mails',
    name: 'Oldest waiting mail',
    unit: 'seconds',
    most: seconds(15 * MINUTE),
    does: 'New players cannot confirm their address. Ask the mail provider whether it has a problem, or whether your bill is unpaid. Tell the server’s owner. No mail is lost.',
    link: DASHBOARD,
    alert: 'MailsWaiting',
  },
  opened: { group: 'Money', name: 'Payments opened in the last hour' },
  settled: { group: 'Money', name: 'Payments settled in the last hour' },
  openedInVain: {
    group: 'Money',
    name: 'Payments opened in the last hour, while none was settled',
    most: 4,
    does: 'Nobody who tried to pay could. Look at Paystack’s own status page, then try a payment yourself.',
    link: PAYMENTS,
  },
  lotto_alarms_open: {
    group: 'Money',
    name: 'Open alarms',
    most: 0,
    does: 'Read each alarm. It says what differs, and what to decide.',
    link: PAYMENTS,
    alert: 'AlarmOpen',
  },
  lotto_payments_closed_seconds: {
    group: 'Money',
    name: 'Payments closed after a restore',
    unit: 'seconds',
    most: seconds(15 * MINUTE),
    does: 'Nobody can pay. Wait for the comparison with Paystack, or open payments yourself with a reason.',
    link: DASHBOARD,
    alert: 'PaymentsClosed',
  },
  lotto_webhook_oldest_unprocessed_seconds: {
    group: 'Money',
    name: 'Oldest message from Paystack that waits',
    unit: 'seconds',
    most: seconds(5 * MINUTE),
    does: 'Players who paid wait for their plan. Check one of the last payments with Paystack; tell the server’s owner if it stays open.',
    link: PAYMENTS,
    alert: 'WebhooksWaiting',
  },
  lotto_job_oldest_due_seconds: {
    group: 'Machine',
    name: 'Oldest waiting task',
    unit: 'seconds',
    most: seconds(5 * MINUTE),
    does: 'Mails, notifications and checks of payments wait. Nothing is lost. Tell the server’s owner to look at the server now.',
    link: AUDIT,
    alert: 'JobsWaiting',
  },
  lotto_jobs_given_up: {
    group: 'Machine',
    name: 'Tasks given up',
    most: 0,
    does: 'A task failed for days, such as a mail or a refund. Tell the server’s owner, and look for a refund that has not gone through.',
    link: PAYMENTS,
    alert: 'JobsGivenUp',
  },
  lotto_sweep_steps_failing: {
    group: 'Machine',
    name: 'Repeated work that fails',
    most: 0,
    does: 'This work failed three times in a row. The server tries it again each minute, and the other work goes on. Call the server’s owner.',
    link: PAYMENTS,
    alert: 'StepsFailing',
  },
  missingAuthorities: {
    group: 'Machine',
    name: 'Missing outside clocks for the record of forecasts',
    most: 0,
    does: 'Forecasts are not dated by two companies of different owners, so players have only our word for the time of a forecast. Ask the server’s owner to set TIMESTAMP_URLS.',
    link: RECORD,
  },
  unstampedCloses: {
    group: 'Machine',
    name: 'Draws closed in the last day that no outside clock dated',
    most: 0,
    does: 'No outside clock has dated the forecasts of a closed draw. Ask the server’s owner whether the outside clocks answer.',
    link: RECORD,
  },
  missingCopy: {
    group: 'Machine',
    name: 'Missing copy of the record of forecasts',
    most: 0,
    does: 'If the database is lost, the restored record may differ from the copies that players saved. Ask the server’s owner to set RECORD_COPY.',
    link: AUDIT,
  },
  backup: {
    group: 'Machine',
    name: 'Since the last reported backup',
    unit: 'seconds',
    most: seconds(DAY + 12 * HOUR),
    isNeeded: true,
    does: 'If the disk fails now, everything since the last backup is lost. Ask the server’s owner for a backup today; the script reports it here.',
    link: AUDIT,
  },
  lotto_wal_archive_failing: {
    group: 'Machine',
    name: 'Failing copy of the newest changes',
    most: 0,
    does: 'The newest changes are on one disk only. Ask the server’s owner to look at the place of the backups today.',
    link: AUDIT,
    alert: 'WalArchiveFailing',
  },
  disk: {
    group: 'Machine',
    name: 'Disk of this server, used',
    unit: 'percent',
    most: 90,
    does: 'Ask the server’s owner for a larger disk this week. When it is full, nothing can be saved: no result, no payment.',
    link: DASHBOARD,
  },
  writesRefused: {
    group: 'Machine',
    name: 'Saving stopped because the disk is full',
    most: 0,
    does: 'Call the server’s owner now. Players can read, but nobody can pay, log in or enter a result.',
    link: DASHBOARD,
  },
} as const satisfies Record<string, ControlLine | Limited>

export type ControlFigure = keyof typeof CONTROL_ROOM
export const CONTROL_FIGURES = Object.keys(CONTROL_ROOM) as [ControlFigure, ...ControlFigure[]]

/** The line of a figure; one without a limit has no `most`. */
export const controlLine = (figure: ControlFigure): ControlLine & Partial<Limited> => CONTROL_ROOM[figure]

/** Whether an owner has to act. @param value null while it is not known */
export function isRed(figure: ControlFigure, value: number | null): boolean {
  const { most, isNeeded = false } = controlLine(figure)
  return value === null ? isNeeded : most !== undefined && value > most
}
