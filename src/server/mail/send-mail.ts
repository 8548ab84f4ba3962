import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import type { Log } from '../base/log.ts'
import type { Settings } from '../base/settings.ts'
import { MailError } from './mail-error.ts'
import { MAILS, type Template } from './mails.ts'
import { renderMail } from './render.ts'
import { mails } from '../tables/mails.ts'
import type { Transport } from './transport.ts'

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
  const [mail] = await db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1` })
    .where(and(eq(mails.id, id), eq(mails.state, 'queued'), isNull(mails.heldAt)))
    .returning()
  if (!mail) return
  const now = await clock.now(db)
  const failure =
    now > mail.createdAt.getTime() + MAILS[mail.template as Template].expiresAfterMs
      ? new MailError('too late', true)
      : await failureOf(() => deliver(mail as QueuedMail, settings.appUrl, transport, signal), log)
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
  { id, to, template, data }: QueuedMail,
  appUrl: string,
  transport: Transport,
  signal?: AbortSignal,
): Promise<void> {
  const rendered = await renderMail(template as Template, data, appUrl)
  const messageId = `<${id}@${new URL(appUrl).hostname}>`
  await transport.send({ ...rendered, to, messageId }, signal)
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
