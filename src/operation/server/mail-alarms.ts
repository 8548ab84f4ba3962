import type { Instant } from '../../platform/server/audit/context.ts'
import { inArray, isNull } from 'drizzle-orm'
import {
  ALARMS,
  alarmSubject,
  dueAlarmMails,
  isMoneyAlarm,
  LATE_DRAW,
} from '../../platform/rules/alarms/alarms.ts'
import { accountsWith, users } from '../../platform/server/tables/accounts.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import type { MailData } from '../../platform/server/mail/render.ts'
import { queueMail } from '../../platform/server/mail/queue-mail.ts'
import type { Services } from '../../platform/server/api/services.ts'
import { alarms } from '../../platform/server/tables/alarms.ts'
import { games } from '../../draws/server/tables.ts'
import { lateDrawOf } from '../../draws/server/late-draw-alarms.ts'

type Alarm = typeof alarms.$inferSelect

/**
 * Queues the due mails about open alarms, to the staff who can act on them. Runs when an alarm is raised and each minute. The lock on the
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
    await mailMoneyAlarms(tx, now, open.filter(isMoneyAlarm))
    await mailLateDraws(
      tx,
      now,
      open.filter(({ kind, acknowledgedAt }) => kind === LATE_DRAW && acknowledgedAt === null),
    )
  })
}

async function mailMoneyAlarms(tx: Db, now: number, open: readonly Alarm[]): Promise<void> {
  const { raised, daily } = dueMails(open, now)
  const dataOf = (about: readonly Alarm[]) => ({
    subject: alarmSubject(about.map(({ kind }) => kind)),
    alarms: about.map(({ kind, reference, raisedAt }) => ({
      meaning: ALARMS[kind],
      reference,
      raisedAt: raisedAt.getTime(),
    })),
  })
  for (const about of raised) await mailStaff({ tx, now }, 'alarm-raised', dataOf(about), about)
  if (daily.length > 0) await mailStaff({ tx, now }, 'alarms-open', dataOf(daily), daily)
}

/** All draws that have become late share one mail. */
async function mailLateDraws(tx: Db, now: number, open: readonly Alarm[]): Promise<void> {
  const { raised, daily } = dueMails(open, now)
  const fresh = raised.flat()
  if (fresh.length === 0 && daily.length === 0) return
  const named = await tx.select({ key: games.key, name: games.name }).from(games)
  const nameOf = new Map(named.map(({ key, name }) => [key, name]))
  const dataOf = (about: readonly Alarm[]) => ({
    draws: about
      .map(lateDrawOf)
      .map(({ game, date, expectedAt }) => ({ gameName: nameOf.get(game) ?? game, date, expectedAt })),
  })
  if (fresh.length > 0) await mailStaff({ tx, now }, 'draws-late', dataOf(fresh), fresh)
  if (daily.length > 0) await mailStaff({ tx, now }, 'draws-still-late', dataOf(daily), daily)
}

/** The alarms of the due mails: a list for each mail about new ones, and those of the daily mail. */
function dueMails(open: readonly Alarm[], now: number): { raised: Alarm[][]; daily: Alarm[] } {
  const mailed = open.map(({ id, mailedAt }) => ({ id, mailedAt: mailedAt?.getTime() ?? null }))
  const { raised, daily } = dueAlarmMails(mailed, now)
  const withIds = (ids: readonly number[]) => open.filter(({ id }) => ids.includes(id))
  return { raised: raised.map(withIds), daily: withIds(daily) }
}

/** The right of the people who can act on a mail. */
const READERS = {
  'alarm-raised': 'move-money',
  'alarms-open': 'move-money',
  'draws-late': 'enter-results',
  'draws-still-late': 'enter-results',
} as const

async function mailStaff<Name extends keyof typeof READERS>(
  { tx, now }: Instant,
  template: Name,
  data: MailData<Name>,
  about: readonly Alarm[],
): Promise<void> {
  const readers = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(accountsWith(READERS[template]))
  for (const { id, email } of readers) await queueMail(tx, now, { to: email, userId: id, template, data })
  await tx
    .update(alarms)
    .set({ mailedAt: new Date(now) })
    .where(
      inArray(
        alarms.id,
        about.map(({ id }) => id),
      ),
    )
}
