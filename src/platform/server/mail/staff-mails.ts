import { SERVER_LIMITS } from '../../rules/base/limits.ts'
import { clockOf, DAY, formatDate, HOUR, type LagosDate } from '../../rules/base/calendar.ts'
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

const TO_ADMINS = 'this is the address of an admin account of Lotto Forecast'

function listed<Item>(items: readonly Item[], lineOf: (item: Item) => string): string[] {
  const lines = items.slice(0, SERVER_LIMITS.mailList).map(lineOf)
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
            `${gameName} of ${formatDate(date)}: expected at ${clockOf(expectedAt)}, Lagos time.`,
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
  /** Its line in the record. */
  entry: number
  /** Its place among the forecasts for the draw, and what dates it. */
  note?: string
  /** The record up to it, `42 8f99…`. Of a mail that an earlier release queued, it is missing. */
  head?: string
}

/** Mails to staff. */
export const STAFF_MAILS = {
  test: mail({
    subject: 'Mail works',
    expiresAfterMs: HOUR,
    build: (_, appUrl) => ({
      before: [
        'You sent this test from the screen Ready for players. The mail server accepted it, and it arrived.',
      ],
      button: {
        instructions: 'The screen shows what else players need.',
        text: 'Open Ready for players',
        link: appUrl + STAFF_PATHS.ready,
      },
      why: 'you sent a test mail',
    }),
  }),
  'forecast-receipt': mail<ForecastReceipt>({
    subject: 'Your forecast is in the record',
    expiresAfterMs: 3 * DAY,
    build: ({ game, date, version, entry, note, head }, appUrl) => ({
      before: [
        `Version ${version} of your forecast for ${game} of ${formatDate(date)} is entry ${formatCount(entry)} of the public record.`,
        ...(note ? [`${note}.`] : []),
        ...(head ? [`Record ${head} Keep this mail.`] : []),
      ],
      button: {
        instructions:
          'It shows that the record up to your forecast is unchanged. It does not show the numbers.',
        text: 'Open the entry',
        link: appUrl + recordCheckPath(String(entry)),
      },
      why: 'you saved this forecast',
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
