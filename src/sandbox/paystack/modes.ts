import { z } from 'zod'
import { createMode } from '../base/mode.ts'

const milliseconds = z.int().nonnegative().max(86_400_000).nullable()

const STATE = z.strictObject({
  /** `bad-gateway`: 502 and an HTML page; the call has no effect. */
  answers: z.enum(['normal', 'bad-gateway']).default('normal'),
  /** Fields that verify and list return instead of the stored ones. */
  overrides: z.record(z.string(), z.unknown()).default({}),
  /** `off`: sends no event; the dashboard can send it later. */
  webhooks: z.enum(['normal', 'off']).default('normal'),
  /** `down`: answers 502, so the library gets no message. `silent`: loads, but never reports that it loaded. */
  checkout: z.enum(['normal', 'down', 'silent']).default('normal'),
  /** `short`: pays out ₦100 less. `incomplete`: leaves the oldest payment out of its list of payments. */
  payouts: z.enum(['normal', 'short', 'incomplete']).default('normal'),
  /** Whether customers have a saved card. */
  instruments: z.boolean().default(false),
  /** Until a transfer arrives; null: by hand. */
  transferAfter: milliseconds.default(10_000),
  /** Until the next step of a refund; null: by hand. */
  refundAfter: milliseconds.default(3000),
})
export type ModeState = z.infer<typeof STATE>

export const createModes = () => createMode(STATE, '/paystack/mode')
export type Modes = ReturnType<typeof createModes>

/** Paystack's clock, in milliseconds. */
// oxlint-disable-next-line project/clock -- another company has its own clock
export const now = (): number => Date.now()
