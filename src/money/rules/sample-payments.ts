import { DAY, HOUR, MINUTE } from '../../platform/rules/base/calendar.ts'
import { PLANS, type PaidPlan } from '../../platform/rules/access/plans.ts'

/** The people of a demonstration who pay for a plan. They have no login. */
export const SAMPLE_PAYERS = ['Chika', 'Dayo', 'Efe', 'Femi', 'Gift', 'Halima'] as const
type SamplePayer = (typeof SAMPLE_PAYERS)[number]

/** A payment of a demonstration. Instants in milliseconds, the amount in kobo. */
interface SamplePayment {
  /** The same in every database. */
  reference: string
  /** Paystack's id, below those that the stand-in generates. */
  providerId: string
  payer: SamplePayer
  plan: PaidPlan
  kobo: number
  channel: 'card' | 'bank_transfer' | 'ussd'
  openedAt: number
  /** Null for a checkout that was opened and not paid. */
  paidAt: number | null
}

/** What a payer did: the days before the start of the demonstration on which they opened a checkout. */
interface Habit {
  plan: PaidPlan
  channel: SamplePayment['channel']
  daysAgo: readonly number[]
  /** The days of these that ended without a payment. */
  unpaid?: readonly number[]
}

const HABITS: Record<SamplePayer, Habit> = {
  Chika: { plan: 'pro', channel: 'card', daysAgo: [164, 133, 103, 72, 42, 12] },
  Dayo: { plan: 'basic', channel: 'bank_transfer', daysAgo: [200] },
  Efe: { plan: 'pro', channel: 'card', daysAgo: [128, 98, 67] },
  Femi: { plan: 'pro', channel: 'ussd', daysAgo: [58, 28, 27], unpaid: [28] },
  Gift: { plan: 'basic', channel: 'card', daysAgo: [33] },
  Halima: { plan: 'pro', channel: 'bank_transfer', daysAgo: [20] },
}

const LENGTH_OF_CHECKOUT_MS = 2 * MINUTE

/** The email of a payer. No mail can reach the domain, which RFC 2606 keeps for tests. */
export const sampleEmail = (payer: SamplePayer): string => `${payer.toLowerCase()}@sample.test`

/** The payments of a demonstration that starts at `now`, in the order of their openings. */
export function samplePayments(now: number): SamplePayment[] {
  const opened = SAMPLE_PAYERS.flatMap((payer, i) =>
    HABITS[payer].daysAgo.map((daysAgo) => ({ payer, daysAgo, openedAt: now - daysAgo * DAY - i * HOUR })),
  ).sort((a, b) => a.openedAt - b.openedAt)
  return opened.map(({ payer, daysAgo, openedAt }, i): SamplePayment => {
    const { plan, channel, unpaid } = HABITS[payer]
    const number = String(i + 1)
    return {
      reference: `sample${number.padStart(20, '0')}`,
      providerId: String(4_400_000_000 + i),
      payer,
      plan,
      kobo: PLANS[plan].kobo,
      channel,
      openedAt,
      paidAt: unpaid?.includes(daysAgo) ? null : openedAt + LENGTH_OF_CHECKOUT_MS,
    }
  })
}
