import { present } from '../../../platform/rules/base/lists.ts'
import { setImmediate } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import {
  isPushFailing,
  planDelivery,
  type QuietHours,
  PUSH_LIMITS,
  type TEST_OUTCOMES,
} from '../../rules/push/notifications.ts'
import { closeResolvedAlarm, raiseAlarm } from '../../../platform/server/alarms/alarms.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import type { Person } from '../../../platform/server/api/visits.ts'
import { DAY, HOUR } from '../../../platform/rules/base/calendar.ts'
import { isAnyOf } from '../../../platform/server/db/columns.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { hasLiveResults } from '../../../draws/server/live/live.ts'
import { each } from '../../../platform/server/base/each.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { addJob } from '../../../platform/server/queue/add-job.ts'
import { pushChoices, pushDeliveries, pushHours, pushMessages, pushSubscriptions } from './tables.ts'
import { sendToBrowser } from './send.ts'
import {
  type Results,
  noResults,
  joined,
  recordResults,
  countResults,
  type Delivery,
} from './delivery-results.ts'

interface Device {
  id: number
  userId: string
  endpoint: string
  p256dh: string
  auth: string
}

/**
 * Sends what is due. Several processes may run it: each claims its devices. If one dies between a push service's answer and
 * the record of it, another sends the message again after {@link PUSH_LIMITS.claimMs}; the phone replaces it silently.
 */
export async function sendPushes(services: Services): Promise<void> {
  const { db, clock, push } = services
  if (!push) return
  for (let batch = 0; batch < PUSH_LIMITS.batches; batch++) {
    const now = await clock.now(db)
    const devices = await claimDevices(db, now)
    if (devices.length === 0) return
    await sendBatch(services, devices, now)
  }
  await addJob(db, 'send-pushes', { id: 'due' })
}

/**
 * Sends a message to one browser of a user at once, without quiet hours.
 * @returns what its push service answered; a subscription that has ended is deleted
 */
export async function sendTest(
  { db, push, settings }: Services,
  uid: string,
  endpoint: string,
): Promise<(typeof TEST_OUTCOMES)[number]> {
  const own = and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, uid))
  const [device] = await db.select().from(pushSubscriptions).where(own)
  if (!push || !device) return 'gone'
  const sender = { vapid: push, standIn: settings.pushServiceUrl }
  const text = { title: 'Notifications work', body: 'New results of your games arrive like this.' }
  const payload = { ...text, tag: `test ${uid}`, path: PATHS.profile, uid }
  const { kind } = await sendToBrowser(sender, device, payload, PUSH_LIMITS.testLifeMs)
  if (kind === 'gone' || kind === 'other-key') await db.delete(pushSubscriptions).where(own)
  return kind
}

/** Adds a job for messages that quiet hours held, and for those of a process that died. Also deletes what is no news any more. */
export async function sweepPushes(db: Db, now: number): Promise<void> {
  await each([
    () => db.delete(pushMessages).where(sql`${pushMessages.expiresAt} <= ${new Date(now)}`),
    () => db.delete(pushHours).where(sql`${pushHours.hour} < ${new Date(now - DAY)}`),
    async () => {
      const { tag } = pushDeliveries
      const [due] = await db.select({ tag }).from(pushDeliveries).where(isDue(now)).limit(1)
      if (due) await addJob(db, 'send-pushes', { id: 'due' })
    },
    () => alarmOfFailures(db, now),
  ])
}

/** Raises one alarm while a share of the notifications fails, and closes it when they arrive again. */
async function alarmOfFailures(db: Db, now: number): Promise<void> {
  const [counts] = await db
    .select({
      delivered: sql`coalesce(sum(${pushHours.delivered}), 0)`.mapWith(Number),
      failed: sql`coalesce(sum(${pushHours.failed}), 0)`.mapWith(Number),
    })
    .from(pushHours)
    .where(sql`${pushHours.hour} > ${new Date(now - 2 * HOUR)}`)
  const isFailing = isPushFailing(present(counts))
  if (isFailing === null) return
  await db.transaction(async (tx) => {
    if (isFailing) await raiseAlarm({ tx, now }, 'push-failing', 'push', present(counts))
    else await closeResolvedAlarm({ tx, now }, 'push-failing', 'push', 'Notifications arrive again.')
  })
}

const isDue = (now: number) => sql`${pushDeliveries.dueAt} <= ${new Date(now)}`

async function claimDevices(db: Db, now: number): Promise<Device[]> {
  const { id, userId, endpoint, p256dh, auth } = pushSubscriptions
  return db
    .update(pushSubscriptions)
    .set({ claimedUntil: new Date(now + PUSH_LIMITS.claimMs) })
    .where(
      sql`${id} in (
        select s.id from ${pushSubscriptions} as s
        where coalesce(s.claimed_until, '-infinity') <= ${new Date(now)}
          and exists (select from ${pushDeliveries} where ${pushDeliveries.subscriptionId} = s.id and ${isDue(now)})
        limit ${PUSH_LIMITS.batch} for update skip locked)`,
    )
    .returning({ id, userId, endpoint, p256dh, auth })
}

async function sendBatch(services: Services, devices: readonly Device[], now: number): Promise<void> {
  const { db, visits } = services
  const ids = devices.map(({ id }) => id)
  const people = await visits.byUserIds([...new Set(devices.map(({ userId }) => userId))])
  const quiet = await quietHoursOf(db, [...people.keys()])
  const due = Map.groupBy(await readDue(db, ids, now), ({ subscriptionId }) => subscriptionId)
  const results: Results[] = []
  const sends: Promise<Results>[] = []
  for (const device of devices) {
    const person = people.get(device.userId)
    const own = due.get(device.id) ?? []
    if (!hasLiveResults(person)) results.push({ ...noResults(), gone: [device.id] })
    else {
      // A break drops all but the news for staff. The phone stays subscribed.
      const wanted = person.breakUntil === null ? own : own.filter(({ urgent }) => urgent)
      results.push({ ...noResults(), done: own.filter((message) => !wanted.includes(message)) })
      sends.push(trySending(services, { device, person, quiet }, wanted, now))
    }
    // An encryption takes half a millisecond. Requests get their turn in between.
    await setImmediate()
  }
  const all = [...results, ...(await Promise.all(sends))].reduce(joined)
  const ended = await services.clock.now(db)
  await recordResults(db, ids, all, ended)
  await countResults(db, all, ended)
}

/** A device that fails for a reason of our own must not hold up the others. It is tried again later. */
async function trySending(
  services: Services,
  target: Target,
  due: readonly Delivery[],
  now: number,
): Promise<Results> {
  try {
    return await sendToDevice(services, target, due, now)
  } catch (error) {
    services.log.error({ error }, 'a push failed')
    return { ...noResults(), retries: due.map((message) => retry(message, null)), failed: 1 }
  }
}

async function quietHoursOf(db: Db, userIds: readonly string[]): Promise<Map<string, QuietHours>> {
  const rows = await db.select().from(pushChoices).where(isAnyOf(pushChoices.userId, userIds))
  return new Map(
    rows.flatMap(({ userId, quietFrom: from, quietUntil: until }) =>
      from === null || until === null ? [] : [[userId, { from, until }] as const],
    ),
  )
}

async function readDue(db: Db, ids: readonly number[], now: number): Promise<Delivery[]> {
  const { subscriptionId, version, held, attempts, tag } = pushDeliveries
  const rows = await db
    .select({ message: pushMessages, subscriptionId, version, held, attempts })
    .from(pushDeliveries)
    .innerJoin(pushMessages, eq(pushMessages.tag, tag))
    .where(sql`${isAnyOf(subscriptionId, ids)} and ${isDue(now)}`)
    .orderBy(pushDeliveries.dueAt, pushMessages.version)
  return rows.map(({ message, ...delivery }) => ({
    ...message,
    ...delivery,
    expiresAt: message.expiresAt.getTime(),
  }))
}

interface Target {
  device: Device
  person: Person
  quiet: ReadonlyMap<string, QuietHours>
}

async function sendToDevice(
  { push, settings, log }: Services,
  { device, person: { uid }, quiet }: Target,
  due: readonly Delivery[],
  now: number,
): Promise<Results> {
  const plan = planDelivery(due, quiet.get(uid) ?? null, now)
  const results = noResults()
  const warn = ({ endpoint }: Device, why: string) =>
    log.warn({ service: new URL(endpoint).host, why }, 'a push was refused')
  results.done.push(...plan.drop)
  results.held.push(...plan.hold.map((held) => ({ ...held, held: true, dueAt: present(plan.until) })))
  for (const { text, messages } of plan.send) {
    const { tag, title, body, path } = text
    const sender = { vapid: present(push), standIn: settings.pushServiceUrl }
    const ttlMs = Math.max(...messages.map(({ expiresAt }) => expiresAt)) - now
    const outcome = await sendToBrowser(sender, device, { tag, title, body, path, uid }, ttlMs)
    if (outcome.kind === 'other-key') warn(device, 'another server key')
    if (outcome.kind === 'gone' || outcome.kind === 'other-key') {
      const failed = results.failed + (outcome.kind === 'gone' ? 0 : 1)
      return { ...results, gone: [device.id], failed }
    }
    if (outcome.kind === 'later') {
      const wait = outcome.afterMs
      results.retries.push(...messages.map((message) => retry(message, wait)))
    } else results.done.push(...messages)
    if (outcome.kind === 'sent') results.sent.push(...messages)
    else results.failed += 1
    if (outcome.kind === 'refused') warn(device, outcome.why)
  }
  return results
}

function retry(message: Delivery, waitMs: number | null) {
  const grown = Math.min(PUSH_LIMITS.retryMs * 2 ** message.attempts, PUSH_LIMITS.longestRetryMs)
  return { ...message, attempts: message.attempts + 1, waitMs: waitMs ?? grown }
}
