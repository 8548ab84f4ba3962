/** The API address of the payments that the screen's query selects. */
export function historyAddress(search: URLSearchParams): string {
  const after = search.get('after')
  return after ? `/api/payments?after=${encodeURIComponent(after)}` : '/api/payments'
}

export const receiptAddress = (reference: string) => `/api/payments/${encodeURIComponent(reference)}`

/** The parameter of a payer who says, without script, that nothing was paid. */
export const DISMISSED = 'dismissed'
