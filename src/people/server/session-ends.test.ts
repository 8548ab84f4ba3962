import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  chooseAtGoogle,
  beginGoogleSignIn,
  openCallback,
  signInByGoogle,
  LINK,
} from '../../../tests/support/google.ts'
import { tokenFor } from '../../../tests/support/mails.ts'
import { newPerson, PASSWORD } from '../../../tests/support/people.ts'
import { runBoth } from '../../../tests/support/races.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'
import { LOGIN_LIMITS } from '../../platform/rules/access/limits.ts'
import { api } from '../../app/server/routes.ts'

const server = testServer({ standIns: true })
afterEach(() => server().services.clock.setOffset(0))

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const later = (milliseconds: number) => server().services.clock.setOffset(milliseconds)
const statusOf = async (visitor: Visitor) => (await visitor.get('/api/me')).status
const signIn = (email: string, visitor = server().anonymous()) =>
  visitor.post('/api/auth/sign-in/email', { email, password: PASSWORD })
const sessionOf = (visitor: Visitor) =>
  [...visitor.cookies].find(([name]) => name.endsWith('session_token'))?.[1]

describe('a session expires', () => {
  test('of a player after 30 days without use; each use extends it by 30 days', async () => {
    const { visitor } = await newPerson(server())
    for (const day of [29, 58, 87]) {
      later(day * DAY)
      expect([day, await statusOf(visitor)]).toEqual([day, 200])
    }
    later(87 * DAY + 30 * DAY - HOUR)
    expect(await statusOf(visitor)).toBe(200)
    later(87 * DAY + 60 * DAY)
    expect(await statusOf(visitor)).toBe(401)
  })

  test('of a player after 180 days in any case', async () => {
    const { visitor } = await newPerson(server())
    for (let day = 0; day < 180; day += 20) {
      later(day * DAY)
      expect([day, await statusOf(visitor)]).toEqual([day, 200])
    }
    later(180 * DAY - HOUR)
    expect(await statusOf(visitor)).toBe(200)
    later(180 * DAY + MINUTE)
    expect(await statusOf(visitor)).toBe(401)
  })

  test('of an admin after four hours without use, and after a day', async () => {
    const idle = await server().as('admin')
    later(4 * HOUR - MINUTE)
    expect(await statusOf(idle)).toBe(200)
    later(8 * HOUR)
    expect(await statusOf(idle)).toBe(401)
    later(0)
    const busy = await server().as('admin')
    for (let hour = 0; hour < 24; hour += 3) {
      later(hour * HOUR)
      expect([hour, await statusOf(busy)]).toEqual([hour, 200])
    }
    later(24 * HOUR + MINUTE)
    expect(await statusOf(busy)).toBe(401)
  })

  test('of an unverified user after a day; verification makes it a player’s', async () => {
    const one = await newPerson(server(), { verified: false })
    const other = await newPerson(server(), { verified: false })
    await server().rows`update users set email_verified = true where id = ${other.uid}`
    later(DAY - MINUTE)
    expect(await statusOf(one.visitor)).toBe(200)
    later(DAY + MINUTE)
    expect([await statusOf(one.visitor), await statusOf(other.visitor)]).toEqual([401, 200])
  })

  test('stores its use at most every ten minutes', async () => {
    const { visitor, uid } = await newPerson(server())
    const seen = async () =>
      (await server().rows`select seen_at::text as at from sessions where user_id = ${uid}`).map(
        ({ at }) => at as string,
      )
    const first = await seen()
    later(9 * MINUTE)
    await statusOf(visitor)
    expect(await seen()).toEqual(first)
    later(11 * MINUTE)
    await Promise.all(Array.from({ length: 5 }, () => statusOf(visitor)))
    expect(await seen()).not.toEqual(first)
  })

  test('deletes expired rows', async () => {
    const { uid } = await newPerson(server())
    const left = () => server().rows`select id from sessions where user_id = ${uid}`
    const sweep = async () => {
      await server().rows`select graphile_worker.add_job('sweep')`
      await server().runJobs()
    }
    later(29 * DAY)
    await sweep()
    expect(await left()).not.toEqual([])
    later(31 * DAY)
    await sweep()
    expect(await left()).toEqual([])
  })
})

describe('a stolen cookie stops working', () => {
  test.each<[string, (person: Awaited<ReturnType<typeof newPerson>>) => Promise<unknown>]>([
    ['a logout', ({ visitor }) => visitor.post('/api/auth/sign-out')],
    [
      'a password change, which keeps only the session of that browser',
      async ({ visitor, email }) => {
        const elsewhere = server().anonymous()
        await signIn(email, elsewhere)
        const body = { currentPassword: PASSWORD, newPassword: 'quite another one' }
        expect((await elsewhere.post('/api/profile/password', body)).status).toBe(200)
        expect([await statusOf(elsewhere), await statusOf(visitor)]).toEqual([200, 401])
      },
    ],
    [
      'a reset',
      async ({ email }) => {
        const browser = server().anonymous()
        await browser.post('/api/auth/request-password-reset', { email })
        const token = await tokenFor(server(), email, '/reset-password')
        const reset = await browser.post('/api/auth/reset-password', {
          token,
          newPassword: 'quite another one',
        })
        expect(reset.status).toBe(200)
        expect(sessionOf(browser)).toBeUndefined()
      },
    ],
    [
      'a deletion',
      async ({ visitor }) =>
        expect((await visitor.request('DELETE', '/api/profile', { body: { confirm: true } })).status).toBe(
          200,
        ),
    ],
    [
      'ending it from the profile',
      async ({ email, uid }) => {
        const elsewhere = server().anonymous()
        await signIn(email, elsewhere)
        expect((await elsewhere.request('DELETE', '/api/profile/sessions')).body).toEqual({ ended: 1 })
        const audited = server()
          .rows`select details from audit where action = 'account.sessions-ended' and subject = ${`user:${uid}`}`
        expect(await audited).toEqual([{ details: { ended: 1 } }])
      },
    ],
    ['a new sign-in in the same browser', ({ visitor, email }) => signIn(email, visitor)],
    [
      'a sign-up as another user in the same browser',
      ({ visitor, email }) => {
        const account = { name: 'Another', email: `x${email}`, password: PASSWORD, ageConfirmed: true }
        return visitor.post('/api/auth/sign-up/email', account)
      },
    ],
    [
      'a Google login as another user in the same browser',
      ({ visitor, email }) => signInByGoogle(visitor, { email: `g${email}` }),
    ],
  ])('after %s', async (_, end) => {
    const person = await newPerson(server())
    const thief = person.visitor.copy()
    expect(await statusOf(thief)).toBe(200)
    await end(person)
    expect(await statusOf(thief)).toBe(401)
    expect((await thief.get('/api/auth/token')).status).toBe(401)
    expect((await thief.get('/dashboard')).headers.get('location')).toBe('/login')
    expect((await thief.post('/api/profile/proof', { password: PASSWORD })).status).toBe(401)
  })
})

describe('a planted session (fixation)', () => {
  test.each<[string, (visitor: Visitor, email: string) => Promise<unknown>]>([
    ['a login', (visitor, email) => signIn(email, visitor)],
    [
      'a sign-up',
      (visitor) =>
        visitor.post('/api/auth/sign-up/email', {
          name: 'Victim',
          email: 'fixed@example.com',
          password: PASSWORD,
          ageConfirmed: true,
        }),
    ],
    ['Google', (visitor) => signInByGoogle(visitor, { email: 'fixed-google@example.com' })],
  ])('is not adopted by %s', async (_, enter) => {
    const attacker = await newPerson(server())
    const { email } = await newPerson(server())
    const victim = attacker.visitor.copy()
    const planted = sessionOf(victim)
    await enter(victim, email)
    expect(sessionOf(victim)).not.toBe(planted)
    expect((await victim.get('/api/me')).body.uid).not.toBe(attacker.uid)
    expect(await statusOf(attacker.visitor)).toBe(401)
  })
})

describe('a user has a limited number of sessions', () => {
  test('the oldest end, also under concurrency', async () => {
    const { email, uid, visitor: first } = await newPerson(server())
    const visitors = Array.from({ length: LOGIN_LIMITS.sessions }, () => server().anonymous())
    for (const visitor of visitors) expect((await signIn(email, visitor)).status).toBe(200)
    const statuses = await Promise.all([first, ...visitors].map(statusOf))
    expect(statuses).toEqual([401, ...Array.from({ length: LOGIN_LIMITS.sessions }, () => 200)])
    await Promise.all(Array.from({ length: 6 }, () => signIn(email)))
    await signIn(email)
    const [row] = await server().rows`select count(*)::int as open from sessions where user_id = ${uid}`
    expect([row!.open, LOGIN_LIMITS.sessions]).toEqual([10, 10])
  })
})

describe('a signed-in request', () => {
  const reads = Object.entries(api)
    .filter(([route, { access }]) => /^GET [^:]+$/.test(route) && access !== 'anyone')
    .map(([route]) => route.slice(4))
    // It lists the sessions.
    .filter((path) => !path.startsWith('/api/profile'))

  test('reads its session once, and no other session', async () => {
    const admin = await server().as('admin')
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const asked = () =>
      query.mock.calls
        .map(([given]) => (typeof given === 'string' ? given : String((given as { text?: string })?.text)))
        .filter((text) => text.includes('"sessions"."token" ='))
    try {
      expect(reads.length).toBeGreaterThan(10)
      for (const path of reads) {
        query.mockClear()
        const { status } = await admin.get(path)
        expect([path, asked().length, status < 500]).toEqual([path, 1, true])
      }
    } finally {
      query.mockRestore()
    }
  })
})

describe('a login during the removal of its login method', () => {
  const sessionsOf = (uid: string) =>
    server().rows`select id from sessions where user_id = ${uid}`.then(({ length }) => length)

  test('opens no session when the password changes during it', async () => {
    const { visitor, uid, email } = await newPerson(server())
    const thief = server().anonymous()
    const body = { currentPassword: PASSWORD, newPassword: 'a better one of hers' }
    const [login, change] = await runBoth(
      server(),
      [uid],
      () => signIn(email, thief),
      () => visitor.post('/api/profile/password', body),
    )
    expect([login.status, login.body.code, change.status]).toEqual([401, 'invalid-credentials', 200])
    expect([await statusOf(thief), await statusOf(visitor)]).toEqual([401, 200])
    expect(await sessionsOf(uid)).toBe(1)
  })

  test('opens no session when a reset happens during it', async () => {
    const { uid, email } = await newPerson(server())
    const [thief, owner] = [server().anonymous(), server().anonymous()]
    await owner.post('/api/auth/request-password-reset', { email })
    const body = {
      token: await tokenFor(server(), email, '/reset-password'),
      newPassword: 'a better one of hers',
    }
    const [login, reset] = await runBoth(
      server(),
      [uid],
      () => signIn(email, thief),
      () => owner.post('/api/auth/reset-password', body),
    )
    expect([login.status, reset.status]).toEqual([401, 200])
    expect([await statusOf(thief), await sessionsOf(uid)]).toEqual([401, 0])
  })

  test('leaves no session when the account is deleted during it', async () => {
    const { visitor, uid } = await newPerson(server())
    const google = { email: 'leaving@example.com' }
    expect(await signInByGoogle(visitor, google, LINK)).toBe('linked')
    const elsewhere = server().anonymous()
    const callback = await chooseAtGoogle((await beginGoogleSignIn(elsewhere)).body.url, google)
    const [outcome, deletion] = await runBoth(
      server(),
      [uid],
      () => openCallback(elsewhere, callback),
      () => visitor.request('DELETE', '/api/profile', { body: { confirm: true } }),
    )
    expect([outcome, deletion.status, await sessionsOf(uid)]).toEqual(['failed', 200, 0])
  })
})
