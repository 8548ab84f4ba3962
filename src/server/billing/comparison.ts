import type { AlarmKind } from '../../domain/payments.ts'
import type { Services } from '../services.ts'
import { raiseAlarm } from './payment-story.ts'
import type { UnreadableRow } from './paystack-answers.ts'
import { PaystackUnreadable } from './paystack.ts'
import { type Payment, settlePayment, type Told } from './settle-payment.ts'

/** Failures after which a comparison stops: by then it is not about single payments any more. */
const MOST_FAILURES = 10

export type Comparison = ReturnType<typeof createComparison>

/**
 * Collects what one comparison finds. A payment, a row or a whole list that fails does not keep the others from being
 * compared.
 * @param now milliseconds
 */
export function createComparison(services: Services, now: number) {
  const failures: unknown[] = []
  let raised = 0

  async function raise(kind: AlarmKind, reference: string, details: object): Promise<void> {
    const isNew = await raiseAlarm(services.db, now, kind, reference, { ...details, from: 'comparison' })
    raised += Number(isNew)
  }

  return {
    raise,
    /** How many alarms were raised. */
    raised: () => raised,

    /** What failed and has to be tried again; empty when everything was compared. */
    failures: () => failures,

    /**
     * Does one part. An answer that cannot be read is an alarm, because trying again does not help.
     * @param name what the part is about, for the alarm
     * @throws the error, after too many
     */
    async attempt(name: string, part: () => Promise<void>): Promise<void> {
      try {
        await part()
      } catch (error) {
        if (error instanceof PaystackUnreadable) return raise('unreadable', name, { problems: error.message })
        failures.push(error)
        if (failures.length >= MOST_FAILURES) throw error
      }
    },

    /** Brings a payment up to date and hands it on; null when it is not one of ours. */
    async follow(
      reference: string,
      told: Told = {},
      then?: (payment: Payment | null) => Promise<void>,
    ): Promise<void> {
      await this.attempt(reference, async () => {
        const payment = await settlePayment(services, reference, 'reconciler', told)
        await then?.(payment)
      })
    },

    /** Reports rows of a list that could not be read, by their transaction's reference where it is known. */
    async report(list: string, rows: readonly UnreadableRow[]): Promise<void> {
      for (const { id, reference, problems } of rows)
        await raise('unreadable', reference ?? `${list} ${id ?? 'without an id'}`, { list, id, problems })
    },
  }
}
