type ErrorType = 'validation_error' | 'processor_error' | 'api_error'

/** An error answer of Paystack. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 404 | 422
  readonly body: {
    status: false
    message: string
    meta: { nextStep: string }
    type: ErrorType
    code: string
  }

  constructor(status: Refusal['status'], message: string, code: string, nextStep: string) {
    super(message)
    this.status = status
    this.body = { status: false, message, meta: { nextStep }, type: 'validation_error', code }
  }
}

/** The messages are Paystack's own where its documentation or its users quote them. */
export const refusals = {
  key: () =>
    new Refusal(401, 'Invalid key', 'invalid_Key', 'Provide the correct authorization key for the request'),
  email: () =>
    new Refusal(
      400,
      'Invalid Email Address Passed',
      'invalid_email_address',
      'Provide a valid email address and try again',
    ),
  amount: (minimum: number) =>
    new Refusal(
      400,
      'Invalid Amount Sent',
      'invalid_amount',
      `Provide a whole amount of at least ${minimum} in the currency’s smallest unit`,
    ),
  currency: () =>
    new Refusal(400, 'Currency not supported by merchant', 'unsupported_currency', 'Use NGN as the currency'),
  channels: () =>
    new Refusal(400, 'No active channel', 'no_active_channel', 'Ask for a channel that the merchant has'),
  reference: () =>
    new Refusal(
      400,
      'Invalid Transaction Reference',
      'invalid_reference',
      'Use only -, ., = and alphanumeric characters in the reference',
    ),
  duplicate: () =>
    new Refusal(
      400,
      'Duplicate Transaction Reference',
      'duplicate_reference',
      'Try and create the Transaction or Charge with a new reference',
    ),
  plan: () => new Refusal(404, 'Plan not found', 'plan_not_found', 'Use the code of a plan that exists'),
  transaction: (status: 400 | 404 = 400) =>
    new Refusal(
      status,
      'Transaction reference not found.',
      'transaction_not_found',
      'Use the reference or id of a transaction that exists on this integration',
    ),
  accessCode: () =>
    new Refusal(404, 'Invalid access code', 'invalid_access_code', 'Initialize a transaction again'),
  completed: () =>
    new Refusal(
      400,
      'This transaction is completed',
      'transaction_completed',
      'Initialize a new transaction',
    ),
  notRefundable: (status: string) =>
    new Refusal(
      400,
      status === 'reversed' ? 'Transaction has been fully reversed' : 'Transaction has not been paid',
      'transaction_not_refundable',
      'Refund only amounts that were paid and not refunded',
    ),
  refundAmount: () =>
    new Refusal(
      400,
      'Refund amount cannot be more than transaction amount',
      'invalid_refund_amount',
      'Refund at most the rest of the transaction',
    ),
  refund: () =>
    new Refusal(404, 'Refund not found', 'refund_not_found', 'Use the id of a refund that exists'),
  refundState: () =>
    new Refusal(
      422,
      'Refund does not need attention',
      'invalid_refund_state',
      'Retry only a refund with the status needs-attention',
    ),
  dispute: () =>
    new Refusal(404, 'Dispute not found', 'dispute_not_found', 'Use the id of a dispute that exists'),
  resolved: () =>
    new Refusal(400, 'Dispute is already resolved', 'dispute_resolved', 'A resolved dispute cannot change'),
  resolution: () =>
    new Refusal(
      400,
      'Invalid resolution',
      'invalid_resolution',
      'Use merchant-accepted or declined as the resolution',
    ),
  body: () => new Refusal(400, 'Invalid request body', 'invalid_body', 'Send the parameters as JSON'),
}
