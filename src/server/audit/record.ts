import type { Db } from '../db/connect.ts'
import { audit } from './tables.ts'

/** Who acts: a person by user id, or a program by null, with the request it came with. */
export interface Actor {
  userId: string | null
  requestId: string | null
}

export const PROGRAM: Actor = { userId: null, requestId: null }

/** Writes the trail of a change in the transaction of that change: if one fails, so does the other. */
export async function recordAudit(
  tx: Db,
  now: number,
  actor: Actor,
  entry: { action: string; subject: string; details: unknown },
): Promise<void> {
  await tx
    .insert(audit)
    .values({ ...entry, actor: actor.userId, requestId: actor.requestId, at: new Date(now) })
}
