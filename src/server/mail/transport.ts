import { createTransport } from 'nodemailer'
import { MailError } from './mail-error.ts'
import type { Rendered } from './render.ts'

interface OutgoingMail extends Rendered {
  messageId: string
  to: string
}

export interface Transport {
  /**
   * Hands a mail over to the mail server.
   * @throws MailError when the server refused it, or when its acceptance is unknown
   */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<void>
}

/** Milliseconds. The answer to the mail itself may take long, and hanging up early sends it twice (RFC 5321, 4.5.3.2). */
const SMTP_TIMEOUTS_MS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 60_000,
}
/** For a whole mail. Must be shorter than the time after which a job counts as abandoned. */
const SEND_TIMEOUT_MS = 120_000

/** Connects to the mail server of the settings once per mail: mails are few, and no connection goes stale. */
export function createMailTransport(smtpUrl: string | null, mailFrom: string): Transport {
  if (!smtpUrl) return { send: () => Promise.reject(new MailError('no SMTP_URL', false)) }
  const transporter = createTransport({
    url: smtpUrl,
    ...SMTP_TIMEOUTS_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, ...mail }, stopped) {
      const timeout = AbortSignal.timeout(SEND_TIMEOUT_MS)
      const sent = transporter.sendMail({
        ...mail,
        from: mailFrom,
        to: { name: '', address: to },
        // RFC 3834: keeps automatic replies such as holiday notices from answering.
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      await unlessAborted(sent, stopped ? AbortSignal.any([timeout, stopped]) : timeout)
    },
  }
}

async function unlessAborted(sent: Promise<unknown>, signal: AbortSignal): Promise<void> {
  let aborted = () => {}
  const aborting = new Promise<never>((_, reject) => {
    aborted = () => reject(new MailError('interrupted', false))
    signal.addEventListener('abort', aborted)
  })
  try {
    await Promise.race([sent.catch((error: unknown) => Promise.reject(mailErrorOf(error))), aborting])
  } finally {
    signal.removeEventListener('abort', aborted)
  }
}

/** Only a refusal of the recipient or the mail is permanent: a refused login or sender can be fixed here. */
function mailErrorOf(error: unknown): MailError {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
  const refused =
    (code === 'EENVELOPE' || code === 'EMESSAGE') && (command === 'RCPT TO' || command === 'DATA')
  const isPermanentCode = responseCode !== undefined && responseCode >= 500 && responseCode < 600
  const malformed = code === 'EENVELOPE' && command === 'API'
  return new MailError(
    [code ?? 'unknown', responseCode].filter(Boolean).join(' '),
    malformed || (refused && isPermanentCode),
  )
}
