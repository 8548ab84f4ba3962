import { type ErrorCode, ERRORS } from '../../rules/base/messages.ts'

/** An expected error that becomes the answer. Any other error is answered as `internal`, without details. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly headers: Record<string, string>

  /**
   * @param title a sentence for people; by default the code's own
   * @param more messages by field, and headers such as Retry-After
   */
  constructor(
    code: ErrorCode,
    title: string = ERRORS[code].title,
    more: { fields?: Record<string, string>; headers?: Record<string, string> } = {},
  ) {
    super(title)
    this.name = 'Refusal'
    this.code = code
    this.fields = more.fields
    this.headers = more.headers ?? {}
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}

/** A refusal that is about one field. */
export const refusedField = (field: string, sentence: string, code: ErrorCode = 'invalid-input') =>
  new Refusal(code, sentence, { fields: { [field]: sentence } })

/** A refusal with a sentence about each field. */
export const refusedFields = (fields: Partial<Record<string, string>>) =>
  new Refusal('invalid-input', Object.values(fields)[0], { fields: fields as Record<string, string> })
