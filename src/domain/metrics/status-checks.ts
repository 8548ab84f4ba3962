// What the staff's status page checks. Each check is also an alert rule (deploy/prometheus/alerts.yml) with the same limit;
// a test compares them, and docs/operations.md says what to do.
interface StatusCheck {
  name: string
  /** The highest value that is in order: a count, or seconds. */
  most: number
  unit: 'count' | 'seconds'
  /** The alert, which is the heading in docs/operations.md. */
  alert: string
}

const seconds = (name: string, most: number, alert: string): StatusCheck => ({
  name,
  most,
  unit: 'seconds',
  alert,
})
const none = (name: string, alert: string): StatusCheck => ({ name, most: 0, unit: 'count', alert })

/** The checks by the metric that they read. */
export const STATUS_CHECKS = {
  lotto_late_draw_oldest_seconds: seconds('Overdue result, not acknowledged', 1800, 'DrawLate'),
  lotto_alarms_open: none('Open alarms about money', 'MoneyAlarm'),
  lotto_payments_closed_seconds: seconds('Payments closed after a restore', 900, 'PaymentsClosed'),
  lotto_webhook_oldest_unprocessed_seconds: seconds('Oldest unprocessed webhook', 300, 'WebhooksWaiting'),
  lotto_mail_oldest_unsent_seconds: seconds('Oldest unsent mail', 900, 'MailsWaiting'),
  lotto_job_oldest_due_seconds: seconds('Oldest job that is due', 300, 'JobsWaiting'),
  lotto_jobs_given_up: none('Jobs given up', 'JobsGivenUp'),
  lotto_wal_archive_failing: none('Failing archive of the write-ahead log', 'WalArchiveFailing'),
} as const satisfies Record<string, StatusCheck>

export type CheckedMetric = keyof typeof STATUS_CHECKS
