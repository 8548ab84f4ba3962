import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { newStaff, PASSWORD } from '../../../../tests/support/people.ts'
import {
  endSubscription,
  newSubscription,
  pushMode,
  received,
  type Subscription,
  turnOn,
} from '../../../../tests/support/push.ts'
import { FRIDAY, pushServer, TUESDAY } from '../../../../tests/support/push-server.ts'
import { expectProblem } from '../../../../tests/support/refusals.ts'

const { server, admin, setClock, proPerson, subscribed, record, devices, texts, clearDraws } = pushServer()

describe('a browser gets nothing any more', () => {
  async function expectSilence(subscription: Subscription): Promise<void> {
    expect(await devices(subscription)).toBe(0)
    await record({ date: TUESDAY })
    expect(await texts()).toEqual([])
  }

  test('after a logout', async () => {
    const { visitor, subscription } = await subscribed()
    await visitor.post('/api/auth/sign-out')
    await expectSilence(subscription)
  })

  test('after it was turned off', async () => {
    const { visitor, subscription } = await subscribed()
    const body = { endpoint: subscription.endpoint }
    expect((await visitor.request('DELETE', '/api/push/device', { body })).status).toBe(200)
    await expectSilence(subscription)
  })

  test('after the deletion of the account, with the choice', async () => {
    const { visitor, uid, subscription } = await subscribed()
    expect((await visitor.request('DELETE', '/api/profile', { body: { confirm: true } })).status).toBe(200)
    await expectSilence(subscription)
    expect(await server().rows`select * from push_choices where user_id = ${uid}`).toEqual([])
  })

  test('after a demotion', async () => {
    const { visitor, uid } = await newStaff(server())
    const subscription = await turnOn(server(), visitor)
    const answer = await admin().request('PATCH', `/api/admin/users/${uid}`, { body: { role: 'user' } })
    expect([answer.status, answer.text]).toEqual([200, expect.anything()])
    await expectSilence(subscription)
  })

  test('after the plan has ended: at once, and the sweep removes the browser', async () => {
    const { subscription } = await subscribed()
    await setClock('2026-04-28 10:00')
    await record({ date: '2026-04-28' })
    expect(await texts()).toEqual([])
    expect(await devices(subscription)).toBe(0)
    const other = await subscribed()
    await setClock('2026-07-01 10:00')
    await server().sweep()
    expect(await devices(other.subscription)).toBe(0)
  })

  test('after the push service has called it gone', async () => {
    const { subscription } = await subscribed()
    await endSubscription(server(), subscription)
    await record({ date: TUESDAY })
    expect(await devices(subscription)).toBe(0)
  })

  /** A browser with a message that waits for its user, and the next user of this browser. */
  async function nextUser() {
    const { uid, subscription } = await subscribed()
    await server().rows`update push_choices set quiet_from = 0, quiet_until = 1439 where user_id = ${uid}`
    await record({ date: TUESDAY })
    const next = await proPerson()
    const put = async (path: string, body: object) =>
      (await next.visitor.request('PUT', path, { body })).body as unknown
    return { next, subscription, put }
  }

  test('for an earlier user when another one turns notifications on', async () => {
    const { next, subscription, put } = await nextUser()
    await put('/api/follows/gold', { following: 'every' })
    expect(await put('/api/push/device', subscriptionBody(subscription))).toEqual({ on: true, newKey: null })
    await setClock('2026-03-18 00:30')
    await server().sweep()
    expect(await texts()).toEqual([])
    await setClock(`${FRIDAY} 16:00`)
    await record({ date: FRIDAY })
    expect((await received(server())).map(({ uid }) => uid)).toEqual([next.uid])
  })

  test('when another user without a choice opens the app', async () => {
    const { subscription, put } = await nextUser()
    const renewal = { ...subscriptionBody(subscription), renew: true }
    expect(await put('/api/push/device', renewal)).toEqual({ on: false, newKey: null })
    expect(await devices(subscription)).toBe(0)
    await put('/api/follows/gold', { following: 'every' })
    expect(await put('/api/push/device', renewal)).toEqual({ on: true, newKey: null })
  })
})

const subscriptionBody = ({ endpoint, keys }: Subscription) => ({ endpoint, keys })

describe('an address that points inside', () => {
  /** A server in the own network, which counts its requests. */
  async function insideServer() {
    let requests = 0
    const inside = createServer((_, response) => {
      requests++
      response.end()
    })
    await once(inside.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/`
    return { url, requests: () => requests, stop: () => inside.close() }
  }

  const INSIDE = [
    'http://127.0.0.1:5432/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com:8443/fcm/send/x',
    'https://user:password@fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com.example.com/x',
    'https://fcm.googleapis.com@127.0.0.1/x',
    'https://evilpush.apple.com/',
    'file:///etc/passwd',
    'x',
  ]

  test('is refused, also beside the stand-in, and the known services are accepted', async () => {
    const { visitor } = await proPerson()
    const { endpoint, keys } = await newSubscription(
      server(),
      (await visitor.get('/api/push')).body.publicKey,
    )
    const put = (address: string) =>
      visitor.request('PUT', '/api/push/device', { body: { endpoint: address, keys } })
    const beside = `${new URL(endpoint).origin}/push/%2e%2e/mailbox`
    for (const address of [...INSIDE, beside]) {
      const answer = await put(address)
      expectProblem(answer, address)
      expect([address, answer.status]).toEqual([address, 400])
    }
    expect(await server().rows`select * from push_subscriptions`).toEqual([])
    for (const address of [
      'https://fcm.googleapis.com/fcm/send/abc:def',
      'https://updates.push.services.mozilla.com/wpush/v2/abc',
      'https://web.push.apple.com/abc',
      'https://sin.notify.windows.com/w/?token=abc',
    ])
      expect((await put(address)).status).toBe(200)
  })

  test('is not called even if it is stored, and the row is removed', async () => {
    const inside = await insideServer()
    const { visitor } = await proPerson()
    const { endpoint } = await turnOn(server(), visitor)
    await server().rows`update push_subscriptions set endpoint = ${inside.url} where endpoint = ${endpoint}`
    await record({ date: TUESDAY })
    expect(inside.requests()).toBe(0)
    expect(await server().rows`select * from push_subscriptions`).toEqual([])
    inside.stop()
  })

  test('is not reached through a redirect', async () => {
    const inside = await insideServer()
    await turnOn(server(), (await proPerson()).visitor)
    for (const status of [301, 307]) {
      await pushMode(server(), { status, headers: { location: inside.url } })
      await clearDraws()
      await record({ date: TUESDAY })
    }
    expect(inside.requests()).toBe(0)
    expect(server().logs).toContainEqual(
      expect.objectContaining({ msg: 'a push was refused', why: 'status 307' }),
    )
    inside.stop()
  })
})

describe('the calls', () => {
  test('refuse unknown games, impossible hours and keys that are none', async () => {
    const { visitor } = await proPerson()
    const unknown = { body: { following: 'every' } }
    const refused = await visitor.request('PUT', '/api/follows/nothing', unknown)
    expect([refused.status, refused.body.title]).toEqual([400, 'Choose a game of the list.'])
    const choice = { quiet: null, lateDraws: false }
    for (const wrong of [
      { ...choice, quiet: { from: 60, until: 60 } },
      { ...choice, quiet: { from: 0, until: 1440 } },
    ])
      expect((await visitor.request('PUT', '/api/push', { body: wrong })).status).toBe(400)
    const { endpoint, keys } = await newSubscription(
      server(),
      (await visitor.get('/api/push')).body.publicKey,
    )
    const body = { endpoint, keys: { ...keys, p256dh: keys.p256dh.slice(1) } }
    expect((await visitor.request('PUT', '/api/push/device', { body })).status).toBe(400)
  })

  test('the eleventh browser replaces the oldest', async () => {
    const { visitor, uid } = await proPerson()
    const first = await turnOn(server(), visitor)
    for (let i = 0; i < 10; i++) await turnOn(server(), visitor)
    expect(await devices(first)).toBe(0)
    const rows = await server().rows`select id from push_subscriptions where user_id = ${uid}`
    expect(rows).toHaveLength(10)
  })

  test('the export has the choice and the browsers', async () => {
    const { visitor } = await proPerson()
    const { endpoint } = await turnOn(server(), visitor)
    const { body } = await visitor.get('/api/profile/data.json')
    expect(body.notifications).toEqual([
      {
        games: ['gold'],
        mineGames: [],
        liveGame: null,
        liveChangedAt: null,
        quietFrom: null,
        quietUntil: null,
        lateDraws: false,
      },
    ])
    expect(body['browsers with notifications']).toMatchObject([{ address: endpoint }])
  })
})

test('a session that another login replaces takes its browser along', async () => {
  const { visitor, email } = await proPerson()
  const subscription = await turnOn(server(), visitor)
  expect((await visitor.post('/api/auth/sign-in/email', { email, password: PASSWORD })).status).toBe(200)
  expect(await devices(subscription)).toBe(0)
})
