import { randomUUID } from 'node:crypto'
import type { Db } from '../db/connect.ts'
import { addJob } from '../queue/add-job.ts'
import type { MailData, Template } from './mails.ts'
import { mails } from '../tables/mails.ts'

interface NewMail<Name extends Template> {
  to: string
  /** Whom the mail is about, where there is an account. */
  userId: string | null
  template: Name
  data: MailData<Name>
}

/**
 * Writes a mail into the caller's transaction; it goes out soon after that is committed, and never when it is not.
 * @param now milliseconds; mails whose links have run out since are not sent any more
 * @returns the mail's id
 */
export async function queueMail<Name extends Template>(
  tx: Db,
  now: number,
  { to, userId, template, data }: NewMail<Name>,
): Promise<string> {
  const id = randomUUID()
  await tx.insert(mails).values({ id, to, userId, template, data, createdAt: new Date(now) })
  await addJob(tx, 'send-mail', { id })
  return id
}
