import type { AuditAction } from '../../domain/audit.ts'
import type { Db } from '../db/connect.ts'
import { audit } from '../tables/audit.ts'

/** The actor of a change, with the request and its network address. */
export interface Actor {
  /** Null for a program, or before a login. */
  userId: string | null
  requestId: string | null
  address: string | null
}

/** The actor of jobs and command lines. */
export const PROGRAM: Actor = { userId: null, requestId: null, address: null }

/** Records a change in the audit trail, in the transaction of the change. */
export async function recordAudit(
  tx: Db,
  now: number,
  actor: Actor,
  entry: { action: AuditAction; subject: string; details: unknown },
): Promise<void> {
  const { userId, requestId, address } = actor
  await tx.insert(audit).values({ ...entry, actor: userId, requestId, address, at: new Date(now) })
}
