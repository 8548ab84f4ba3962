import type { Context } from '../../../platform/server/audit/context.ts'
import { eq, sql, and, desc, ne } from 'drizzle-orm'
import { PUSH_LIMITS } from '../../rules/push/notifications.ts'
import type { Person, Visits } from '../../../platform/server/api/visits.ts'
import { isAnyOf } from '../../../platform/server/db/columns.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { hasLiveResults } from '../../../draws/server/live/live.ts'
import { pushSubscriptions } from './tables.ts'
import { readEndpoint, areBrowserKeys, type BrowserKeys } from './send.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'

type Subscriber = Pick<Person, 'uid'> & { session: NonNullable<Person['session']> }

/**
 * Registers the browser for its user. A subscription belongs to the browser, so that of an earlier user is taken over,
 * without the messages that waited for that user.
 * @throws Refusal invalid-input when the address is not one of a push service, or the keys are no keys
 */
export async function addDevice(
  { db, now }: Context,
  { uid, session }: Subscriber,
  subscription: BrowserKeys & { endpoint: string },
  standIn: string | null,
): Promise<void> {
  const endpoint = readEndpoint(subscription.endpoint, standIn)
  if (endpoint === null || !areBrowserKeys(subscription))
    throw new Refusal('invalid-input', 'This browser’s push service is not supported.')
  const { p256dh, auth } = subscription
  const row = { p256dh, auth, userId: uid, sessionId: session.id, createdAt: new Date(now) }
  await db.transaction(async (tx) => {
    await tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpoint, endpoint), ne(pushSubscriptions.userId, uid)))
    await tx
      .insert(pushSubscriptions)
      .values({ endpoint, ...row })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: row })
    const kept = tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, uid))
      .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
      .limit(PUSH_LIMITS.devices)
    await tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.userId, uid), sql`${pushSubscriptions.id} not in ${kept}`))
  })
}

/** Chromium gives this address to a subscription that its push service has ended for good. */
export const isRemovedForGood = (endpoint: string): boolean =>
  URL.canParse(endpoint) && new URL(endpoint).hostname === 'permanently-removed.invalid'

/** Removes a browser. Only the browser knows its address, so the address is proof enough. */
export async function removeDevice(db: Db, endpoint: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint))
}

/** Removes the browsers of users whose plan or role no longer has notifications. */
export async function removeLapsedDevices(db: Db, visits: Visits): Promise<void> {
  const owners = await db.selectDistinct({ id: pushSubscriptions.userId }).from(pushSubscriptions)
  const ids = owners.map(({ id }) => id)
  if (ids.length === 0) return
  const people = await visits.byUserIds(ids)
  const lapsed = ids.filter((id) => !hasLiveResults(people.get(id)))
  if (lapsed.length > 0) await db.delete(pushSubscriptions).where(isAnyOf(pushSubscriptions.userId, lapsed))
}
