/** The form of our references to payments. */
export const REFERENCE = /^[0-9a-z]{26,40}$/

/**
 * Whether a payment is one of another shop on the same Paystack business. Our metadata names a user and a plan; where Paystack
 * has none, the form of the reference decides. A payment with our form that we do not know needs staff.
 * @param metadata of the transaction, parsed
 */
export function isForeign(reference: string, metadata: unknown): boolean {
  const names = typeof metadata === 'object' && metadata !== null ? Object.keys(metadata) : []
  return names.length > 0 ? !(names.includes('userId') && names.includes('plan')) : !REFERENCE.test(reference)
}
