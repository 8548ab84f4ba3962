import { asc, lt } from 'drizzle-orm'
import { SERVER_LIMITS } from '../../domain/limits.ts'
import { type Address, connect, type Db } from '../db/connect.ts'
import type { Log } from '../base/log.ts'
import { PROGRAM, recordAudit } from './record.ts'
import { audit } from '../tables/audit.ts'

const DAY_MS = 86_400_000

/**
 * Deletes the entries of the audit trail that are older than `SERVER_LIMITS.auditKeptDays`, once a day. The app's own role may
 * not delete any, so this opens a connection of the owner for the moment.
 */
export async function expireAudit(db: Db, owner: Address, now: number, log: Log): Promise<void> {
  const expired = now - SERVER_LIMITS.auditKeptDays * DAY_MS
  const [oldest] = await db
    .select({ at: audit.at })
    .from(audit)
    .orderBy(asc(audit.at), asc(audit.id))
    .limit(1)
  if (!oldest || oldest.at.getTime() > expired - DAY_MS) return
  const connection = connect(owner, { max: 1, noTimeout: true })
  try {
    await connection.db.transaction(async (tx) => {
      const { rowCount } = await tx.delete(audit).where(lt(audit.at, new Date(expired)))
      if (!rowCount) return
      const details = { entries: rowCount, before: new Date(expired).toISOString() }
      await recordAudit(tx, now, PROGRAM, { action: 'audit.expire', subject: 'audit', details })
      log.info({ entries: rowCount }, 'old entries of the audit trail expired')
    })
  } finally {
    await connection.close()
  }
}
