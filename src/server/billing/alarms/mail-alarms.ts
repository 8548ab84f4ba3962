import { and, eq, inArray, isNull } from 'drizzle-orm'
import { dueAlarmMails } from '../../../domain/alarms.ts'
import { ALARMS } from '../../../domain/payments.ts'
import { users } from '../../tables/accounts.ts'
import type { Db } from '../../db/connect.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { Services } from '../../api/services.ts'
import { alarms } from '../../tables/payments.ts'

type Alarm = typeof alarms.$inferSelect

/**
 * Queues the due mails about open alarms, to every admin. Runs when an alarm is raised and each minute. The lock on the
 * alarms serializes the callers, so no mail is sent twice.
 */
export async function mailAlarms({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db.transaction(async (tx) => {
    const open = await tx
      .select()
      .from(alarms)
      .where(isNull(alarms.closedAt))
      .orderBy(alarms.id)
      .for('update')
    const now = await clock.now(tx)
    const mailed = open.map(({ id, mailedAt }) => ({ id, mailedAt: mailedAt?.getTime() ?? null }))
    const { raised, daily } = dueAlarmMails(mailed, now)
    const about = (ids: readonly number[]) => open.filter(({ id }) => ids.includes(id))
    for (const ids of raised) await mailStaff(tx, now, 'alarm-raised', about(ids))
    if (daily.length > 0) await mailStaff(tx, now, 'alarms-open', about(daily))
  })
}

async function mailStaff(
  tx: Db,
  now: number,
  template: 'alarm-raised' | 'alarms-open',
  about: readonly Alarm[],
): Promise<void> {
  const data = {
    alarms: about.map(({ kind, reference, raisedAt }) => ({
      meaning: ALARMS[kind],
      reference,
      raisedAt: raisedAt.getTime(),
    })),
  }
  for (const { id, email } of await adminsOf(tx))
    await queueMail(tx, now, { to: email, userId: id, template, data })
  const ids = about.map(({ id }) => id)
  await tx
    .update(alarms)
    .set({ mailedAt: new Date(now) })
    .where(inArray(alarms.id, ids))
}

/** Admins with a verified address; without one they have no staff rights either. */
function adminsOf(tx: Db) {
  return tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.emailVerified, true), isNull(users.deletedAt)))
}
