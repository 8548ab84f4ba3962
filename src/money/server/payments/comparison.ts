import { and, eq, isNull } from 'drizzle-orm'
import { BILLING_LIMITS } from '../../rules/limits.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { closeResolvedAlarm } from '../../../platform/server/alarms/alarms.ts'
import { raisePaymentAlarm } from './payment-alarm.ts'
import type { UnreadableRow } from '../paystack/answers.ts'
import { type Payment, settlePayment, type SettleOptions } from './settle-payment.ts'
import type { AlarmKind } from '../../../platform/rules/alarms/alarms.ts'
import { countForeign } from './foreign-payments.ts'
import { alarms } from '../../../platform/server/tables/alarms.ts'
import { PaystackUnreadable, requirePaystack } from '../paystack/client.ts'

type Alarm = typeof alarms.$inferSelect

/** The unreadable subject of an alarm: a row's id, or the name of a list or a payment. */
const subjectOf = ({ reference, details: { list, id } }: Pick<Alarm, 'reference' | 'details'>) =>
  typeof list === 'string' ? `${list} ${id as string | null}` : reference

export type Comparison = ReturnType<typeof createComparison>

/**
 * Collects the findings of one comparison. A payment, row or list that fails does not stop the others.
 * @param now milliseconds
 */
export function createComparison(services: Services, now: number) {
  const { db } = services
  const failures: unknown[] = []
  let raised = 0
  const readable = new Set<string>()
  const unreadable = new Map<string, Pick<Alarm, 'reference' | 'details'>>()

  async function raise(kind: AlarmKind, reference: string, details: object): Promise<void> {
    const isNew = await raisePaymentAlarm({ tx: db, now }, kind, reference, {
      ...details,
      from: 'comparison',
    })
    raised += Number(isNew)
  }

  function raiseUnreadable(reference: string, details: Alarm['details']): Promise<void> {
    unreadable.set(subjectOf({ reference, details }), { reference, details })
    return raise('unreadable', reference, details)
  }

  /** Closes the open alarms of a kind that are solved. */
  async function close(kind: AlarmKind, isSolved: (alarm: Alarm) => boolean, reason: string): Promise<void> {
    const ofKind = and(eq(alarms.kind, kind), isNull(alarms.closedAt))
    const open = await db.select().from(alarms).where(ofKind)
    for (const { reference } of open.filter(isSolved))
      await db.transaction((tx) => closeResolvedAlarm({ tx, now }, kind, reference, reason))
  }

  return {
    db,
    paystack: requirePaystack(services),
    now,
    raise,
    close,
    /** Number of alarms raised. */
    raised: () => raised,

    /** Errors of the parts that must be retried; empty if everything was compared. */
    failures: () => failures,

    /**
     * Runs one part. An unreadable answer raises an alarm, because a retry does not help.
     * @param name what the part compares, for the alarm
     * @throws the error of the part, once there are {@link BILLING_LIMITS.comparisonFailures}
     */
    async attempt(name: string, part: () => Promise<void>): Promise<void> {
      try {
        await part()
        readable.add(name)
      } catch (error) {
        if (error instanceof PaystackUnreadable) return raiseUnreadable(name, { problems: error.message })
        failures.push(error)
        if (failures.length >= BILLING_LIMITS.comparisonFailures) throw error
      }
    },

    /** Brings a payment up to date and passes it to `then`; null if it is not ours. */
    async refresh(
      reference: string,
      options: SettleOptions = {},
      then?: (payment: Payment | null) => Promise<void>,
    ): Promise<void> {
      await this.attempt(reference, async () => {
        const payment = await settlePayment(services, reference, 'reconciler', options)
        await then?.(payment)
      })
    },

    /** Records a page of a list, and raises alarms for its unreadable rows. */
    async report(
      list: string,
      rows: readonly { id: string; reference: string | null }[],
      problematic: readonly UnreadableRow[],
    ): Promise<void> {
      for (const { id, reference } of rows) {
        readable.add(`${list} ${id}`)
        if (list === 'transaction' && reference !== null) readable.add(reference)
      }
      for (const { id, reference, problems, isForeign: foreign } of problematic)
        if (foreign && reference !== null) await countForeign({ tx: db, now }, reference)
        else await raiseUnreadable(reference ?? `${list} ${id ?? 'without an id'}`, { list, id, problems })
    },

    /** Closes the alarms about data that is readable again. Call it after all parts. */
    async closeReadable(): Promise<void> {
      const isReadable = (subject: string) => readable.has(subject) && !unreadable.has(subject)
      await close('unreadable', (alarm) => isReadable(subjectOf(alarm)), 'Paystack’s data can be read again.')
      // One alarm is open per payment, so an alarm that was just closed may have suppressed another.
      for (const { reference, details } of unreadable.values()) await raise('unreadable', reference, details)
    },
  }
}
