import { createECDH } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  clearReceived,
  endSubscription,
  newSubscription,
  pushMode,
  turnOn,
} from '../../../../tests/support/push.ts'
import { pushServer, TUESDAY } from '../../../../tests/support/push-server.ts'
import { RATE_LIMITS } from '../../../platform/rules/access/rate-limits.ts'
import { PUSH_ALARM } from '../../rules/push/notifications.ts'

const { server, proPerson, subscribed, record, devices, texts } = pushServer()

/** A public key that a server had before. */
const earlierKey = () => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return pair.getPublicKey('base64url')
}

type Person = Awaited<ReturnType<typeof proPerson>>

/** A Pro player whose browser was subscribed with an earlier key of this server, and is stored. */
async function subscribedBefore() {
  const person = await proPerson()
  await turnOn(server(), person.visitor)
  await server().rows`delete from push_subscriptions where user_id = ${person.uid}`
  const { endpoint, keys } = await newSubscription(server(), earlierKey())
  const body = { endpoint, keys }
  expect((await person.visitor.request('PUT', '/api/push/device', { body })).body.on).toBe(true)
  return { ...person, subscription: body }
}

const tried = async ({ visitor }: Person, endpoint: string) =>
  (await visitor.post('/api/push/test', { endpoint })).body

describe('after a change of the server’s key', () => {
  test('a visit learns the new key, and nothing is stored for the earlier one', async () => {
    const { visitor } = await proPerson()
    const { publicKey } = (await visitor.get('/api/push')).body
    await visitor.request('PUT', '/api/follows/gold', { body: { following: 'every' } })
    const key = earlierKey()
    const { endpoint, keys } = await newSubscription(server(), key)
    const body = { endpoint, keys, renew: true }
    const put = async (applicationServerKey: string) =>
      (await visitor.request('PUT', '/api/push/device', { body: { ...body, applicationServerKey } })).body
    expect(await put(publicKey)).toEqual({ on: true, newKey: null })
    expect(await put(key)).toEqual({ on: false, newKey: publicKey })
    expect(await devices({ endpoint, keys })).toBe(0)
  })

  test('a refusal for that reason deletes the browser, and counts as failed', async () => {
    const { subscription } = await subscribedBefore()
    await record({ date: TUESDAY })
    expect(await devices(subscription)).toBe(0)
    expect(server().logs).toContainEqual(
      expect.objectContaining({ msg: 'a push was refused', why: 'another server key' }),
    )
    expect((await server().rows`select sum(failed)::int as failed from push_hours`)[0]).toEqual({ failed: 1 })
  })

  test('a test notification says so', async () => {
    const before = await subscribedBefore()
    expect(await tried(before, before.subscription.endpoint)).toEqual({ outcome: 'other-key' })
    expect(await devices(before.subscription)).toBe(0)
  })
})

test('a subscription that the browser names as removed for good gets a new one', async () => {
  const { visitor } = await proPerson()
  const { publicKey } = (await visitor.get('/api/push')).body
  const { keys } = await newSubscription(server(), publicKey)
  const body = { endpoint: 'https://permanently-removed.invalid/fcm/send/x', keys }
  expect((await visitor.request('PUT', '/api/push/device', { body })).body).toEqual({
    on: false,
    newKey: publicKey,
  })
})

describe('a test notification', () => {
  test('answers what the push service answered, also in quiet hours', async () => {
    const person = await subscribed()
    const { endpoint } = person.subscription
    const quiet = { from: 0, until: 1439 }
    await person.visitor.request('PUT', '/api/push', { body: { quiet, lateDraws: false } })
    expect(await tried(person, endpoint)).toEqual({ outcome: 'sent' })
    expect(await texts()).toEqual(['Notifications work | New results of your games arrive like this.'])
    await clearReceived(server())
    for (const [status, outcome] of [
      [503, 'later'],
      [400, 'refused'],
      // Another reason for 403: the subscription may be good.
      [403, 'refused'],
    ] as const) {
      await pushMode(server(), { status })
      expect(await tried(person, endpoint)).toEqual({ outcome })
    }
    await pushMode(server(), {})
    expect(await devices(person.subscription)).toBe(1)
    await endSubscription(server(), person.subscription)
    expect(await tried(person, endpoint)).toEqual({ outcome: 'gone' })
    expect(await devices(person.subscription)).toBe(0)
  })

  test('goes only to a browser of the player, and only some times', async () => {
    const other = await subscribed()
    const person = await subscribed()
    expect(await tried(person, other.subscription.endpoint)).toEqual({ outcome: 'gone' })
    expect(await texts()).toEqual([])
    for (let i = 1; i < RATE_LIMITS.pushTest.points; i++) await tried(person, person.subscription.endpoint)
    const last = await person.visitor.post('/api/push/test', { endpoint: person.subscription.endpoint })
    expect(last.status).toBe(429)
  })
})

test('staff get one alarm while a share of the notifications fails, and it closes when they arrive again', async () => {
  const alarms = async () => {
    await server().sweep()
    return server().rows`select closed_reason as closed from alarms where kind = 'push-failing' order by id`
  }
  await server().rows`delete from push_hours`
  const { visitor } = await subscribed()
  for (let i = 2; i < PUSH_ALARM.answers; i++) await turnOn(server(), visitor)
  await pushMode(server(), { status: 400 })
  await record({ date: TUESDAY })
  // Nine answers say too little.
  expect(await alarms()).toEqual([])
  await server().rows`update push_hours set failed = failed + 1`
  expect(await alarms()).toEqual([{ closed: null }])
  expect(await alarms()).toEqual([{ closed: null }])
  await server().rows`update push_hours set delivered = 40`
  expect(await alarms()).toEqual([{ closed: 'Notifications arrive again.' }])
})
