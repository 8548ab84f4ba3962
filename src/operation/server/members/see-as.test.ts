import { beforeEach, describe, expect, test } from 'vitest'
import { openLive } from '../../../../tests/support/live.ts'
import { textOf } from '../../../../tests/support/html.ts'
import { give, newPerson, type NewPerson, uidOf } from '../../../../tests/support/people.ts'
import { contentOf, formsOf } from '../../../../tests/support/plain-forms.ts'
import { expectProblem } from '../../../../tests/support/refusals.ts'
import { testServer } from '../../../../tests/support/test-server.ts'
import { api } from '../../../app/server/routes.ts'
import { accountReference } from '../../../platform/rules/access/identity.ts'
import { ONLY_SEEN } from '../../../platform/rules/access/staff-roles.ts'
import { MINUTE } from '../../../platform/rules/base/calendar.ts'

// Live streams are checked at once, or not within this file.
const server = testServer({ standIns: true, recheckMs: 600_000 })
let owner: NewPerson
let player: NewPerson

beforeEach(async () => {
  owner = await newPerson(server())
  player = await newPerson(server())
  await server().rows`update users set role = 'admin', username = 'Ada Owner' where id = ${owner.uid}`
})

const see = (uid = player.uid) =>
  owner.visitor.post(`/api/admin/users/${uid}/see`, { reason: 'sees no forecast' })
const meOf = async ({ visitor }: NewPerson) => (await visitor.get('/api/me')).body
/** Whether the owner still sees the player's screens. */
const isSeeing = async () => (await meOf(owner)).seenUntil !== undefined
const calls = Object.keys(api).map((route) => {
  const [method, path] = route.split(' ') as [string, string]
  return { route, method, path: path.replace(/:\w+/g, '1') }
})
const ENDS = new Set(['POST /api/seeing/stop', 'POST /api/auth/sign-out'])

describe('an owner who sees the screens of a player', () => {
  test('has the plan and the state of the account', async () => {
    await give(server(), player.uid, await server().now())
    expect((await see()).status).toBe(200)
    const { subscription, subscriptionExpiry, daysLeft } = await meOf(player)
    expect(await meOf(owner)).toMatchObject({
      uid: `${player.uid}-seen`,
      username: `Player ${accountReference(player.uid)}`,
      subscription,
      subscriptionExpiry,
      daysLeft,
      role: 'user',
      staffRoles: [],
      emailVerified: true,
      adminArea: 'closed',
    })
    expect(subscription).toBe('pro')
    expect((await owner.visitor.get('/api/movingNumbers')).status).toBe(200)
    await server().rows`update users set email_verified = false where id = ${player.uid}`
    expect((await meOf(owner)).emailVerified).toBe(false)
  })

  test('has no more than the plan, and neither calls nor pages of staff', async () => {
    await see()
    for (const { route, path } of calls.filter(({ route }) => route.startsWith('GET /api/admin/')))
      expect([route, (await owner.visitor.get(path)).status]).toEqual([route, 403])
    expect((await owner.visitor.get('/admin/users')).headers.get('location')).toBe('/dashboard')
    expect((await owner.visitor.get('/api/movingNumbers')).status).toBe(402)
    expect((await openLive(server().url, owner.visitor)).status).toBe(402)
    expect((await owner.visitor.get('/api/auth/token')).status).toBe(401)
  })

  test('ends the open stream of live results that the plan does not have', async () => {
    const stream = await openLive(server().url, owner.visitor)
    expect(stream.status).toBe(200)
    await see()
    await stream.untilEnded()
    await give(server(), player.uid, await server().now())
    const another = await openLive(server().url, owner.visitor)
    expect(another.status).toBe(200)
    another.close()
  })

  test('gets no private data from any call or page', async () => {
    await give(server(), player.uid, await server().now())
    const entry = { bet: 'two_sure', numbers: '41 21', against: '', lineOf: '', stake: '777', game: '' }
    const days = { from: '', until: '', once: true, notify: false }
    expect((await player.visitor.post('/api/slip', { ...entry, ...days })).status).toBe(201)
    const follow = { body: { following: 'mine' } }
    expect((await player.visitor.request('PUT', '/api/follows/diamond', follow)).status).toBe(200)
    await owner.visitor.post(`/api/admin/users/${player.uid}/notes`, { text: 'a private note' })
    await see()
    const reads = calls.filter(({ method }) => method === 'GET').map(({ path }) => path)
    const pages = ['', '/profile', '/slip', '/ticket', '/payment-channel', '/help'].map(
      (path) => `/dashboard${path}`,
    )
    for (const path of [...reads, ...pages, '/help', '/confirmation']) {
      const { status, text } = await owner.visitor.get(path)
      expect([path, status]).toEqual([path, Math.min(status, 499)])
      for (const secret of [
        player.email,
        player.name,
        owner.email,
        'Ada Owner',
        '"stake":777',
        'a private note',
      ])
        expect([path, text.includes(secret)]).toEqual([path, false])
    }
    expect((await owner.visitor.get('/api/slip')).body.entries).toEqual([])
    expect((await meOf(owner)).follows).toEqual({})
    expect((await meOf(player)).follows).toEqual({ diamond: 'mine' })
  })

  test('changes nothing by any call or form', async () => {
    await see()
    for (const { route, method, path } of calls.filter(({ method }) => method !== 'GET')) {
      if (ENDS.has(route)) continue
      const { status, body, text } = await owner.visitor.request(method, path)
      expect([route, status, body.title ?? text]).toEqual([route, 403, ONLY_SEEN])
    }
    const raw = { type: 'application/x-www-form-urlencoded', content: 'form=break&days=7' }
    const form = await owner.visitor.request('POST', '/dashboard/profile', { raw })
    expect([form.status, textOf(form.text).includes(ONLY_SEEN)]).toEqual([403, true])
    expect(await isSeeing()).toBe(true)
  })

  test('reads above each page whose screens they are, and stops by a form without script', async () => {
    await see()
    const words = `You see the screens of Player ${accountReference(player.uid)} : Free plan, until`
    for (const path of ['/dashboard', '/dashboard/prediction', '/results', '/help', '/dashboard/print']) {
      const page = await owner.visitor.get(path)
      expect([path, textOf(page.text).includes(words)]).toEqual([path, true])
      expect(page.headers.get('etag')).toBeNull()
      // The browser loads the owner's own screen at the end.
      expect(Number(page.headers.get('refresh'))).toBeGreaterThan(14 * 60)
    }
    const { text } = await owner.visitor.get('/dashboard/prediction')
    const form = formsOf(text).find(({ fields }) => fields.some(([, value]) => value === 'stop-seeing'))!
    const raw = { type: 'application/x-www-form-urlencoded', content: contentOf(form) }
    const { headers } = await owner.visitor.request('POST', form.action, { raw })
    expect(headers.get('location')).toBe(`/admin/users/${player.uid}`)
    expect((await owner.visitor.get('/admin/users')).status).toBe(200)
  })
})

describe('it ends', () => {
  test('after 15 minutes, and the session stays', async () => {
    await see()
    const { clock } = server().services
    clock.setOffset(15 * MINUTE - 5000)
    expect(await isSeeing()).toBe(true)
    clock.setOffset(15 * MINUTE + 5000)
    expect((await meOf(owner)).admin).toBe(true)
    expect((await owner.visitor.post('/api/seeing/stop')).body).toEqual({ uid: null })
    clock.setOffset(0)
  })

  test('at logout, with the session', async () => {
    await see()
    expect((await owner.visitor.copy().post('/api/auth/sign-out')).status).toBe(200)
    expect((await owner.visitor.get('/api/me')).status).toBe(401)
  })

  test('when the owner loses the role', async () => {
    await see()
    await server().rows`update users set staff_roles = '{support}' where id = ${owner.uid}`
    expect(await isSeeing()).toBe(false)
  })

  test('when the player is deleted, or becomes staff', async () => {
    await see()
    await server().rows`update users set role = 'admin' where id = ${player.uid}`
    expect(await isSeeing()).toBe(false)
    await server().rows`update users set role = 'user', deleted_at = now() where id = ${player.uid}`
    expect(await isSeeing()).toBe(false)
  })
})

test('only players can be seen', async () => {
  const { body } = await see(await uidOf(server(), 'admin'))
  expect(body.code).toBe('conflict')
  expect(body.title).toBe('Only the screens of players can be seen, not those of staff.')
  expectProblem(await see('nobody'), 'not-found')
  const empty = await owner.visitor.post(`/api/admin/users/${player.uid}/see`, { reason: ' ' })
  expect([empty.status, Object.keys(empty.body.fields)]).toEqual([400, ['reason']])
  expect(await isSeeing()).toBe(false)
})

test('the audit has who saw whose screens, why and until when, and the stop', async () => {
  await see()
  await owner.visitor.post('/api/seeing/stop')
  const { history } = (await owner.visitor.get(`/api/admin/users/${player.uid}`)).body
  const name = `${player.name} (${player.email})`
  expect(history.slice(0, 2)).toMatchObject([
    { who: 'Ada Owner', did: `stopped seeing the screens of ${name}` },
    {
      who: 'Ada Owner',
      did: expect.stringContaining(`started to see the screens of ${name}: until`),
      reason: 'sees no forecast',
    },
  ])
  expect((await server().trail(`user:${player.uid}`)).slice(-2)).toEqual([
    ['user.see', { until: expect.stringMatching(/Z$/), reason: 'sees no forecast' }],
    ['user.see-end', {}],
  ])
})
