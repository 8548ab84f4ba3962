/** The id of a form that makes something: the same form, sent again, makes nothing again. */
export const FORM_ID = { header: 'idempotency-key', pattern: /^[\w-]{16,64}$/ } as const

/** Characters of the preset that an upload of a picture may name. */
export const UPLOAD_PRESET_LENGTH = 100

/** Limits of requests and mails, for the server only. */
export const SERVER_LIMITS = {
  /** Bytes of a JSON or form body. */
  bodyBytes: 64 * 1024,
  /** Days after which the recipient of a sent or failed mail is removed. */
  mailKeptDays: 7,
  /** Days after which the row of a sent or failed mail is deleted. */
  mailRowKeptDays: 400,
  /** Days in which a form that is sent again has the answer of the first time. */
  formAnswerKeptDays: 2,
  /** Days after which a processed webhook is deleted. Longer than the comparison with Paystack looks back. */
  webhookKeptDays: 400,
} as const
