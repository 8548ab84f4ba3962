import { Refusal } from '../../http/refusal.ts'
import type { Services } from '../../api/services.ts'
import type { Paystack } from './client.ts'

/** The client for Paystack. @throws Refusal unavailable if no keys are configured */
export function requirePaystack({ paystack }: Pick<Services, 'paystack'>): Paystack {
  if (!paystack) throw new Refusal('unavailable', 'Payments are not set up yet.')
  return paystack
}
