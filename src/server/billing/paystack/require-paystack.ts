import { Refusal } from '../../http/refusal.ts'
import type { Services } from '../../api/services.ts'
import type { Paystack } from './client.ts'

/** @throws Refusal unavailable where no keys are set */
export function requirePaystack({ paystack }: Pick<Services, 'paystack'>): Paystack {
  if (!paystack) throw new Refusal('unavailable', 'Payments are not set up here yet.')
  return paystack
}
