import { DAY, formatClock, formatDate, lagosMinutes, type LagosDate } from '../../rules/base/calendar.ts'
import { STAFF_PATHS } from '../../rules/access/staff.ts'
import { formatCount } from '../../rules/base/words.ts'
import { recordCheckPath } from '../../rules/site/paths.ts'
import { lagosTime, mail } from './mail-content.ts'

interface Alarms {
  /** Of a mail that an earlier release queued, it is missing. */
  subject?: string
  alarms: {
    meaning: string
    /** Paystack's reference of the payment. */
    reference: string
    /** Milliseconds since 1970. */
    raisedAt: number
  }[]
}

/** Longest list in a mail; the admin area shows all of it. */
const MAX_LISTED = 20
const TO_ADMINS = 'this is the address of an admin account of Lotto Forecast'

function listed<Item>(items: readonly Item[], lineOf: (item: Item) => string): string[] {
  const lines = items.slice(0, MAX_LISTED).map(lineOf)
  const more = items.length - lines.length
  return more > 0 ? [...lines, `And ${more} more.`] : lines
}

/** @param before what the subject begins with. @param first the sentence above the list */
const alarmMail = (before: string, expiresAfterMs: number, first: (count: number) => string) =>
  mail<Alarms>({
    subject: ({ subject = 'Alarm' }) => before + subject,
    expiresAfterMs,
    build: ({ alarms }, appUrl) => ({
      before: [
        first(alarms.length),
        ...listed(
          alarms,
          ({ meaning, reference, raisedAt }) =>
            `${meaning} Reference: ${reference}. Raised at ${lagosTime(raisedAt)}.`,
        ),
      ],
      button: {
        instructions: 'An alarm closes when its cause is gone, or when an admin closes it with a reason.',
        text: 'Open payments',
        link: appUrl + STAFF_PATHS.payments,
      },
      why: TO_ADMINS,
    }),
  })

interface LateDraws {
  draws: {
    gameName: string
    date: LagosDate
    /** When the result was expected, in milliseconds since 1970. */
    expectedAt: number
  }[]
}

/** @param first the sentence above the list */
const lateDrawsMail = (subject: string, first: (count: number) => string) =>
  mail<LateDraws>({
    subject,
    expiresAfterMs: DAY,
    build: ({ draws }, appUrl) => ({
      before: [
        first(draws.length),
        ...listed(
          draws,
          ({ gameName, date, expectedAt }) =>
            `${gameName} of ${formatDate(date)}: expected at ${formatClock(lagosMinutes(expectedAt))}, Lagos time.`,
        ),
      ],
      button: {
        instructions:
          'Enter each result, or mark the draw as no draw. An acknowledgement on My Dashboard stops the daily reminder.',
        text: 'Enter results',
        link: appUrl + STAFF_PATHS.results,
      },
      why: TO_ADMINS,
    }),
  })

interface OwnersNews {
  /** The name of the member of staff; null for a program. */
  by: string | null
  did: string
  reason: string | null
  /** Milliseconds since 1970. */
  at: number
}

interface PowersUsed {
  /** The name of the member of staff. */
  by: string
  /** A sentence for each power: its sum of the day and its limit. */
  sums: string[]
  /** The changes as the audit trail says them, oldest first. Instants in milliseconds. */
  changes: { did: string; reason: string | null; at: number }[]
}

const toOwners = (appUrl: string) => ({
  button: {
    instructions:
      'The audit trail has every change. If you did not expect this, ask the person, or remove the role.',
    text: 'Open the audit trail',
    link: appUrl + STAFF_PATHS.audit,
  },
  why: 'every owner of Lotto Forecast gets this mail',
})

interface ForecastReceipt {
  /** The name of the game. */
  game: string
  date: LagosDate
  version: number
  /** The index of the leaf. */
  entry: number
  /** Its place among the forecasts for the draw, and who witnessed it. Of a mail that an earlier release queued, it is missing. */
  note?: string
  /** A `.tlog-proof` file. */
  receipt: string
}

/** Mails to staff. */
export const STAFF_MAILS = {
  'forecast-receipt': mail<ForecastReceipt>({
    subject: 'Receipt of your forecast',
    expiresAfterMs: 3 * DAY,
    build: ({ game, date, version, entry, note, receipt }, appUrl) => ({
      before: [
        `Version ${version} of your forecast for ${game} of ${formatDate(date)} is entry ${formatCount(entry)} of the public log.`,
        ...(note ? [`${note}.`] : []),
        'The attached receipt proves the entry, whatever happens to the log later. It does not tell the numbers.',
      ],
      button: {
        instructions: 'Keep this email. The page that checks the record also checks the receipt.',
        text: 'Open the entry',
        link: appUrl + recordCheckPath(String(entry)),
      },
      why: 'you saved this forecast',
      attachment: { filename: `${entry}.tlog-proof`, content: receipt },
    }),
  }),
  'owners-news': mail<OwnersNews>({
    subject: 'A change by your staff',
    expiresAfterMs: 3 * DAY,
    build: ({ by, did, reason, at }, appUrl) => ({
      before: [
        `${by ?? 'A program on the server'} ${did}, at ${lagosTime(at)}.`,
        reason ? `Reason: ${reason}` : 'No reason was given.',
      ],
      ...toOwners(appUrl),
    }),
  }),
  'powers-used': mail<PowersUsed>({
    subject: 'Changes by your staff',
    expiresAfterMs: 3 * DAY,
    build: ({ by, sums, changes }, appUrl) => ({
      before: [
        `What ${by} did with the powers of staff:`,
        ...sums,
        ...listed(
          changes,
          ({ did, reason, at }) => `${lagosTime(at)}: ${did}.${reason ? ` Reason: ${reason}` : ''}`,
        ),
      ],
      ...toOwners(appUrl),
    }),
  }),
  'alarm-raised': alarmMail('', 3 * DAY, (count) =>
    count === 1
      ? 'An alarm needs the attention of an admin.'
      : `${count} alarms need the attention of an admin.`,
  ),
  'alarms-open': alarmMail('Still open: ', DAY, (count) =>
    count === 1
      ? 'One alarm is still open. We send this reminder daily until it is closed.'
      : `${count} alarms are still open. We send this reminder daily until they are closed.`,
  ),
  'draws-late': lateDrawsMail('Late results', (count) =>
    count === 1 ? 'A scheduled draw has no result.' : `${count} scheduled draws have no result.`,
  ),
  'draws-still-late': lateDrawsMail('Results are still late', (count) =>
    count === 1
      ? 'One late draw is neither entered nor acknowledged. We send this reminder daily until it is.'
      : `${count} late draws are neither entered nor acknowledged. We send this reminder daily until they are.`,
  ),
}
