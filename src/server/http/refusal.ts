import { type ErrorCode, ERRORS } from '../../domain/errors.ts'

/** A request that is refused on purpose. Anything else that is thrown is our fault and keeps its insides to itself. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly headers: Record<string, string>

  /**
   * @param title a sentence for people; the code's own where left out
   * @param more what is wrong with single inputs, and headers such as Retry-After
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
