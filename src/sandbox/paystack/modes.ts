import { z } from 'zod'
import { createMode } from '../base/mode.ts'

/** The values of `answers` and their descriptions on the dashboard. */
export const ANSWERS = {
  normal: 'works as usual',
  'bad-gateway': '502 and an HTML page; the call has no effect',
  'rate-limited': '429; the call has no effect',
  lost: 'the call takes effect, then the connection closes without an answer',
} as const

export const WEBHOOKS = {
  normal: 'sends each event once and retries hourly, ten times, until the app answers 200',
  off: 'sends no event; the dashboard can send it later',
} as const

export const CHECKOUT = {
  normal: 'loads and works',
  down: 'answers 502, so the library gets no message',
  silent: 'loads, but never reports that it loaded',
} as const

/**
 * The moments at which a paid transaction gets the status `reversed`. Paystack documents it as "refunded, or a
 * chargeback was successfully logged", which leaves these cases open. A fully refunded transaction is always reversed.
 */
export const REVERSED_AT = {
  'dispute-opened': 'a dispute was opened',
  'dispute-won': 'a dispute was won',
  'refund-pending': 'a refund was begun',
  'refund-failed': 'a refund failed',
  'partial-refund-processed': 'a part was refunded',
} as const
export type Moment = keyof typeof REVERSED_AT

const keysOf = <T extends Record<string, string>>(words: T) =>
  z.enum(Object.keys(words) as [keyof T & string, ...(keyof T & string)[]])
const milliseconds = z.int().nonnegative().max(86_400_000)

const STATE = z.strictObject({
  answers: keysOf(ANSWERS).default('normal'),
  slow: milliseconds.default(0),
  overrides: z.record(z.string(), z.unknown()).default({}),
  webhooks: keysOf(WEBHOOKS).default('normal'),
  checkout: keysOf(CHECKOUT).default('normal'),
  /** `short`: pays out ₦100 less. `incomplete`: leaves the oldest payment out of its list of payments. */
  payouts: z.enum(['normal', 'short', 'incomplete']).default('normal'),
  instruments: z.boolean().default(false),
  transferAfter: milliseconds.nullable().default(10_000),
  refundAfter: milliseconds.nullable().default(3000),
  reversedAt: z.array(keysOf(REVERSED_AT)).default([]),
})
export type ModeState = z.infer<typeof STATE>

export const createModes = () => createMode(STATE, '/paystack/mode')
export type Modes = ReturnType<typeof createModes>

/** Paystack's clock, in milliseconds. */
// oxlint-disable-next-line project/clock -- another company has its own clock
export const now = (): number => Date.now()
