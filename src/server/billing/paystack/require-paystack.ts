import { Refusal } from '../../http/refusal.ts'
import type { Services } from '../../api/services.ts'
import type { Paystack } from './client.ts'

/** The client for Paystack. @throws Refusal unavailable if no keys are configured */
export function requirePaystack({ paystack }: Pick<Services, 'paystack'>): Paystack {
  if (!paystack) throw new Refusal('unavailable', 'Payments are not set up yet.')
  return paystack
}

/** Whether Paystack cannot have a payment: only the stand-in of a demo has the samples, and no other may be asked for them. */
export function isUnknownToPaystack(
  { source }: { source: string },
  { paystack }: Pick<Services, 'paystack'>,
): boolean {
  return source === 'sample' && !paystack?.isStandIn
}

/** @throws Refusal conflict for a payment that Paystack cannot have */
export function refuseUnknownToPaystack(
  payment: { source: string },
  services: Pick<Services, 'paystack'>,
): void {
  if (isUnknownToPaystack(payment, services))
    throw new Refusal('conflict', 'This is a sample payment. Your account at Paystack does not have it.')
}
