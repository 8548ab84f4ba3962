// Limits of tries by address and by mailbox. Those of logins have a file of their own.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { badToken, expectTooMany, tally, visitorAt } from '../../../tests/support/limits.ts'
import { tokenFor } from '../../../tests/support/mails.ts'
import { newPerson, PASSWORD } from '../../../tests/support/people.ts'
import { expectRefused } from '../../../tests/support/refusals.ts'
import { type Answer, testServer, type Visitor } from '../../../tests/support/test-server.ts'
import { RATE_LIMITS } from '../../platform/rules/access/rate-limits.ts'

const server = testServer({ standIns: true })
const at = (address: string, on = server()) => visitorAt(address, on)

describe('an address', () => {
  const { points, pause } = RATE_LIMITS.tokenAddress
  async function useUp(visitors: () => Visitor, headers: (i: number) => Record<string, string> = () => ({})) {
    const answers: Answer<any>[] = []
    for (let i = 0; i <= points; i++) answers.push(await badToken(visitors(), headers(i)))
    expect(tally(answers)).toEqual({ 400: points, 429: 1 })
    expectTooMany(answers.at(-1)!, pause)
  }

  test('is the one that our proxy saw, not the one that the request claims', async () => {
    const real = '198.51.100.1'
    const claims = (i: number) => ({
      'x-forwarded-for': `10.0.0.${i}, 192.0.2.${i}, ${real}`,
      forwarded: `for=192.0.2.${i}`,
      'x-real-ip': `192.0.2.${i}`,
      'x-client-ip': `192.0.2.${i}`,
      'cf-connecting-ip': `192.0.2.${i}`,
      'x-lotto-address': `192.0.2.${i}`,
    })
    await useUp(() => at(real), claims)
    expect((await badToken(at('198.51.100.2'))).status).toBe(400)
  })

  test('ignores ports that a proxy writes', async () => {
    let port = 40_000
    await useUp(() => at(`198.51.100.3:${port++}`))
    await useUp(() => at(`[2001:db8:78:1::1]:${port++}`))
    expectTooMany(await badToken(at('198.51.100.3')), pause)
    expectTooMany(await badToken(at('[2001:db8:78:1::2]')), pause)
    expect((await badToken(at('198.51.100.4:40000'))).status).toBe(400)
  })

  test('is the proxy’s when the proxy names none', async () => {
    let count = 0
    await useUp(() => at(`unknown-${count++}`))
    await server().rows`delete from rate_limits`
  })

  test('is the connection’s without a trusted proxy', async () => {
    const bare = await server().another({ TRUSTED_PROXIES: '0' })
    let count = 0
    await useUp(() => at(`192.0.2.${count++}`, bare))
  })

  test('of IPv6 counts by its /64', async () => {
    let count = 1
    await useUp(() => at(`2001:db8:77:1::${(count++).toString(16)}`))
    expectTooMany(await badToken(at('2001:0DB8:0077:0001:ffff:ffff:ffff:ffff')), pause)
    expect((await badToken(at('2001:db8:77:2::1'))).status).toBe(400)
  })

  test('of IPv4 is the same in IPv6 notation', async () => {
    let count = 0
    await useUp(() => at(count++ % 2 ? '198.51.100.77' : '::ffff:198.51.100.77'))
  })
})

const mailed = async (email: string, template: string) =>
  (await server().rows`select id from mails where "to" = ${email} and template = ${template}`).length

describe('reset mails to one account', () => {
  const ask = (email: string, visitor = server().anonymous()) =>
    visitor.post('/api/auth/request-password-reset', { email })
  const { points, duration } = RATE_LIMITS.resetMail
  const later = (seconds: number) =>
    vi.useFakeTimers({ toFake: ['Date'], now: performance.timeOrigin + performance.now() + seconds * 1000 })
  afterEach(() => vi.useRealTimers())

  test('are sent once in five minutes; every request gets the same answer', async () => {
    const { email } = await newPerson(server())
    expect(duration).toBe(300)
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(email)))
    expect(tally(answers)).toEqual({ 200: 30 })
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await mailed(email, 'reset-password')).toBe(points)
    later(duration - 10)
    await ask(email)
    expect(await mailed(email, 'reset-password')).toBe(points)
    later(duration + 1)
    await ask(email)
    expect(await mailed(email, 'reset-password')).toBe(points + 1)
  })

  test('that a stranger requested leave the owner with a working link', async () => {
    const { email } = await newPerson(server())
    for (let i = 0; i < 10; i++) await ask(email)
    expect((await ask(email)).status).toBe(200)
    const token = await tokenFor(server(), email, '/reset-password')
    for (let i = 0; i < 10; i++) await ask(email)
    const newPassword = 'another four good words'
    expect((await server().anonymous().post('/api/auth/reset-password', { token, newPassword })).status).toBe(
      200,
    )
    // The reset made the link invalid, so the next request sends a new one at once.
    expect((await ask(email)).status).toBe(200)
    expect(await tokenFor(server(), email, '/reset-password')).not.toBe(token)
  })

  test('reach an owner on a known device, despite requests of neighbours behind the same address', async () => {
    const owner = await newPerson(server())
    const address = '203.0.113.30'
    for (let i = 0; i < RATE_LIMITS.resetAddress.points; i++)
      await ask(`neighbour${i}@example.com`, at(address))
    expect((await ask(owner.email, at(address))).body.code).toBe('check-needed')
    owner.visitor.address = address
    expect((await ask(owner.email, owner.visitor)).status).toBe(200)
    expect(await mailed(owner.email, 'reset-password')).toBe(1)
  })
})

describe('other limits', () => {
  test('sign-ups from one address', async () => {
    const allowed = 5
    const address = '203.0.113.20'
    for (let i = allowed; i < RATE_LIMITS.signUpAddress.points; i++)
      await server().services.limits.take('signUpAddress', address)
    const signUp = (i: number) =>
      at(address).post('/api/auth/sign-up/email', {
        name: 'One of many',
        email: `many${i}@example${i}.com`,
        password: PASSWORD,
        ageConfirmed: true,
      })
    const answers = await Promise.all(Array.from({ length: allowed + 5 }, (_, i) => signUp(i)))
    expect(tally(answers)).toEqual({ 200: allowed, 403: 5 })
    expectRefused(answers.find(({ status }) => status === 403)!)
    const [row] = await server()
      .rows`select count(*)::int as made from users where email like 'many%@example%.com'`
    expect(row!.made).toBe(allowed)
  })

  test('verification mails to one email', async () => {
    const { email } = await newPerson(server(), { verified: false })
    const ask = () => server().anonymous().post('/api/auth/send-verification-email', { email })
    const { points, pause } = RATE_LIMITS.resendAccount
    const answers = await Promise.all(Array.from({ length: 8 }, ask))
    expect(tally(answers)).toEqual({ 200: points, 429: 8 - points })
    expectTooMany(await ask(), pause)
    // The sign-up mailed one link.
    expect(await mailed(email, 'verify-email')).toBe(points + 1)
  })

  test('resends from one address for any email', async () => {
    const ask = (_: unknown, i: number) =>
      at('203.0.113.21').post('/api/auth/send-verification-email', { email: `resend${i}@example.com` })
    const { points } = RATE_LIMITS.resendAddress
    expect(tally(await Promise.all(Array.from({ length: points + 4 }, ask)))).toEqual({ 200: points, 403: 4 })
  })

  test('resets of unknown emails: ten honest answers a day, then the answer of a known email, then a check', async () => {
    const answers: Answer<any>[] = []
    for (let i = 0; i < RATE_LIMITS.resetAddress.points + 1; i++)
      answers.push(
        await at('203.0.113.22').post('/api/auth/request-password-reset', { email: `who${i}@example.com` }),
      )
    const honestAnswers = RATE_LIMITS.unknownAddress.points
    expect(tally(answers.slice(0, honestAnswers))).toEqual({ 404: honestAnswers })
    expect(tally(answers.slice(honestAnswers, -1))).toEqual({
      200: RATE_LIMITS.resetAddress.points - honestAnswers,
    })
    expect(answers.at(-1)!.body.code).toBe('check-needed')
  })

  test('wrong tokens of a reset', async () => {
    const ask = () =>
      at('203.0.113.23').post('/api/auth/reset-password', {
        token: 'x'.repeat(24),
        newPassword: 'another good one',
      })
    const { points } = RATE_LIMITS.tokenAddress
    expect(tally(await Promise.all(Array.from({ length: points + 4 }, ask)))).toEqual({ 400: points, 429: 4 })
  })

  test.each([
    ['proof', (password: string) => ({ password })],
    ['password', (currentPassword: string) => ({ currentPassword, newPassword: 'another good one' })],
  ])('passwords of a signed-in user: %s', async (path, bodyOf) => {
    const { visitor } = await newPerson(server())
    const give = (password: string) => visitor.post(`/api/profile/${path}`, bodyOf(password))
    const answers = await Promise.all(Array.from({ length: 14 }, () => give('not mine')))
    expect(tally(answers)).toEqual({ 400: RATE_LIMITS.proof.points, 429: 14 - RATE_LIMITS.proof.points })
    expectTooMany(await give(PASSWORD), RATE_LIMITS.proof.pause)
    const other = await newPerson(server())
    expect((await other.visitor.post('/api/profile/proof', { password: PASSWORD })).status).toBe(200)
  })
})

describe('the counters', () => {
  test('contain no email, no address and no user', async () => {
    const keys = (await server().rows`select key from rate_limits`).map(({ key }) => key as string)
    expect(keys.length).toBeGreaterThan(50)
    for (const key of keys) expect(key).toMatch(/^[a-zA-Z]+:[\w-]{43}$/)
  })

  test('are deleted after they expire', async () => {
    const now = await server().now()
    const left = () => server().rows`select expire from rate_limits where expire < ${now + 7_200_000}`
    const all = () => server().rows`select key from rate_limits`
    expect(await left()).not.toEqual([])
    const longer = (await all()).length - (await left()).length
    expect(longer).toBeGreaterThan(0)
    server().services.clock.setOffset(7_200_000)
    await server().rows`select graphile_worker.add_job('sweep')`
    await server().runJobs()
    server().services.clock.setOffset(0)
    expect(await left()).toEqual([])
    expect(await all()).toHaveLength(longer)
  })
})
