import { z } from 'zod'

/** How Paystack answers, with words for the page that explains it. */
export const ANSWERS = {
  normal: 'as it should',
  'bad-gateway': '502 and a page of HTML, nothing done',
  'server-error': '500 in Paystack’s form, nothing done',
  'rate-limited': '429 with Paystack’s headers, nothing done',
  refused: 'the connection is cut before anything is done',
  lost: 'the work is done, but the connection is cut instead of an answer',
  'broken-json': 'the work is done, but the JSON ends in the middle',
  huge: 'the work is done, but the answer is padded to 32 MB',
  drip: 'the work is done, but the answer comes a byte a second',
} as const
export type Answer = keyof typeof ANSWERS

export const WEBHOOKS = {
  normal: 'each event once, retried until the app answers 200',
  off: 'no event is sent; the page can send it later',
  duplicated: 'each event five times at the same moment',
  reordered: 'events wait until there was none for a second, then leave last first',
  'wrong-signature': 'signed with another key',
  unsigned: 'without a signature',
  altered: 'one byte changed after signing',
} as const

export const CHECKOUT = {
  normal: 'loads and works',
  down: 'answers 502, so the library hears nothing',
  silent: 'loads, but never says that it has',
  'setup-error': 'says that the transaction could not be set up',
} as const

/**
 * Moments at which a paid transaction is called reversed. Paystack documents the word as "refunded, or a chargeback was
 * successfully logged", which leaves these open. It is always reversed once all of its money has gone back.
 */
export const REVERSED_AT = {
  'dispute-opened': 'a dispute was opened',
  'dispute-won': 'a dispute was won',
  'refund-pending': 'a refund was begun',
  'refund-failed': 'a refund failed',
  'partial-refund-processed': 'a part was refunded',
} as const
export type Moment = keyof typeof REVERSED_AT

/** The calls to which `answers` and `slow` can be narrowed. */
const CALLS = ['initialize', 'verify', 'list', 'fetch', 'refund', 'dispute', 'inline'] as const
export type Call = (typeof CALLS)[number]

const names = <T extends Record<string, string>>(words: T) =>
  z.enum(Object.keys(words) as [keyof T & string, ...(keyof T & string)[]])
const milliseconds = z.int().nonnegative().max(86_400_000)

const STATE = z.strictObject({
  answers: names(ANSWERS).default('normal'),
  slow: milliseconds.default(0),
  calls: z
    .array(z.enum(CALLS))
    .min(1)
    .default([...CALLS]),
  times: z.int().positive().nullable().default(null),
  told: z
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
  webhooks: names(WEBHOOKS).default('normal'),
  webhookDelay: milliseconds.default(0),
  retryFactor: z.number().min(0).max(1).default(1),
  checkout: names(CHECKOUT).default('normal'),
  instruments: z.boolean().default(false),
  transferAfter: milliseconds.nullable().default(10_000),
  refundAfter: milliseconds.nullable().default(3000),
  reversedAt: z.array(names(REVERSED_AT)).default([]),
  clockOffset: z.int().default(0),
})
export type ModeState = z.infer<typeof STATE>

/** The switch behind `/paystack/mode`, and Paystack's clock, which it can move. */
export function createModes() {
  let state = STATE.parse({})
  return {
    get: () => state,
    /** Replaces the whole state. @returns what is wrong with the wish, null when it was done */
    set(wish: unknown): string | null {
      const parsed = STATE.safeParse(wish)
      if (!parsed.success) return z.prettifyError(parsed.error)
      state = parsed.data
      return null
    },
    /** How one call is answered, which is what `times` counts. */
    use(call: Call): { answers: Answer; slow: number } {
      const { answers, slow, calls, times } = state
      if (!calls.includes(call)) return { answers: 'normal', slow: 0 }
      if (times === 1) state = { ...state, answers: 'normal', slow: 0, times: null }
      else if (times) state = { ...state, times: times - 1 }
      return { answers, slow }
    },
    /** Milliseconds. */
    // oxlint-disable-next-line ground/clock -- another company has a clock of its own
    now: () => Date.now() + state.clockOffset,
  }
}
export type Modes = ReturnType<typeof createModes>
