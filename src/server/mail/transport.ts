import { createTransport } from 'nodemailer'
import { MailError } from './mail-error.ts'
import type { Rendered } from './render.ts'

export interface Letter extends Rendered {
  messageId: string
  to: string
}

export interface Transport {
  /**
   * Hands a mail over to the mail server.
   * @throws MailError when it was not taken, or when nobody knows whether it was
   */
  send(letter: Letter, signal?: AbortSignal): Promise<void>
}

/** Milliseconds. The answer to the mail itself may take long: whoever hangs up early sends it twice (RFC 5321, 4.5.3.2). */
const LIMITS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 60_000,
}
/** However slowly the server drips: must be shorter than the time after which a job counts as abandoned. */
const ALTOGETHER = 120_000

/** The mail server of the settings. Each mail has a connection of its own: there are few, and none goes stale. */
export function createMailTransport(smtpUrl: string | null, mailFrom: string): Transport {
  if (!smtpUrl) return { send: () => Promise.reject(new MailError('no SMTP_URL', false)) }
  const transporter = createTransport({
    url: smtpUrl,
    ...LIMITS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, ...letter }, stopped) {
      const late = AbortSignal.timeout(ALTOGETHER)
      const sent = transporter.sendMail({
        ...letter,
        from: mailFrom,
        to: { name: '', address: to },
        // RFC 3834: nobody's holiday notice should answer.
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      await unlessAborted(sent, stopped ? AbortSignal.any([late, stopped]) : late)
    },
  }
}

async function unlessAborted(sent: Promise<unknown>, signal: AbortSignal): Promise<void> {
  let aborted = () => {}
  const abortion = new Promise<never>((_, reject) => {
    aborted = () => reject(new MailError('interrupted', false))
    signal.addEventListener('abort', aborted)
  })
  try {
    await Promise.race([sent.catch((error: unknown) => Promise.reject(mailErrorOf(error))), abortion])
  } finally {
    signal.removeEventListener('abort', aborted)
  }
}

/** Only what is said about the recipient or the mail is final: a refused login or sender is ours to mend. */
function mailErrorOf(error: unknown): MailError {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
  const refused =
    (code === 'EENVELOPE' || code === 'EMESSAGE') && (command === 'RCPT TO' || command === 'DATA')
  const forGood = responseCode !== undefined && responseCode >= 500 && responseCode < 600
  const malformed = code === 'EENVELOPE' && command === 'API'
  return new MailError(
    [code ?? 'unknown', responseCode].filter(Boolean).join(' '),
    malformed || (refused && forGood),
  )
}
