import { describe, expect, test } from 'vitest'
import { badToken, expectTooMany, tally, visitorAt } from '../../../tests/support/limits.ts'
import { tokenFor } from '../../../tests/support/mails.ts'
import { newPerson, PASSWORD } from '../../../tests/support/people.ts'
import { IS_LONG } from '../../../tests/support/slow.ts'
import { type Answer, testServer, type Visitor } from '../../../tests/support/test-server.ts'
import { RATE_LIMITS } from '../../platform/rules/access/rate-limits.ts'
import { DEMO_PASSWORD } from '../../app/server/demo-accounts.ts'

const server = testServer({ standIns: true })
const login = (visitor: Visitor, email: string, password: string) =>
  visitor.post('/api/auth/sign-in/email', { email, password })
const RESET = ', or reset your password'
const expectFull = (answer: Answer<any>) => expectTooMany(answer, RATE_LIMITS.loginAccount.pause, RESET)

const at = (address: string, on = server()) => visitorAt(address, on)

describe('hundreds of passwords for one account (AUTH-01)', () => {
  const wanted = RATE_LIMITS.loginAccount.points
  let victim: Awaited<ReturnType<typeof newPerson>>

  test('ten are checked, each from another address and a hundred at the same time', async () => {
    victim = await newPerson(server())
    const answers: Answer<any>[] = []
    const rounds = IS_LONG ? 10 : 2
    for (let i = 0; i < rounds; i++) {
      const round = Array.from({ length: 100 }, (_, j) =>
        login(server().anonymous(), victim.email, `guess ${i} ${j}`),
      )
      answers.push(...(await Promise.all(round)))
    }
    expect(tally(answers)).toEqual({ 401: wanted, 429: rounds * 100 - wanted })
    for (const answer of answers.filter(({ status }) => status === 429))
      expectTooMany(answer, RATE_LIMITS.loginAccount.pause, RESET)
  })

  test('the right password is refused like a wrong one after the limit', async () => {
    expectFull(await login(server().anonymous(), victim.email, PASSWORD))
    expectTooMany(await login(server().anonymous(), victim.email.toUpperCase(), PASSWORD), 900, RESET)
  })

  test('another server continues the count, also after its start', async () => {
    const other = await server().another()
    expectFull(await login(other.anonymous(), victim.email, PASSWORD))
  })

  test('the victim still logs in on a known device, and other users on theirs', async () => {
    expect((await login(victim.visitor, victim.email, PASSWORD)).status).toBe(200)
    expect((await login(server().anonymous(), 'free@lotto.test', DEMO_PASSWORD)).status).toBe(200)
  })

  test('a known device has its own ten tries and cannot be forged', async () => {
    const answers: Answer[] = []
    for (let i = 0; i <= wanted; i++) answers.push(await login(victim.visitor, victim.email, 'wrong again'))
    expect(tally(answers)).toEqual({ 401: wanted, 429: 1 })
    const forger = server().anonymous()
    const [name, value] = [...victim.visitor.cookies].find(([cookie]) => cookie.endsWith('device'))!
    for (const forged of [value.replace(/^./, 'x'), value.split('.').slice(0, -1).join('.'), 'a.b.c', '']) {
      forger.cookies.set(name, forged)
      expectFull(await login(forger, victim.email, PASSWORD))
    }
  })

  test('a device that is known for one account is unknown for another', async () => {
    const stranger = await newPerson(server())
    expectFull(await login(stranger.visitor, victim.email, PASSWORD))
  })
})

describe('an attacker who uses up an account’s tries does not lock out the owner', () => {
  const attack = async (email: string) => {
    for (let i = 0; i <= RATE_LIMITS.loginAccount.points; i++)
      await login(server().anonymous(), email, `guess ${i}`)
  }
  const resetOn = async (visitor: Visitor, email: string) => {
    expect((await visitor.post('/api/auth/request-password-reset', { email })).status).toBe(200)
    const token = await tokenFor(server(), email, '/reset-password')
    expect((await visitor.post('/api/auth/reset-password', { token, newPassword: NEW })).status).toBe(200)
  }
  const NEW = 'another four good words'

  test('on a device that ten other accounts have used since, the owner waits like a stranger', async () => {
    const [first, second] = [await newPerson(server()), await newPerson(server())]
    const shared = server().anonymous()
    const logIn = ({ email }: { email: string }) => login(shared, email, PASSWORD)
    for (const person of [first, second]) expect((await logIn(person)).status).toBe(200)
    for (let i = 0; i < 9; i++) expect((await logIn(await newPerson(server()))).status).toBe(200)
    for (const { email } of [first, second]) await attack(email)
    expectTooMany(await logIn(first), RATE_LIMITS.loginAccount.pause, RESET)
    expect((await logIn(second)).status).toBe(200)
  })

  test('a completed reset lets the owner log in at once in a new browser during the attack', async () => {
    const { email } = await newPerson(server())
    await attack(email)
    const browser = server().anonymous()
    expectFull(await login(browser, email, PASSWORD))
    await resetOn(browser, email)
    for (const one of [browser, server().anonymous()]) expect((await login(one, email, NEW)).status).toBe(200)
    await attack(email)
    expectFull(await login(server().anonymous(), email, NEW))
    expect((await login(browser, email, NEW)).status).toBe(200)
  })

  test('a reset on one server counts on another', async () => {
    const { email } = await newPerson(server())
    const other = await server().another()
    for (let i = 0; i <= RATE_LIMITS.loginAccount.points; i++)
      await login((i % 2 ? other : server()).anonymous(), email, `guess ${i}`)
    expectFull(await login(other.anonymous(), email, PASSWORD))
    const browser = server().anonymous()
    await resetOn(browser, email)
    await attack(email)
    const there = browser.copy(other.url)
    expect((await login(there, email, NEW)).status).toBe(200)
    expectFull(await login(other.anonymous(), email, NEW))
  })

  test('a completed reset clears the wrong passwords of a known device', async () => {
    const { email, visitor } = await newPerson(server())
    for (let i = 0; i <= RATE_LIMITS.loginKnownDevice.points; i++) await login(visitor, email, 'forgotten')
    expectTooMany(await login(visitor, email, PASSWORD), RATE_LIMITS.loginKnownDevice.pause, RESET)
    await resetOn(visitor, email)
    expect((await login(visitor, email, NEW)).status).toBe(200)
  })

  test('wrong links from the owner’s address do not block a right one', async () => {
    const { email } = await newPerson(server())
    const address = '203.0.113.31'
    for (let i = 0; i <= RATE_LIMITS.tokenAddress.points; i++)
      await at(address).post('/api/auth/reset-password', { token: 'x'.repeat(24), newPassword: NEW })
    expectTooMany(await badToken(at(address)), RATE_LIMITS.tokenAddress.pause)
    await resetOn(at(address), email)
  })
})

describe('one password for a thousand accounts (AUTH-02)', () => {
  const { points } = RATE_LIMITS.loginAddress
  const address = '203.0.113.7'

  test('sixty are checked from one address; more need a check', async () => {
    const answers: Answer<any>[] = []
    for (let i = 0; i < 10; i++) {
      const round = Array.from({ length: 20 }, (_, j) =>
        login(at(address), `user${i}-${j}@example.com`, 'password of the year'),
      )
      answers.push(...(await Promise.all(round)))
    }
    expect(tally(answers)).toEqual({ 401: points, 403: 200 - points })
    expect(answers.at(-1)!.body.code).toBe('check-needed')
  })

  test('neighbours behind the same address log in on known devices', async () => {
    const neighbour = await newPerson(server())
    neighbour.visitor.address = address
    expect((await login(neighbour.visitor, neighbour.email, PASSWORD)).status).toBe(200)
    expect((await login(at(address), neighbour.email, PASSWORD)).body.code).toBe('check-needed')
    expect((await login(server().anonymous(), neighbour.email, PASSWORD)).status).toBe(200)
  })

  test('successful logins do not count', async () => {
    const many = '203.0.113.8'
    for (let i = 0; i < points + 3; i++)
      expect((await login(at(many), 'free@lotto.test', DEMO_PASSWORD)).status).toBe(200)
  })
})
