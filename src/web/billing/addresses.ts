/** The API address of the payments that the screen's query selects. */
export function historyAddress(search: URLSearchParams): string {
  const after = search.get('after')
  return after ? `/api/payments?after=${encodeURIComponent(after)}` : '/api/payments'
}

export const receiptAddress = (reference: string) => `/api/payments/${encodeURIComponent(reference)}`

/** Paystack's own page adds the reference to the address under these names when it sends the payer back. */
export const RETURN_PARAMETERS = ['reference', 'trxref']

/** The reference that Paystack added to the address; null without a valid one. */
export function returnedReference(search: URLSearchParams): string | null {
  const reference = search.get('reference') ?? search.get('trxref') ?? ''
  return /^[0-9a-z]{26,40}$/.test(reference) ? reference : null
}
