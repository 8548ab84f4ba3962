import { z } from 'zod'

/** The values of `answers` and their descriptions on the dashboard. */
export const ANSWERS = {
  normal: 'works as usual',
  'bad-gateway': '502 and an HTML page; the call has no effect',
  'server-error': '500 in Paystack’s format; the call has no effect',
  'rate-limited': '429 with Paystack’s headers; the call has no effect',
  refused: 'the connection closes; the call has no effect',
  lost: 'the call takes effect, then the connection closes without an answer',
  'broken-json': 'the call takes effect; the JSON ends in the middle',
  huge: 'the call takes effect; the answer is padded by 32 MB',
  drip: 'the call takes effect; the answer arrives at one byte per second',
} as const
export type Answer = keyof typeof ANSWERS

export const WEBHOOKS = {
  normal: 'sends each event once and retries until the app answers 200',
  off: 'sends no event; the dashboard can send it later',
  duplicated: 'sends each event five times at once',
  reordered: 'collects events until one second passes without a new one, then sends the newest first',
  'wrong-signature': 'signed with another key',
  unsigned: 'without a signature',
  altered: 'one byte changed after signing',
} as const

export const CHECKOUT = {
  normal: 'loads and works',
  down: 'answers 502, so the library gets no message',
  silent: 'loads, but never reports that it loaded',
  'setup-error': 'reports that the transaction could not be set up',
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

/** The calls to which `answers` and `slow` can be limited. */
const CALLS = ['initialize', 'verify', 'list', 'fetch', 'refund', 'dispute', 'inline'] as const
export type Call = (typeof CALLS)[number]

const keysOf = <T extends Record<string, string>>(words: T) =>
  z.enum(Object.keys(words) as [keyof T & string, ...(keyof T & string)[]])
const milliseconds = z.int().nonnegative().max(86_400_000)

const STATE = z.strictObject({
  answers: keysOf(ANSWERS).default('normal'),
  slow: milliseconds.default(0),
  calls: z
    .array(z.enum(CALLS))
    .min(1)
    .default([...CALLS]),
  times: z.int().positive().nullable().default(null),
  overrides: z
    .strictObject({
      status: z.string(),
      amount: z.int(),
      requested_amount: z.int(),
      currency: z.string(),
      reference: z.string(),
      domain: z.string(),
    })
    .partial()
    .default({}),
  domain: z.enum(['test', 'live']).default('test'),
  ids: z.enum(['usual', 'huge']).default('usual'),
  webhooks: keysOf(WEBHOOKS).default('normal'),
  webhookDelay: milliseconds.default(0),
  retryFactor: z.number().min(0).max(1).default(1),
  checkout: keysOf(CHECKOUT).default('normal'),
  instruments: z.boolean().default(false),
  transferAfter: milliseconds.nullable().default(10_000),
  refundAfter: milliseconds.nullable().default(3000),
  reversedAt: z.array(keysOf(REVERSED_AT)).default([]),
  clockOffset: z.int().default(0),
})
export type ModeState = z.infer<typeof STATE>

/** The state behind `/paystack/mode`, and Paystack's clock, which the state can shift. */
export function createModes() {
  let state = STATE.parse({})
  return {
    get: () => state,
    /** Replaces the whole state. @returns the validation error, null on success */
    set(newState: unknown): string | null {
      const parsed = STATE.safeParse(newState)
      if (!parsed.success) return z.prettifyError(parsed.error)
      state = parsed.data
      return null
    },
    /** Returns the faults of one call and counts it for `times`. `slow` is in milliseconds. */
    use(call: Call): { answers: Answer; slow: number } {
      const { answers, slow, calls, times } = state
      if (!calls.includes(call)) return { answers: 'normal', slow: 0 }
      if (times === 1) state = { ...state, answers: 'normal', slow: 0, times: null }
      else if (times) state = { ...state, times: times - 1 }
      return { answers, slow }
    },
    /** Milliseconds since the epoch. */
    // oxlint-disable-next-line project/clock -- another company has its own clock
    now: () => Date.now() + state.clockOffset,
  }
}
export type Modes = ReturnType<typeof createModes>
