/** Paystack's own page adds the reference to the address under these names when it sends the payer back. */
const PAID = ['reference', 'trxref']
/** Our name for the reference in the address to which Paystack's own page sends a payer who cancels. */
export const CANCELLED = 'cancelled'
export const RETURN_PARAMETERS = [...PAID, CANCELLED]

/** The payment for which Paystack's own page sent the browser back; null without a valid one. */
export function returnedReference(search: { get(name: string): string | null }): string | null {
  const reference = RETURN_PARAMETERS.map((name) => search.get(name)).find((value) => value !== null) ?? ''
  return /^[0-9a-z]{26,40}$/.test(reference) ? reference : null
}
