import type { AuditAction } from '../../rules/audit/audit.ts'
import { audit } from '../tables/audit.ts'
import { type Change, byProgram } from './context.ts'
import { asc, lt } from 'drizzle-orm'
import { DAY } from '../../rules/base/calendar.ts'
import { STAFF_LIMITS } from '../../rules/access/staff.ts'
import { type Address, connect, type Db } from '../db/connect.ts'
import type { Log } from '../base/log.ts'

/** What the audit trail says of a change. */
export interface AuditEntry {
  action: AuditAction
  subject: string
  details: unknown
}

/** Records a change in the audit trail, in the transaction of the change. @param details what `auditSentence` reads of it */
export async function recordAudit(
  { tx, now, actor }: Change,
  action: AuditAction,
  subject: string,
  details: unknown,
): Promise<void> {
  const { userId, requestId, address } = actor
  const at = new Date(now)
  await tx.insert(audit).values({ action, subject, details, actor: userId, requestId, address, at })
}

/**
 * Deletes audit entries older than {@link STAFF_LIMITS.auditKeptDays}, once a day. The app's role may not delete entries,
 * so this opens a connection as the owner.
 */
export async function expireAudit(db: Db, owner: Address, now: number, log: Log): Promise<void> {
  const expired = now - STAFF_LIMITS.auditKeptDays * DAY
  const [oldest] = await db
    .select({ at: audit.at })
    .from(audit)
    .orderBy(asc(audit.at), asc(audit.id))
    .limit(1)
  if (!oldest || oldest.at.getTime() > expired - DAY) return
  const connection = connect(owner, { max: 1, noTimeout: true })
  try {
    await connection.db.transaction(async (tx) => {
      const { rowCount } = await tx.delete(audit).where(lt(audit.at, new Date(expired)))
      if (!rowCount) return
      const details = { entries: rowCount, before: new Date(expired).toISOString() }
      await recordAudit(byProgram(tx, now), 'audit.expire', 'audit', details)
      log.info({ entries: rowCount }, 'expired audit entries deleted')
    })
  } finally {
    await connection.close()
  }
}
