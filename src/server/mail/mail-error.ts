/** A mail that did not go. Its message is a code: what mail servers answer quotes addresses. */
export class MailError extends Error {
  override name = 'MailError'
  /** Whether trying again is of no use: the recipient or the mail itself was refused for good. */
  readonly final: boolean
  constructor(code: string, final: boolean) {
    super(code)
    this.final = final
  }
}
