import { z } from 'zod'
import { type Channel, TEST_CARDS } from './model.ts'

/** The channel that each action of the checkout requires. */
export const CHANNEL_OF = {
  pay: 'card',
  transfer: 'bank_transfer',
  bank: 'bank',
  ussd: 'ussd',
  qr: 'qr',
  apple_pay: 'apple_pay',
  decline: 'card',
  cancel: null,
} as const satisfies Record<string, Channel | null>

/** A customer's action in the checkout. */
export const ATTEMPT = z.object({
  action: z.enum(Object.keys(CHANNEL_OF) as (keyof typeof CHANNEL_OF)[]),
  /** Of the card; the saved one when omitted. Cards that Paystack does not list are declined. */
  number: z
    .string()
    .max(40)
    .transform((typed) => typed.replace(/\D/g, ''))
    .default(TEST_CARDS[0].number),
})
export type Attempt = z.infer<typeof ATTEMPT>

export type Outcome =
  | { outcome: 'success' | 'pending' | 'cancelled' }
  | { outcome: 'declined'; message: string }
