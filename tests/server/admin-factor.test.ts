import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { ACCOUNT_LIMITS } from '../../src/platform/rules/access/limits.ts'
import { hashPassword } from '../../src/people/server/password.ts'
import { api } from '../../src/app/server/routes.ts'
import { startServer } from '../../src/app/server/server.ts'
import { rowsOf } from '../support/database.ts'
import { mailsTo } from '../support/mails.ts'
import { newPerson, newStaff, PASSWORD, uidOf } from '../support/people.ts'
import { newDatabase } from '../support/postgres.ts'
import { freePort } from '../support/programs.ts'
import { isRight } from '../../src/platform/rules/access/staff-roles.ts'
import { expectProblem } from '../support/refusals.ts'
import { FACTOR, setUpFactor } from '../support/second-factor.ts'
import { PRODUCTION, testSettings } from '../support/settings.ts'
import { testServer, type TestServer, Visitor } from '../support/test-server.ts'

const server = testServer({ standIns: true })
afterEach(() => server().services.clock.setOffset(0))

const adminCalls = Object.entries(api)
  .filter(([, { access }]) => isRight(access))
  .map(([route]) => route.replace(/:\w+/g, '1').split(' ') as [string, string])
const ADMIN_PAGES = ['/admin', '/admin/users', '/admin/payments', '/admin/audit', '/admin/results']

describe('where admins need a second factor', () => {
  let strict: TestServer
  beforeAll(async () => {
    strict = await server().another({ adminFactor: 'on' })
  })

  test('every call of the admin area refuses an admin without one with the same code', async () => {
    const { visitor } = await newStaff(strict)
    expect((await visitor.get('/api/me')).body).toMatchObject({ admin: true, adminArea: 'factor-needed' })
    for (const [method, path] of adminCalls) {
      const answer = await visitor.request(method, path)
      expectProblem(answer, path)
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'second-factor-needed'])
    }
  })

  test('every page of the admin area redirects to the set-up page', async () => {
    const { visitor } = await newStaff(strict)
    for (const path of ADMIN_PAGES) {
      const { status, headers } = await visitor.get(path)
      expect([path, status, headers.get('location')]).toEqual([path, 302, '/dashboard/second-factor'])
    }
    const page = await visitor.get('/dashboard/second-factor')
    expect(page.status).toBe(200)
    expect(page.text).toContain('The admin area opens when your account has a second factor.')
  })

  test('the admin area opens when the second factor is on and closes when it is off', async () => {
    const { visitor } = await newStaff(strict)
    await setUpFactor(visitor)
    expect((await visitor.get('/api/me')).body.adminArea).toBe('open')
    expect((await visitor.get('/api/admin/users')).status).toBe(200)
    expect((await visitor.get('/admin')).status).toBe(200)
    expect((await visitor.request('DELETE', FACTOR)).status).toBe(200)
    expect((await visitor.get('/api/admin/users')).body.code).toBe('second-factor-needed')
    expect((await visitor.get('/admin')).headers.get('location')).toBe('/dashboard/second-factor')
  })

  test('players need none, and with one the admin area stays closed to them', async () => {
    const { visitor } = await newPerson(strict)
    expect((await visitor.get('/api/me')).body.adminArea).toBe('closed')
    await setUpFactor(visitor)
    expect((await visitor.get('/api/admin/users')).body.code).toBe('forbidden')
    expect((await visitor.get('/admin')).headers.get('location')).toBe('/dashboard')
  })
})

test('the demo requires none', async () => {
  const admin = await server().as('admin')
  expect((await admin.get('/api/me')).body.adminArea).toBe('open')
  expect((await admin.get('/api/admin/users')).status).toBe(200)
})

test('production requires one', async () => {
  const port = String(await freePort())
  const production = { ...PRODUCTION, PORT: port, APP_URL: `https://127.0.0.1:${port}` }
  const { address, drop } = await newDatabase(inject('postgres'), 'empty')
  const running = await startServer(testSettings(production), { address, jobs: false, standIns: false })
  try {
    const email = 'boss@example.com'
    const password = await hashPassword(testSettings().passwordCost, PASSWORD)
    await rowsOf(
      running,
      sql`with boss as (
            insert into users (id, username, email, email_verified, role, age_confirmed_at)
            values ('boss', 'Boss', ${email}, true, 'admin', now()) returning id
          )
          insert into accounts (id, account_id, provider_id, user_id, password)
          select 'boss', id, 'credential', id, ${password} from boss`,
    )
    const visitor = new Visitor(`http://127.0.0.1:${port}`)
    const headers = { origin: production.APP_URL }
    const signedIn = await visitor.post('/api/auth/sign-in/email', { email, password: PASSWORD }, { headers })
    expect(signedIn.status).toBe(200)
    expect((await visitor.get('/api/admin/overview', { headers })).body.code).toBe('second-factor-needed')
    expect((await visitor.get('/admin', { headers })).headers.get('location')).toBe(
      '/dashboard/second-factor',
    )
  } finally {
    await running.stop()
    await drop()
  }
})

describe('a recent proof', () => {
  test('is not needed to note something about a player', async () => {
    const { uid } = await newPerson(server())
    const admin = await server().as('admin')
    server().services.clock.setOffset((ACCOUNT_LIMITS.proofMinutes + 1) * 60_000)
    expect((await admin.post(`/api/admin/users/${uid}/notes`, { text: 'Called' })).status).toBe(201)
  })
})

describe("an admin resets another user's second factor", () => {
  const reset = (admin: Visitor, uid: string, reason = 'lost the phone') =>
    admin.post(`/api/admin/users/${uid}/reset-second-factor`, { confirm: true, reason })

  test('logins need only the password, every session ends, the owner gets a mail, the trail has an entry', async () => {
    const { visitor, uid, email } = await newPerson(server())
    await setUpFactor(visitor)
    const admin = await server().as('admin')
    expect((await admin.get(`/api/admin/users/${uid}`)).body.secondFactor).toBe(true)
    expect((await reset(admin, uid)).status).toBe(200)
    expect((await admin.get(`/api/admin/users/${uid}`)).body.secondFactor).toBe(false)
    expect((await visitor.get('/api/me')).status).toBe(401)
    const again = await server().anonymous().post('/api/auth/sign-in/email', { email, password: PASSWORD })
    expect(again.body).toHaveProperty('user')
    expect((await mailsTo(server(), email))[0]!.subject).toMatch(
      /^The second factor of your account was reset/,
    )
    const trail = await server()
      .rows`select actor, details from audit where action = 'user.second-factor-reset' and subject = ${`user:${uid}`}`
    expect(trail).toEqual([
      { actor: await uidOf(server(), 'admin'), details: { reason: 'lost the phone', sessionsEnded: 1 } },
    ])
    expect((await reset(admin, uid)).body.code).toBe('conflict')
  })

  test('but not their own, and a player resets none', async () => {
    const { visitor, uid } = await newStaff(server())
    await setUpFactor(visitor)
    expect((await reset(visitor, uid)).body.code).toBe('not-oneself')
    expect((await reset(await server().as('pro'), uid)).body.code).toBe('forbidden')
    expect((await reset(visitor, 'gone')).status).toBe(404)
    expect((await visitor.get('/api/profile')).body.secondFactor).toBe(true)
  })
})
