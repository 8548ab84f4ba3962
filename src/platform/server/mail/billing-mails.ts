import { DAY } from '../../rules/base/calendar.ts'
import { formatCount, formatNaira } from '../../rules/base/words.ts'
import { PATHS } from '../../rules/site/paths.ts'
import { type PaidPlan, PLANS } from '../../rules/access/plans.ts'
import { lagosDay, lagosTime, mail } from './mail-content.ts'

/** All times are in milliseconds since 1970. */
interface Receipt {
  plan: PaidPlan
  kobo: number
  reference: string
  /** Time of the payment. */
  at: number
  /** The period that the payment bought. */
  startsAt: number
  endsAt: number
}

/** The newest checkpoint of the log of forecasts when the mail was queued; mails from before the log have none. */
export interface NotedCheckpoint {
  log?: { isSample: boolean; entries: number; root: string }
}

interface Refunded extends Pick<Receipt, 'plan' | 'reference'> {
  /** When the grant was revoked. */
  at: number
}

interface PartRefunded extends Pick<Receipt, 'plan' | 'reference'> {
  /** Kobo that went back so far. */
  kobo: number
  days: number
  /** The new end of the time that the payment bought; null if it has ended. */
  endsAt: number | null
}

interface Reminder {
  plan: PaidPlan
  endsAt: number
  /** Days left; 0 after the end. */
  days: number
  /** The price when the mail was queued; missing in mails of earlier releases. */
  kobo?: number
  /** The next price with its date; empty without one. */
  next?: string
}

interface Compensation {
  plan: PaidPlan
  days: number
  reason: string
  endsAt: number
}

const RECEIPT_EXPIRES_MS = 7 * DAY

const paymentsButton = (appUrl: string, instructions: string) => ({
  instructions,
  text: 'Open payments',
  link: appUrl + PATHS.paymentChannel,
})

/** The checkpoint, so that a reader can later show that no forecast before it was changed. */
function notedCheckpoint(log: NotedCheckpoint['log'], appUrl: string): string[] {
  if (!log) return []
  const { isSample, entries, root } = log
  return [
    `Our ${isSample ? 'sample forecasts' : 'forecasts'} are in a public log. When this email was written its newest checkpoint had ${formatCount(entries)} entries and this root: ${root}`,
    `Keep it: ${appUrl}${PATHS.recordCheck} shows whether the log still contains it.`,
  ]
}

/** Mails about payments and plans. */
export const BILLING_MAILS = {
  receipt: mail<Receipt & NotedCheckpoint>({
    subject: 'Your receipt',
    expiresAfterMs: RECEIPT_EXPIRES_MS,
    build: ({ plan, kobo, reference, at, startsAt, endsAt, log }, appUrl) => ({
      before: [
        `Thank you. We received ${formatNaira(kobo)} for ${PLANS[plan].name} at ${lagosTime(at)}.`,
        `This payment covers your ${PLANS[plan].name} plan from ${lagosDay(startsAt)} to the end of ${lagosDay(endsAt - 1)}. No automatic renewal.`,
        `Reference: ${reference}`,
      ],
      button: paymentsButton(appUrl, 'Your payments and receipts are on the payment page.'),
      after: [
        'Please keep this email. If you contact us about the payment, give us the reference.',
        ...notedCheckpoint(log, appUrl),
      ],
      why: 'a payment was made for an account with this address',
    }),
  }),
  refunded: mail<Refunded>({
    subject: 'Your payment was refunded',
    expiresAfterMs: RECEIPT_EXPIRES_MS,
    build: ({ plan, reference, at }, appUrl) => ({
      before: [
        `Your payment for ${PLANS[plan].name} was refunded in full, and the time that it bought ended at ${lagosTime(at)}.`,
        `Reference: ${reference}`,
      ],
      button: paymentsButton(appUrl, 'Your plan and your payments are on the payment page.'),
      after: ['Your bank may need some days to show the money.'],
      why: 'a payment of an account with this address was refunded',
    }),
  }),
  'part-refunded': mail<PartRefunded>({
    subject: 'A part of your payment was refunded',
    expiresAfterMs: RECEIPT_EXPIRES_MS,
    build: ({ plan, reference, kobo, days, endsAt }, appUrl) => ({
      before: [
        `${formatNaira(kobo)} of your payment for ${PLANS[plan].name} was refunded. The time that it bought is shorter by ${days === 1 ? 'one day' : `${days} days`}, the same part, rounded down.`,
        endsAt === null ? 'It has ended.' : `It now ends on ${lagosDay(endsAt - 1)}.`,
        `Reference: ${reference}`,
      ],
      button: paymentsButton(appUrl, 'Your plan and your payments are on the payment page.'),
      after: ['Your bank may need some days to show the money.'],
      why: 'a part of a payment of an account with this address was refunded',
    }),
  }),
  'plan-ends': mail<Reminder & NotedCheckpoint>({
    subject: 'Your plan ends soon',
    expiresAfterMs: DAY,
    build: ({ plan, endsAt, days, kobo = PLANS[plan].kobo, next, log }, appUrl) => ({
      before: [
        days === 0
          ? `Your ${PLANS[plan].name} plan ended on ${lagosDay(endsAt - 1)}.`
          : `Your ${PLANS[plan].name} plan is paid to the end of ${lagosDay(endsAt - 1)}. ${days === 1 ? 'One day is' : `${days} days are`} left.`,
        'No automatic renewal: we charge nothing unless you pay again. If you pay early, the new time is added after your current period.',
      ],
      button: paymentsButton(
        appUrl,
        `${PLANS[plan].name} costs ${formatNaira(kobo)} per ${PLANS[plan].per}${next ? `, ${next}` : ''}.`,
      ),
      after: notedCheckpoint(log, appUrl),
      why: 'a plan of an account with this address ends',
    }),
  }),
  'days-given-back': mail<Compensation>({
    subject: 'We added days to your plan',
    expiresAfterMs: RECEIPT_EXPIRES_MS,
    build: ({ plan, days, reason, endsAt }, appUrl) => ({
      before: [
        `We added ${days === 1 ? 'one day' : `${days} days`} to your ${PLANS[plan].name} plan: ${reason}`,
        `It now runs to the end of ${lagosDay(endsAt - 1)}.`,
      ],
      button: { instructions: 'There is nothing to do.', text: 'Open Lotto Forecast', link: appUrl },
      why: 'the plan of an account with this address was changed',
    }),
  }),
}
