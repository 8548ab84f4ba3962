import { and, eq, sql } from 'drizzle-orm'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import type { Log } from '../base/log.ts'
import type { Settings } from '../base/settings.ts'
import { MailError } from './mail-error.ts'
import { MAILS, type Template } from './mails.ts'
import { renderMail } from './render.ts'
import { mails } from '../tables/mails.ts'
import type { Transport } from './transport.ts'

interface Ground {
  db: Db
  clock: Clock
  log: Log
  settings: Settings
}

interface Attempt {
  transport: Transport
  /** Nobody will try again after this one. */
  last: boolean
  /** The server stops. */
  signal?: AbortSignal
}

/**
 * Sends a queued mail: at least once. When we die between the mail server's answer and the note of it, the mail goes out
 * again with the same Message-ID. A mail that is no longer queued is left alone.
 * @throws MailError when it should be tried again later
 */
export async function sendMail(
  ground: Ground,
  id: string,
  { transport, last, signal }: Attempt,
): Promise<void> {
  const { db, clock, log, settings } = ground
  const [mail] = await db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1` })
    .where(and(eq(mails.id, id), eq(mails.state, 'queued')))
    .returning()
  if (!mail) return
  const now = await clock.now(db)
  const failure =
    now > mail.createdAt.getTime() + MAILS[mail.template as Template].expiresAfterMs
      ? new MailError('too late', true)
      : await failureOf(() => handOver(mail as Whole, settings.appUrl, transport, signal), log)
  if (failure && !failure.final && !last) {
    await db.update(mails).set({ error: failure.message }).where(eq(mails.id, id))
    throw failure
  }
  if (failure) log.warn({ mail: id, code: failure.message }, 'a mail was given up')
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

/** Queued mails have both: the table sees to it. */
type Whole = typeof mails.$inferSelect & { to: string; data: never }

async function handOver(
  { id, to, template, data }: Whole,
  appUrl: string,
  transport: Transport,
  signal?: AbortSignal,
): Promise<void> {
  const rendered = await renderMail(template as Template, data, appUrl)
  const messageId = `<${id}@${new URL(appUrl).hostname}>`
  await transport.send({ ...rendered, to, messageId }, signal)
}

/** What went wrong; null when nothing did. A fault of our own is logged and may be mended before the next attempt. */
async function failureOf(attempt: () => Promise<void>, log: Log): Promise<MailError | null> {
  try {
    await attempt()
    return null
  } catch (error) {
    if (error instanceof MailError) return error
    log.error({ error }, 'a mail could not be made')
    return new MailError('unknown', false)
  }
}
