import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import type { Log } from '../base/log.ts'
import type { Settings } from '../base/settings.ts'
import { renderMail, MailError, MAILS, type Template, type Rendered } from './render.ts'
import { mails } from '../tables/mails.ts'
import { stopLinkOf } from './stop-link.ts'
import { createTransport } from 'nodemailer'
import { SERVER_LIMITS } from '../../rules/base/limits.ts'

interface Dependencies {
  db: Db
  clock: Clock
  log: Log
  settings: Settings
}

interface Attempt {
  transport: Transport
  /** Whether the job is not retried after this attempt. */
  last: boolean
  /** Aborted when the server stops. */
  signal?: AbortSignal
}

/**
 * Sends a queued mail at least once. If the process dies between the mail server's answer and the update of the row, the
 * mail is sent again with the same Message-ID. A mail that is held or no longer queued is skipped.
 * @throws MailError when the job should be retried
 */
export async function sendMail(
  { db, clock, log, settings }: Dependencies,
  id: string,
  { transport, last, signal }: Attempt,
): Promise<void> {
  const now = await clock.now(db)
  const [mail] = await db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1` })
    .where(and(eq(mails.id, id), eq(mails.state, 'queued'), isNull(mails.heldAt)))
    .returning()
  if (!mail) return
  const failure =
    now > mail.createdAt.getTime() + MAILS[mail.template as Template].expiresAfterMs
      ? new MailError('too late', true)
      : await failureOf(() => deliver(mail as QueuedMail, settings, transport, signal), log)
  if (failure && !failure.isPermanent && !last) {
    await db.update(mails).set({ error: failure.message }).where(eq(mails.id, id))
    throw failure
  }
  if (failure) log.warn({ mail: id, code: failure.message }, 'a mail failed')
  await db
    .update(mails)
    .set({
      state: failure ? 'failed' : 'sent',
      error: failure?.message ?? null,
      endedAt: new Date(now),
      data: null,
    })
    .where(and(eq(mails.id, id), eq(mails.state, 'queued')))
}

/** A check of the table ensures that a queued mail has both. */
type QueuedMail = typeof mails.$inferSelect & { to: string; data: never }

async function deliver(
  { id, to, template, data, userId }: QueuedMail,
  settings: Settings,
  transport: Transport,
  signal?: AbortSignal,
): Promise<void> {
  const { appUrl } = settings
  const kind: { canBeStopped?: true } = MAILS[template as Template]
  const stopLink = kind.canBeStopped && userId ? stopLinkOf(settings, userId) : null
  const rendered = await renderMail(template as Template, data, appUrl, stopLink)
  const messageId = `<${id}@${new URL(appUrl).hostname}>`
  await transport.send({ ...rendered, to, messageId, stopLink }, signal)
}

/** The error of an attempt; null if it succeeded. A bug is logged, and a retry may follow its fix. */
async function failureOf(attempt: () => Promise<void>, log: Log): Promise<MailError | null> {
  try {
    await attempt()
    return null
  } catch (error) {
    if (error instanceof MailError) return error
    log.error({ error }, 'a mail could not be rendered')
    return new MailError('unknown', false)
  }
}

interface OutgoingMail extends Rendered {
  messageId: string
  to: string
  /** Where one POST stops these mails (RFC 8058); null for a mail that cannot be stopped. */
  stopLink: string | null
}

interface Transport {
  /**
   * Hands a mail over to the mail server.
   * @throws MailError when the server refused it, or when its acceptance is unknown
   */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<void>
}

/** Connects to the mail server of the settings once per mail: mails are few, and no connection goes stale. */
export function createMailTransport(smtpUrl: string | null, mailFrom: string): Transport {
  if (!smtpUrl) return { send: () => Promise.reject(new MailError('no SMTP_URL', false)) }
  const transporter = createTransport({
    url: smtpUrl,
    ...SERVER_LIMITS.smtpMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, stopLink, ...mail }, stopped) {
      const timeout = AbortSignal.timeout(SERVER_LIMITS.mailMs)
      const sent = transporter.sendMail({
        ...mail,
        from: mailFrom,
        to: { name: '', address: to },
        // RFC 3834: keeps automatic replies such as holiday notices from answering.
        headers: { 'Auto-Submitted': 'auto-generated', ...(stopLink !== null && stopHeaders(stopLink)) },
      })
      await unlessAborted(sent, stopped ? AbortSignal.any([timeout, stopped]) : timeout)
    },
  }
}

const stopHeaders = (link: string) => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

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
