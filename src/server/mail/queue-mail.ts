import { randomUUID } from 'node:crypto'
import type { Db } from '../db/connect.ts'
import { addJob } from '../queue/add-job.ts'
import type { MailData, Template } from './mails.ts'
import { mails } from '../tables/mails.ts'

interface NewMail<Name extends Template> {
  to: string
  /** The account that the mail is about; null if there is none. */
  userId: string | null
  template: Name
  data: MailData<Name>
}

/**
 * Queues a mail in the caller's transaction. A job sends it after the commit.
 * @param now milliseconds since 1970, at which the mail may be sent; a mail that is still queued after its links have expired is not sent
 * @returns the mail's id
 */
export async function queueMail<Name extends Template>(
  tx: Db,
  now: number,
  { to, userId, template, data }: NewMail<Name>,
  delayMs = 0,
): Promise<string> {
  const id = randomUUID()
  await tx.insert(mails).values({ id, to, userId, template, data, createdAt: new Date(now) })
  await addJob(tx, 'send-mail', { id }, delayMs)
  return id
}
