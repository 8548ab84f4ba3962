import type { AuditAction } from '../../domain/audit/audit.ts'
import { audit } from '../tables/audit.ts'
import type { Change } from './context.ts'

/** What the audit trail says of a change. */
export interface AuditEntry {
  action: AuditAction
  subject: string
  details: unknown
}

/** Records a change in the audit trail, in the transaction of the change. */
export async function recordAudit({ tx, now, actor }: Change, entry: AuditEntry): Promise<void> {
  const { userId, requestId, address } = actor
  await tx.insert(audit).values({ ...entry, actor: userId, requestId, address, at: new Date(now) })
}
