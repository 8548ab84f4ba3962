import { request as httpRequest } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { contentsOf, rowsOf } from '../../../tests/support/database.ts'
import { googleTrip } from '../../../tests/support/google.ts'
import { linkTo, mailsTo, tokenFor } from '../../../tests/support/mails.ts'
import { newPerson, PASSWORD } from '../../../tests/support/people.ts'
import { type Answer, statusesOf, testServer } from '../../../tests/support/test-server.ts'
import { LIMITS } from '../../domain/limits.ts'

// Whoever holds a mailed link is whoever reads that mailbox (AUTH-05).
const server = testServer({ standIns: true })
afterEach(() => vi.useRealTimers())

const NEW = 'a new one of hers'
const MINUTE = 60_000
/** The links' own ends are the identity library's, by the clock of the process. */
const later = (minutes: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: performance.timeOrigin + performance.now() + minutes * MINUTE })

const verify = (token: string, visitor = server().anonymous()) =>
  visitor.post('/api/auth/verify-email', { token })
const askReset = (email: string) => server().anonymous().post('/api/auth/request-password-reset', { email })
const reset = (token: string, newPassword = NEW, visitor = server().anonymous()) =>
  visitor.post('/api/auth/reset-password', { token, newPassword })
const login = async (email: string, password = NEW) =>
  (await server().anonymous().post('/api/auth/sign-in/email', { email, password })).status
const isVerified = async (uid: string) =>
  (await rowsOf(server(), sql`select email_verified as yes from users where id = ${uid}`))[0]!.yes as boolean
const cookiesSetBy = ({ headers }: Answer) => headers.getSetCookie().map((cookie) => cookie.split('=')[0])
async function resetTokenOf(email: string): Promise<string> {
  expect((await askReset(email)).status).toBe(200)
  return tokenFor(server(), email, '/reset-password')
}

describe('the link that proves a mailbox', () => {
  test('leads to our own host and says what it is for', async () => {
    const { email } = await newPerson(server(), { verified: false })
    const link = await linkTo(server(), email, '/verify-email')
    expect([link.origin, [...link.searchParams.keys()]]).toEqual([server().url, ['token']])
  })

  test('proves it, signs nobody in, and changes nothing the second time', async () => {
    const { email, uid } = await newPerson(server(), { verified: false })
    expect(await login(email, PASSWORD)).toBe(403)
    const token = await tokenFor(server(), email, '/verify-email')
    const first = await verify(token)
    expect([first.status, first.headers.getSetCookie(), await isVerified(uid)]).toEqual([200, [], true])
    const before = await contentsOf(server())
    expect((await verify(token)).status).toBe(200)
    expect(await contentsOf(server())).toEqual(before)
    expect(await login(email, PASSWORD)).toBe(200)
  })

  test('is not followed by looking at its page, as programs that look into mail do', async () => {
    const { email, uid } = await newPerson(server(), { verified: false })
    const link = await linkTo(server(), email, '/verify-email')
    const { status, headers } = await server()
      .anonymous()
      .get(link.pathname + link.search)
    expect([status, headers.get('referrer-policy'), await isVerified(uid)]).toEqual([
      200,
      'same-origin',
      false,
    ])
  })

  test('holds for so many minutes', async () => {
    const { email, uid } = await newPerson(server(), { verified: false })
    const token = await tokenFor(server(), email, '/verify-email')
    later(LIMITS.verificationLinkMinutes + 1)
    const answer = await verify(token)
    expect([answer.status, answer.body.code, await isVerified(uid)]).toEqual([400, 'expired-link', false])
    later(LIMITS.verificationLinkMinutes - 1)
    expect((await verify(token)).status).toBe(200)
  })

  test('that was changed, cut or made up proves nothing', async () => {
    const { email, uid } = await newPerson(server(), { verified: false })
    const token = await tokenFor(server(), email, '/verify-email')
    const [head, body, signature] = token.split('.') as [string, string, string]
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const victim = await newPerson(server(), { verified: false })
    const forged = [
      `${head}.${encode({ ...claims, email: victim.email })}.${signature}`,
      `${head}.${encode({ ...claims, exp: 99_999_999_999 })}.${signature}`,
      `${encode({ alg: 'none' })}.${body}.`,
      `${head}.${body}.`,
      `${head}.${body}`,
      token.slice(0, -3),
      'x',
      '',
    ]
    for (const wrong of forged) {
      const answer = await verify(wrong)
      expect([wrong, answer.status, answer.body.code]).toEqual([wrong, 400, 'invalid-link'])
    }
    expect([await isVerified(uid), await isVerified(victim.uid)]).toEqual([false, false])
  })

  test('proves its own mailbox, whoever is signed in where it is opened', async () => {
    const one = await newPerson(server(), { verified: false })
    const other = await newPerson(server(), { verified: false })
    const token = await tokenFor(server(), one.email, '/verify-email')
    expect((await verify(token, other.visitor)).status).toBe(200)
    expect([await isVerified(one.uid), await isVerified(other.uid)]).toEqual([true, false])
  })

  test('dies with its account: who signs up with that e-mail later proves the mailbox anew', async () => {
    const { email, uid, visitor } = await newPerson(server(), { verified: false })
    const token = await tokenFor(server(), email, '/verify-email')
    expect((await visitor.request('DELETE', '/api/profile', { body: { confirm: true } })).status).toBe(200)
    const again = { name: 'Again', email, password: PASSWORD, ageConfirmed: true }
    const { body } = await server().anonymous().post('/api/auth/sign-up/email', again)
    expect(body.user.id).not.toBe(uid)
    expect((await verify(token)).status).toBe(400)
    expect(await isVerified(body.user.id)).toBe(false)
  })
})

describe('the link that sets a new password', () => {
  test('works once; the old password and every session are gone, and a mail tells it', async () => {
    const { email, visitor } = await newPerson(server())
    const token = await resetTokenOf(email)
    const answer = await reset(token)
    expect([answer.status, cookiesSetBy(answer)]).toEqual([200, ['lotto.device']])
    expect((await visitor.get('/api/me')).status).toBe(401)
    expect([await login(email, PASSWORD), await login(email)]).toEqual([401, 200])
    const again = await reset(token, 'a third one of hers')
    expect([again.status, again.body.code, await login(email)]).toEqual([400, 'invalid-link', 200])
    const [notice] = await mailsTo(server(), email)
    expect(notice!.subject).toMatch(/^Your password was changed/)
    expect(notice!.text).not.toContain(NEW)
  })

  test('used twice at the same moment works once', async () => {
    const { email } = await newPerson(server())
    const token = await resetTokenOf(email)
    const passwords = Array.from({ length: 6 }, (_, i) => `number ${i} of several`)
    const answers = await Promise.all(passwords.map((password) => reset(token, password)))
    expect(statusesOf(answers)).toEqual([200, 400, 400, 400, 400, 400])
    const right = passwords[answers.findIndex(({ status }) => status === 200)]!
    expect(await login(email, right)).toBe(200)
    const ways = await rowsOf(
      server(),
      sql`select a.id from accounts a join users u on u.id = a.user_id where u.email = ${email}`,
    )
    expect(ways).toHaveLength(1)
  })

  test('holds for so many minutes', async () => {
    const { email } = await newPerson(server())
    const token = await resetTokenOf(email)
    later(LIMITS.resetLinkMinutes - 1)
    expect((await reset(token, 'short')).status).toBe(400)
    later(LIMITS.resetLinkMinutes + 1)
    expect((await reset(token)).status).toBe(400)
    vi.useRealTimers()
    expect(await login(email, PASSWORD)).toBe(200)
  })

  test('that was mailed before dies with the reset, another person’s does not', async () => {
    const { email } = await newPerson(server())
    const other = await newPerson(server())
    const [older, others] = [await resetTokenOf(email), await resetTokenOf(other.email)]
    later(6)
    const newer = await resetTokenOf(email)
    expect(newer).not.toBe(older)
    expect((await reset(newer)).status).toBe(200)
    expect((await reset(older, 'a third one of hers')).status).toBe(400)
    expect((await reset(others)).status).toBe(200)
    expect([await login(email), await login(other.email)]).toEqual([200, 200])
  })

  test('changes the account that it was mailed for, whoever is signed in where it is opened', async () => {
    const one = await newPerson(server())
    const other = await newPerson(server())
    expect((await reset(await resetTokenOf(one.email), NEW, other.visitor)).status).toBe(200)
    expect([await login(one.email), await login(other.email)]).toEqual([200, 401])
    expect((await other.visitor.get('/api/me')).status).toBe(200)
  })

  test('is not used up by a password that is refused', async () => {
    const { email } = await newPerson(server())
    const token = await resetTokenOf(email)
    for (const password of ['short', 'x'.repeat(201), 'password1', 'lottoforecast1']) {
      const answer = await reset(token, password)
      expect([password, answer.status, Object.keys(answer.body.fields)]).toEqual([
        password,
        400,
        ['newPassword'],
      ])
    }
    expect((await reset(token)).status).toBe(200)
  })

  test('proves the mailbox, because it came there', async () => {
    const { email, uid } = await newPerson(server(), { verified: false })
    expect((await reset(await resetTokenOf(email))).status).toBe(200)
    expect([await isVerified(uid), await login(email)]).toEqual([true, 200])
  })

  test('gives a first password to somebody who comes by Google, who stays linked', async () => {
    const email = 'google-first@example.com'
    expect(await googleTrip(server().anonymous(), { email })).toBe('new')
    expect((await reset(await resetTokenOf(email))).status).toBe(200)
    expect(await login(email)).toBe(200)
    expect(await googleTrip(server().anonymous(), { email })).toBe('in')
  })

  test('is no link that proves a mailbox, nor the other way round', async () => {
    const { email, uid } = await newPerson(server(), { verified: false })
    const proof = await tokenFor(server(), email, '/verify-email')
    const password = await resetTokenOf(email)
    expect((await verify(password)).status).toBe(400)
    expect([400, 413]).toContain((await reset(proof)).status)
    expect([await isVerified(uid), await login(email, PASSWORD)]).toEqual([false, 403])
  })

  test('is kept as a hash only, and mails that were sent keep no link', async () => {
    const { email } = await newPerson(server())
    const token = await resetTokenOf(email)
    const kept = await rowsOf(
      server(),
      sql`select v::text as row from verifications v union all select m::text from mails m`,
    )
    for (const { row } of kept) expect(row).not.toContain(token)
  })
})

test('the links’ host is ours, whatever host a request names', async () => {
  const { email } = await newPerson(server())
  const { port } = new URL(server().url)
  const status = await new Promise<number>((resolve, reject) => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '198.51.100.9',
      forwarded: 'host=evil.example',
      'content-type': 'application/json',
      origin: server().url,
    }
    const path = '/api/auth/request-password-reset'
    httpRequest({ host: 'localhost', port, path, method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode!)
    })
      .on('error', reject)
      .end(JSON.stringify({ email }))
  })
  if (status === 200) {
    const [mail] = await mailsTo(server(), email)
    expect(mail!.subject).toMatch(/^Set a new password/)
  } else expect([400, 403, 421]).toContain(status)
  for (const { text, html } of await mailsTo(server(), email)) {
    expect(text + html).not.toContain('evil.example')
    for (const link of text.match(/https?:\/\/[^\s)]+/g) ?? [])
      expect(new URL(link).origin).toBe(server().url)
  }
})
