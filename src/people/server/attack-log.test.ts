import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { tokenFor } from '../../../tests/support/mails.ts'
import { newPerson, PASSWORD } from '../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'
import { DAY, HOUR } from '../../platform/rules/base/calendar.ts'
import { STAFF_LIMITS } from '../../platform/rules/access/staff.ts'
import { RATE_LIMITS } from '../../platform/rules/access/rate-limits.ts'

const server = testServer({ standIns: true })

const login = (visitor: Visitor, email: string, password: string) =>
  visitor.post('/api/auth/sign-in/email', { email, password })
const stranger = (address: string) => Object.assign(server().anonymous(), { address })

interface Shown {
  kind: string
  reached: string | null
  times: number
  network: string
}
/** What staff see of an account, as `kind reached: times`. */
async function shownFor(uid: string): Promise<{ events: string[]; networks: Set<string> }> {
  const admin = await server().as('admin')
  const { status, body } = await admin.get(`/api/admin/users/${uid}`)
  expect(status).toBe(200)
  const attacks = body.attacks as Shown[]
  const events = attacks.map(
    ({ kind, reached, times }) => `${[kind, reached].filter(Boolean).join(' ')}: ${times}`,
  )
  return { events: events.sort(), networks: new Set(attacks.map(({ network }) => network)) }
}

describe('the log of password attacks', () => {
  test('counts refused logins and the limit that they reach, by account and network', async () => {
    const { email, uid } = await newPerson(server())
    const other = await newPerson(server())
    const { points } = RATE_LIMITS.loginAccount
    for (let i = 0; i < points; i++) await login(stranger('203.0.113.5'), email, `guess ${i}`)
    for (let i = 0; i < 3; i++) await login(stranger('203.0.113.6'), email.toUpperCase(), PASSWORD)
    const { events, networks } = await shownFor(uid)
    expect(events).toEqual(['limit-reached loginAccount: 3', `login-refused: ${points}`])
    expect(networks.size).toBe(2)
    expect((await shownFor(other.uid)).events).toEqual([])
  })

  test('records a refused login of an unverified user, and no accepted login', async () => {
    const { email, uid } = await newPerson(server(), { verified: false })
    expect((await login(server().anonymous(), email, PASSWORD)).status).toBe(403)
    expect((await shownFor(uid)).events).toEqual(['login-refused: 1'])
    await server().rows`update users set email_verified = true where id = ${uid}`
    expect((await login(server().anonymous(), email, PASSWORD)).status).toBe(200)
    expect((await shownFor(uid)).events).toEqual(['login-refused: 1'])
  })

  test('records requested and completed resets, and wrong passwords of a signed-in user', async () => {
    const { email, uid, visitor } = await newPerson(server())
    expect((await visitor.post('/api/profile/proof', { password: 'not mine' })).status).toBe(400)
    await server().anonymous().post('/api/auth/request-password-reset', { email })
    const token = await tokenFor(server(), email, '/reset-password')
    const newPassword = 'a new one of hers'
    expect((await server().anonymous().post('/api/auth/reset-password', { token, newPassword })).status).toBe(
      200,
    )
    expect((await shownFor(uid)).events).toEqual(['proof-refused: 1', 'reset-done: 1', 'reset-requested: 1'])
    expect(await server().trail(`user:${uid}`)).toEqual([['account.password-reset', {}]])
  })

  test('shows staff the twenty latest of an account', async () => {
    const { email, uid } = await newPerson(server())
    for (let i = 0; i <= 20; i++) await login(stranger(`198.51.100.${i}`), email, 'guess')
    expect((await shownFor(uid)).events).toHaveLength(20)
  })

  test('records a wrong reset link by its network, without an account', async () => {
    const body = { token: 'x'.repeat(24), newPassword: 'another good one' }
    expect((await server().anonymous().post('/api/auth/reset-password', body)).status).toBe(400)
    const rows = await server().rows`select account, times from attacks where kind = 'reset-refused'`
    expect(rows).toEqual([{ account: null, times: 1 }])
  })

  test('contains no email, no address and no hash that can be computed without the key', async () => {
    const { email } = await newPerson(server())
    const address = '203.0.113.77'
    await login(stranger(address), email, 'guess')
    const [row] = await server()
      .rows`select attacks.*, attacks::text as row_text from attacks order by id desc limit 1`
    for (const value of [email, address]) {
      expect(row!.row_text).not.toContain(value)
      for (const prefix of ['', 'account ', 'address ', 'account:', 'address:'])
        expect(row!.row_text).not.toContain(
          createHash('sha256')
            .update(prefix + value)
            .digest('base64url'),
        )
    }
    expect(row!.account).toEqual(expect.stringMatching(/^[\w-]{43}$/))
    expect(row!.address).toEqual(expect.stringMatching(/^[\w-]{43}$/))
  })

  test('is keptMs for a limited number of days', async () => {
    const { email, uid } = await newPerson(server())
    await login(server().anonymous(), email, 'guess')
    const { clock } = server().services
    const keptMs = STAFF_LIMITS.attacksKeptDays * DAY
    const sweepAt = async (offset: number) => {
      clock.setOffset(offset)
      await server().sweep()
      clock.setOffset(0)
    }
    await sweepAt(keptMs - HOUR)
    expect((await shownFor(uid)).events).toEqual(['login-refused: 1'])
    await sweepAt(keptMs + HOUR)
    expect((await shownFor(uid)).events).toEqual([])
  })
})
