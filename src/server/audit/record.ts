import type { AuditAction } from '../../domain/audit.ts'
import type { Db } from '../db/connect.ts'
import { audit } from '../tables/audit.ts'

/** Who acts: a person by user id, or a program by null, with the request that it came with and its network address. */
export interface Actor {
  userId: string | null
  requestId: string | null
  address: string | null
}

export const PROGRAM: Actor = { userId: null, requestId: null, address: null }

/** Writes the trail of a change in the transaction of that change: if one fails, so does the other. */
export async function recordAudit(
  tx: Db,
  now: number,
  actor: Actor,
  entry: { action: AuditAction; subject: string; details: unknown },
): Promise<void> {
  const { userId, requestId, address } = actor
  await tx.insert(audit).values({ ...entry, actor: userId, requestId, address, at: new Date(now) })
}
