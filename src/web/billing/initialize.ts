import { MESSAGES } from '../../domain/base/messages.ts'
import { initError, NOT_OPENED, PAYMENT_MESSAGES } from '../../domain/billing/messages.ts'
import type { PaidPlan } from '../../domain/billing/plans.ts'
import type { Me } from '../accounts/me.ts'
import { type AnswerOf, fetchWithin } from '../api/call.ts'

/** Milliseconds; longer than the server waits for Paystack. */
const RESPONSE_TIMEOUT_MS = 30_000

export interface OpenedPayment {
  reference: string
  accessCode: string
  /** Paystack's own page for this payment, in case its window does not open. */
  authorizationUrl: string
}

/** A payment that could not be opened. `message` is for the log, `sentence` for the payer. */
export class NotOpenedError extends Error {
  declare readonly sentence: string

  constructor(message: string, sentence: string) {
    super(message)
    this.name = 'NotOpenedError'
    this.sentence = sentence
    // oxlint-disable-next-line no-console -- the specification requires this log line
    console.error(message)
  }
}

/**
 * Asks the server to open a payment for a plan. The server sets the price and the reference.
 * @param kobo the price that the page shows, if it has loaded
 * @throws NotOpenedError 'Server error: {status} - {text}', 'Transaction init failed', or without a network
 */
export async function initializeTransaction(
  plan: PaidPlan,
  kobo: number | undefined,
  { uid, email }: Pick<Me, 'uid' | 'email'>,
): Promise<OpenedPayment> {
  const response = await ask({ email, amount: kobo, plan, userId: uid })
  if (!response.ok) {
    const text = await response.text().catch(() => '')
    const isOurs = response.headers.get('content-type')?.startsWith('text/plain')
    throw new NotOpenedError(initError(response.status, text), (isOurs && text) || NOT_OPENED)
  }
  const answer = (await response.json().catch(() => null)) as Partial<
    AnswerOf<'POST /api/initializeTransaction'>
  > | null
  if (!answer?.data?.access_code) throw new NotOpenedError(PAYMENT_MESSAGES.noAccessCode, NOT_OPENED)
  const { reference, access_code: accessCode, authorization_url: authorizationUrl } = answer.data
  return { reference, accessCode, authorizationUrl }
}

async function ask(body: object): Promise<Response> {
  try {
    return await fetchWithin(RESPONSE_TIMEOUT_MS, '/api/initializeTransaction', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    })
  } catch {
    throw new NotOpenedError(MESSAGES.noNetwork, MESSAGES.noNetwork)
  }
}
