import { DAY } from '../../domain/calendar.ts'
import { PATHS } from '../../domain/paths.ts'
import { lagosTime, mail } from './mail-content.ts'

interface Alarms {
  alarms: {
    meaning: string
    /** Paystack's reference of the payment. */
    reference: string
    /** Milliseconds since 1970. */
    raisedAt: number
  }[]
}

/** Longest list of alarms in a mail; the admin area shows all of them. */
const MAX_LISTED_ALARMS = 20
const TO_ADMINS = 'this is the address of an admin account of Lotto Forecast'

function alarmLines({ alarms }: Alarms): string[] {
  const lines = alarms
    .slice(0, MAX_LISTED_ALARMS)
    .map(
      ({ meaning, reference, raisedAt }) =>
        `${meaning} Reference: ${reference}. Raised at ${lagosTime(raisedAt)}.`,
    )
  const more = alarms.length - lines.length
  return more > 0 ? [...lines, `And ${more} more.`] : lines
}

const alarmButton = (appUrl: string) => ({
  instructions: 'An alarm closes when its cause is gone, or when an admin closes it with a reason.',
  text: 'Open payments',
  link: appUrl + PATHS.adminPayments,
})

/** Mails to admins. */
export const STAFF_MAILS = {
  'alarm-raised': mail<Alarms>({
    subject: 'Payment alarm',
    expiresAfterMs: 3 * DAY,
    build: (data, appUrl) => ({
      username: null,
      before: ['A payment needs the attention of an admin.', ...alarmLines(data)],
      button: alarmButton(appUrl),
      after: [],
      why: TO_ADMINS,
    }),
  }),
  'alarms-open': mail<Alarms>({
    subject: 'Payment alarms are still open',
    expiresAfterMs: DAY,
    build: (data, appUrl) => ({
      username: null,
      before: [
        data.alarms.length === 1
          ? 'One payment alarm is still open. We send this reminder daily until it is closed.'
          : `${data.alarms.length} payment alarms are still open. We send this reminder daily until they are closed.`,
        ...alarmLines(data),
      ],
      button: alarmButton(appUrl),
      after: [],
      why: TO_ADMINS,
    }),
  }),
}
