import type { Instant } from '../../../platform/server/audit/context.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { Period } from '../../../platform/rules/access/plans.ts'
import { openList } from '../../../platform/server/base/open-list.ts'
import { users } from '../../../platform/server/tables/accounts.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import type { MailData, Template } from '../../../platform/server/mail/render.ts'
import { queueMail } from '../../../platform/server/mail/queue-mail.ts'
import type { payments } from '../tables/payments.ts'
import type { RecordNote } from '../../../platform/server/mail/billing-mails.ts'

type Payment = Pick<typeof payments.$inferSelect, 'reference' | 'userId' | 'plan' | 'kobo' | 'paidAt'>
type BillingMail =
  | 'receipt'
  | 'nothing-received'
  | 'refunded'
  | 'part-refunded'
  | 'plan-ends'
  | 'days-given-back'

/**
 * Queues a mail to a user, in the caller's transaction. Deleted accounts and sample people get none. Accounts with an unverified address can
 * pay too, so these mails contain no name.
 */
export async function mailUser<Name extends BillingMail & Template>(
  { tx, now }: Instant,
  userId: string,
  template: Name,
  data: MailData<Name>,
): Promise<void> {
  const activeUser = and(eq(users.id, userId), isNull(users.deletedAt), eq(users.isSample, false))
  const [person] = await tx.select().from(users).where(activeUser)
  if (!person) return
  await queueMail(tx, now, { to: person.email, userId, template, data })
}

export async function mailReceipt(tx: Db, now: number, payment: Payment, period: Period): Promise<void> {
  const { reference, plan, kobo, paidAt, userId } = payment
  const { startsAt, endsAt } = period
  return mailUser({ tx, now }, userId, 'receipt', {
    reference,
    plan,
    kobo,
    at: paidAt?.getTime() ?? now,
    startsAt,
    endsAt,
    ...(await mailNotes(tx)),
  })
}

/** What rooms above let receipts and reminders note. */
export const notesInMails = openList<(tx: Db) => Promise<RecordNote>>('notes in mails about payments')

export async function mailNotes(tx: Db): Promise<RecordNote> {
  const notes: RecordNote = {}
  for (const note of notesInMails.all()) Object.assign(notes, await note(tx))
  return notes
}
