import { type ConsentKind, LEGAL_VERSION } from '../../domain/legal/legal.ts'
import type { Instant } from '../audit/context.ts'
import { consents } from '../tables/accounts.ts'

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
