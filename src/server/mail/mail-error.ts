/** A mail was not sent. The message is a code, because the answers of mail servers quote addresses. */
export class MailError extends Error {
  override name = 'MailError'
  /** Whether a retry is pointless: the recipient or the mail was refused permanently. */
  readonly isPermanent: boolean
  constructor(code: string, isPermanent: boolean) {
    super(code)
    this.isPermanent = isPermanent
  }
}
