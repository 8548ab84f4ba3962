/** The API address of the payments that the screen's query selects. */
export function historyAddress(search: URLSearchParams): string {
  const after = search.get('after')
  return after ? `/api/payments?after=${encodeURIComponent(after)}` : '/api/payments'
}

export const receiptAddress = (reference: string) => `/api/payments/${encodeURIComponent(reference)}`

/** The reference that Paystack's own page adds to the address when it sends the payer back; null without a valid one. */
export function returnedReference(search: URLSearchParams): string | null {
  const reference = search.get('reference') ?? search.get('trxref') ?? ''
  return /^[0-9a-z]{26,40}$/.test(reference) ? reference : null
}
