import type { AuditAction } from '../../domain/audit/audit.ts'
import { audit } from '../tables/audit.ts'
import type { Change } from './context.ts'

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
