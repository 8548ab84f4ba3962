import { and, asc, desc, eq, gt, isNull } from 'drizzle-orm'
import { TALK_LIMITS } from '../../rules/talk/announcements.ts'
import type { Announcement, Business, HelpContact } from '../../rules/talk/announcements.ts'
import type { Settings } from '../../../platform/server/base/settings.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { keepKnown, type Known } from '../../../platform/server/db/known.ts'
import { users } from '../../../platform/server/tables/accounts.ts'
import { announcements } from './tables.ts'
import { helpContact } from './write.ts'

declare module '../../../platform/server/api/services.ts' {
  interface Services {
    talk: KnownTalk
  }
}

/** What every page shows: the lines that are shown or will be, and how to reach the business. */
type KnownTalk = Known<{ announcements: Announcement[]; contact: HelpContact; business: Business }>

/** Keeps what every page shows. Until staff enter them, address and business are those of the settings. */
export async function startTalk(
  db: Db,
  { supportEmail, operator }: Settings,
  now: () => Promise<number>,
): Promise<KnownTalk> {
  return keepKnown(async () => {
    const { email, whatsapp, hours, name, licence, state } = await helpContact(db)
    return {
      announcements: await openAnnouncements(db, await now()),
      contact: { email: email ?? supportEmail, whatsapp, hours },
      business: name === null ? operator : { name, licence, state },
    }
  })
}

async function openAnnouncements(db: Db, now: number): Promise<Announcement[]> {
  const { id, text, audience, from, until, endedAt } = announcements
  const rows = await db
    .select({ id, text, audience, from, until })
    .from(announcements)
    .where(and(isNull(endedAt), gt(until, new Date(now))))
    .orderBy(asc(from), asc(id))
  return rows.map((row) => ({ ...row, from: row.from.getTime(), until: row.until.getTime() }))
}

/** The latest announcements, with who made them and why. */
export async function latestAnnouncements(db: Db) {
  const { id, text, audience, from, until, game, reason, endedAt, by } = announcements
  const rows = await db
    .select({ id, text, audience, from, until, game, reason, endedAt, by: users.username })
    .from(announcements)
    .leftJoin(users, eq(users.id, by))
    .orderBy(desc(id))
    .limit(TALK_LIMITS.listed)
  return rows.map((row) => ({
    ...row,
    from: row.from.getTime(),
    until: row.until.getTime(),
    endedAt: row.endedAt?.getTime() ?? null,
  }))
}
