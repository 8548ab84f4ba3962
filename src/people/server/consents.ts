import { type ConsentKind, LEGAL_VERSION } from '../../platform/rules/legal/legal.ts'
import type { Instant } from '../../platform/server/audit/context.ts'
import { consents } from '../../platform/server/tables/accounts.ts'

/** Appends what a user agreed to, or refused, in the version of today. */
export async function recordConsents(
  { tx, now }: Instant,
  userId: string,
  kinds: readonly ConsentKind[],
  given = true,
): Promise<void> {
  const at = new Date(now)
  await tx.insert(consents).values(kinds.map((kind) => ({ userId, kind, version: LEGAL_VERSION, given, at })))
}
