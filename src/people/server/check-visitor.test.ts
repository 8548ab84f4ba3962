// Shared addresses: what happens beyond the soft limits of an address.
import { sql } from 'drizzle-orm'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, describe, expect, test } from 'vitest'
import { expectTooMany, tally, visitorAt } from '../../../tests/support/limits.ts'
import { linkTo, mailsTo } from '../../../tests/support/mails.ts'
import { openedForm } from '../../../tests/support/opened-form.ts'
import { newPerson, PASSWORD } from '../../../tests/support/people.ts'
import { type Answer, testServer, type Visitor } from '../../../tests/support/test-server.ts'
import { RATE_LIMITS, type RateLimit } from '../../platform/rules/access/rate-limits.ts'
import { type CheckPurpose, VISITOR_CHECK } from '../../platform/rules/access/visitor-check.ts'
import { pageTime } from './check-visitor.ts'

const server = testServer({ standIns: true })
afterEach(() => server().services.clock.setOffset(0))

let count = 0
const newAddress = () => `198.51.100.${(count += 1)}`
const newEmail = (domain = `check${(count += 1)}.example`) => `visitor${(count += 1)}@${domain}`
const at = (address: string) => visitorAt(address, server())
const account = (email: string) => ({ name: 'Bisi', email, password: PASSWORD, ageConfirmed: true })
const signUp = (visitor: Visitor, email: string, more: object = {}) =>
  visitor.post('/api/auth/sign-up/email', { ...account(email), ...more })
const login = (visitor: Visitor, email: string, more: object = {}) =>
  visitor.post('/api/auth/sign-in/email', { email, password: PASSWORD, ...more })
/** Uses up a soft limit, as a crowd behind one address does. */
async function crowd(limit: RateLimit, key: string): Promise<void> {
  for (let i = 0; i < RATE_LIMITS[limit].points; i++) await server().services.limits.take(limit, key)
}
async function workFor(visitor: Visitor, purpose: CheckPurpose, email: string): Promise<string> {
  const { body: challenge } = await visitor.post('/api/auth/challenge', { purpose, email })
  return JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
}
const codeOf = ({ status, body }: Answer<any>) => [status, body.code]
const CHECK = [403, 'check-needed']
const LINK = [403, 'link-needed']

describe('behind an address of many people (AUTH-10)', () => {
  test('a sign-up and a login need a proof of work, and nobody waits', async () => {
    const address = newAddress()
    await crowd('signUpAddress', address)
    const email = newEmail()
    const visitor = at(address)
    const refused = await signUp(visitor, email)
    expect(codeOf(refused)).toEqual(CHECK)
    expect(refused.headers.get('retry-after')).toBeNull()
    expect((await signUp(visitor, email, { work: await workFor(visitor, 'sign-up', email) })).status).toBe(
      200,
    )

    const { email: owner } = await newPerson(server())
    await crowd('loginAddress', address)
    const browser = at(address)
    expect(codeOf(await login(browser, owner))).toEqual(CHECK)
    expect((await login(browser, owner, { work: await workFor(browser, 'login', owner) })).status).toBe(200)
  })

  test('resets and verification mails need a proof of work', async () => {
    const address = newAddress()
    const { email } = await newPerson(server())
    await crowd('resetAddress', address)
    await crowd('resendAddress', address)
    for (const [path, purpose] of [
      ['/api/auth/request-password-reset', 'reset'],
      ['/api/auth/send-verification-email', 'verify'],
    ] as const) {
      expect(codeOf(await at(address).post(path, { email }))).toEqual(CHECK)
      const work = await workFor(at(address), purpose, email)
      expect((await at(address).post(path, { email, work })).status).toBe(200)
    }
  })

  test('a known device needs no check', async () => {
    const { visitor, email } = await newPerson(server())
    visitor.address = newAddress()
    await crowd('loginAddress', visitor.address)
    expect((await login(visitor, email)).status).toBe(200)
  })

  test('sign-ups with emails of one domain need a check, from any address', async () => {
    await crowd('signUpDomain', 'one-domain.example')
    expect(codeOf(await signUp(server().anonymous(), newEmail('one-domain.example')))).toEqual(CHECK)
    expect((await signUp(server().anonymous(), newEmail())).status).toBe(200)
  })

  test('the tries of one account stay limited, also with proofs of work', async () => {
    const { email } = await newPerson(server())
    const address = newAddress()
    await crowd('loginAddress', address)
    const { points, pause } = RATE_LIMITS.loginAccount
    const answers: Answer<any>[] = []
    for (let i = 0; i < points - 1; i++)
      answers.push(await login(server().anonymous(), email, { password: `guess ${i}` }))
    for (const password of ['one with work', 'another with work']) {
      const work = await workFor(at(address), 'login', email)
      answers.push(await login(at(address), email, { password, work }))
    }
    expect(tally(answers)).toEqual({ 401: points, 429: 1 })
    expectTooMany(answers.at(-1)!, pause, ', or reset your password')
  })
})

describe('a proof of work', () => {
  const refusedAs = async (workOf: (email: string, visitor: Visitor) => Promise<string>) => {
    const visitor = at(newAddress())
    await crowd('signUpAddress', visitor.address)
    const email = newEmail()
    return codeOf(await signUp(visitor, email, { work: await workOf(email, visitor) }))
  }

  test('is accepted once, also under concurrency', async () => {
    const address = newAddress()
    await crowd('resetAddress', address)
    const { email } = await newPerson(server())
    const work = await workFor(at(address), 'reset', email)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => at(address).post('/api/auth/request-password-reset', { email, work })),
    )
    expect(tally(answers)).toEqual({ 200: 1, 403: 7 })
  })

  test('is bound to its purpose and its email', async () => {
    expect(await refusedAs((email, visitor) => workFor(visitor, 'login', email))).toEqual(CHECK)
    expect(await refusedAs((_, visitor) => workFor(visitor, 'sign-up', newEmail()))).toEqual(CHECK)
  })

  test('expires', async () => {
    const expired = await refusedAs(async (email, visitor) => {
      const work = await workFor(visitor, 'sign-up', email)
      server().services.clock.setOffset((VISITOR_CHECK.workMinutes * 60 + 1) * 1000)
      return work
    })
    expect(expired).toEqual(CHECK)
  })

  test('is refused with any part changed, and accepted as it is', async () => {
    const visitor = at(newAddress())
    await crowd('signUpAddress', visitor.address)
    const email = newEmail()
    const work = await workFor(visitor, 'sign-up', email)
    const { challenge, solution } = JSON.parse(work)
    const { parameters } = challenge
    for (const changed of [
      { challenge, solution: { counter: 1, derivedKey: '00'.repeat(32) } },
      { challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution },
      { challenge: { ...challenge, parameters: { ...parameters, expiresAt: 9_999_999_999 } }, solution },
      { challenge: { parameters }, solution },
      { challenge },
      'work',
    ].map((one) => JSON.stringify(one)))
      expect([changed, ...codeOf(await signUp(visitor, email, { work: changed }))]).toEqual([
        changed,
        ...CHECK,
      ])
    expect(codeOf(await signUp(visitor, email, { work: '{' }))).toEqual(CHECK)
    expect((await signUp(visitor, email, { work })).status).toBe(200)
  })

  test('is not enough beyond the next limit of the address, but a mailed link is', async () => {
    const address = newAddress()
    await crowd('loginAddress', address)
    await crowd('checkedAddress', `login ${address}`)
    const { email } = await newPerson(server())
    const browser = at(address)
    expect(codeOf(await login(browser, email, { work: await workFor(browser, 'login', email) }))).toEqual(
      LINK,
    )
    expect((await browser.post('/api/auth/email-link', { purpose: 'login', email })).status).toBe(200)
    const { pathname, search } = await linkTo(server(), email, '/login')
    const opened = await browser.get(pathname + search)
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/login?notice=link-opened'])
    expect((await login(browser, email)).status).toBe(200)
  })
})

describe('a mailed link', () => {
  const ask = (visitor: Visitor, purpose: 'login' | 'sign-up', email: string) =>
    visitor.post('/api/auth/email-link', { purpose, email })
  const open = async (visitor: Visitor, path: '/login' | '/signup', email: string) => {
    const { search } = await linkTo(server(), email, path)
    expect((await visitor.get(path + search)).status).toBe(303)
  }

  test('opens the sign-up for its email, once', async () => {
    const address = newAddress()
    await crowd('signUpAddress', address)
    const visitor = at(address)
    const email = newEmail()
    expect((await ask(visitor, 'sign-up', email)).status).toBe(200)
    await open(visitor, '/signup', email)
    expect(codeOf(await signUp(visitor, newEmail()))).toEqual(CHECK)
    // A mistake does not use up the link.
    expect((await signUp(visitor, email, { password: 'short' })).status).toBe(400)
    expect((await signUp(visitor, email)).status).toBe(200)
    expect(codeOf(await signUp(visitor, email))).toEqual(CHECK)
  })

  test('opens no session, has ten tries of its own, and is valid for its form and browser', async () => {
    const address = newAddress()
    await crowd('loginAddress', address)
    const { email } = await newPerson(server())
    const visitor = at(address)
    await ask(visitor, 'login', email)
    expect(codeOf(await login(visitor, email))).toEqual(CHECK)
    await open(visitor, '/login', email)
    expect((await visitor.get('/api/me')).status).toBe(401)
    const { points, pause } = RATE_LIMITS.loginKnownDevice
    const answers: Answer<any>[] = []
    for (let i = 0; i <= points; i++) answers.push(await login(visitor, email, { password: `guess ${i}` }))
    expect(tally(answers)).toEqual({ 401: points, 429: 1 })
    expectTooMany(answers.at(-1)!, pause, ', or reset your password')
    expect(codeOf(await login(at(address), email))).toEqual(CHECK)
    await crowd('signUpAddress', address)
    expect(codeOf(await signUp(visitor, email))).toEqual(CHECK)
  })

  test('lets an owner in whose tries a stranger has used up', async () => {
    const { email } = await newPerson(server())
    for (let i = 0; i <= RATE_LIMITS.loginAccount.points; i++)
      await login(server().anonymous(), email, { password: `guess ${i}` })
    const visitor = server().anonymous()
    expect((await login(visitor, email)).status).toBe(429)
    await ask(visitor, 'login', email)
    await open(visitor, '/login', email)
    expect((await login(visitor, email)).status).toBe(200)
  })

  test('expires', async () => {
    const address = newAddress()
    await crowd('loginAddress', address)
    const { email } = await newPerson(server())
    const visitor = at(address)
    await ask(visitor, 'login', email)
    await open(visitor, '/login', email)
    server().services.clock.setOffset((VISITOR_CHECK.linkMinutes * 60 + 1) * 1000)
    await crowd('loginAddress', address)
    expect(codeOf(await login(visitor, email))).toEqual(CHECK)
  })

  test('goes to an email once in five minutes; a login mails nothing to an unknown email', async () => {
    const known = await newPerson(server())
    const unknown = newEmail()
    const answers: Answer[] = []
    for (const email of [known.email, known.email, unknown])
      answers.push(await ask(server().anonymous(), 'login', email))
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['{"status":true}']))
    expect(
      (await mailsTo(server(), known.email)).filter(({ subject }) => /Continue/.test(subject)),
    ).toHaveLength(1)
    expect(await mailsTo(server(), unknown)).toEqual([])
    expect(codeOf(await ask(server().anonymous(), 'login', 'no email'))).toEqual([400, 'invalid-email'])
  })

  test('waits in a slow queue when its address requests many, and expires an hour after it was sent', async () => {
    const address = newAddress()
    const { points } = RATE_LIMITS.linkQueue
    const emails = Array.from({ length: points + 3 }, () => newEmail())
    for (const email of emails) expect((await ask(at(address), 'sign-up', email)).status).toBe(200)
    const { linkEverySeconds, linkMinutes } = VISITOR_CHECK
    const waits = await server()
      .rows`select extract(epoch from v.expires_at - v.created_at) - ${linkMinutes * 60} as wait,
            j.run_at > j.created_at as delayed
          from verifications v join mails m on m."to" = v.value
          left join graphile_worker.jobs j on j.key = 'send-mail:' || m.id
          where v.value = any(${sql.param(emails)}::text[]) order by v.created_at, wait`
    const late = waits.filter(({ wait }) => Number(wait) > 0)
    expect(late.map(({ wait }) => Number(wait))).toEqual([1, 2, 3].map((place) => place * linkEverySeconds))
    expect(late.map(({ delayed }) => delayed)).toEqual([true, true, true])
  })
})

/** An address from which a hasty sign-up needs a check at once. */
async function strictAddress(): Promise<string> {
  const address = newAddress()
  await crowd('signUpHasty', address)
  return address
}
/** A browser with the time of the form in a cookie, or without. */
function withForm(address: string, cookie?: [string, string], on = server()): Visitor {
  const visitor = visitorAt(address, on)
  visitor.cookies.clear()
  if (cookie) visitor.cookies.set(...cookie)
  return visitor
}

describe('a sign-up that a program sends', () => {
  test('needs a check after three from one address', async () => {
    const address = newAddress()
    const answers: Answer<any>[] = []
    for (let i = 0; i <= 3; i++) answers.push(await signUp(withForm(address), newEmail()))
    expect(tally(answers)).toEqual({ 200: 3, 403: 1 })
    expect(codeOf(answers.at(-1)!)).toEqual(CHECK)
  })

  test.each<[string, () => [string, string]]>([
    ['just after the form was opened', () => openedForm(server().services.settings, 500)],
    [
      'a day after it',
      () => openedForm(server().services.settings, (VISITOR_CHECK.formHours * 3600 + 1) * 1000),
    ],
    ['with a forged time', () => [openedForm(server().services.settings)[0], '1.forged']],
  ])('%s is one of them', async (_, cookie) => {
    const visitor = withForm(await strictAddress(), cookie())
    expect(codeOf(await signUp(visitor, newEmail()))).toEqual(CHECK)
  })

  test.each([
    ['is as good as the form', () => pageTime(server().services.settings, Date.now() - 60_000), 200],
    ['is no time when it is forged', () => `${Date.now() - 60_000}.forged`, 403],
    ['is too old after a day', () => pageTime(server().services.settings, Date.now() - 25 * 36e5), 403],
  ])('the time of a public page %s', async (_, opened, last) => {
    const visitor = withForm(await strictAddress())
    expect((await signUp(visitor, newEmail(), { opened: opened() })).status).toBe(last)
  })

  test('with the hidden field filled in needs a check at once', async () => {
    expect(codeOf(await signUp(server().anonymous(), newEmail(), { trap: 'x' }))).toEqual(CHECK)
    expect((await signUp(server().anonymous(), newEmail(), { trap: '' })).status).toBe(200)
  })

  test('gets the time of the form in a cookie, signed, once', async () => {
    const visitor = withForm(newAddress())
    const [name] = openedForm(server().services.settings)
    expect((await visitor.get('/signup')).headers.getSetCookie().join()).toMatch(
      new RegExp(`^${name}=\\d+\\..*HttpOnly`),
    )
    expect((await visitor.get('/signup')).headers.getSetCookie()).toEqual([])
    expect((await visitor.get('/login')).headers.getSetCookie()).toEqual([])
  })
})

describe('an opened sign-up form', () => {
  test('in a cookie is accepted once, by all processes and under concurrency', async () => {
    const address = await strictAddress()
    const other = await server().another({})
    const cookie = openedForm(server().services.settings, 70_000)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        signUp(withForm(address, cookie, i % 2 ? other : server()), newEmail()),
      ),
    )
    expect(tally(answers)).toEqual({ 200: 1, 403: 5 })
  })

  test('of a public page is accepted once for each network', async () => {
    const opened = pageTime(server().services.settings, Date.now() - 70_000)
    for (const address of [await strictAddress(), await strictAddress()]) {
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => signUp(withForm(address), newEmail(), { opened })),
      )
      expect(tally(answers)).toEqual({ 200: 1, 403: 3 })
    }
  })

  test('is free again after a sign-up that made no account; a success opens another form', async () => {
    const visitor = withForm(await strictAddress(), openedForm(server().services.settings, 80_000))
    const { email } = await newPerson(server())
    expect((await signUp(visitor, email)).status).toBe(422)
    expect((await signUp(visitor, newEmail())).status).toBe(200)
    expect(codeOf(await signUp(visitor, newEmail()))).toEqual(CHECK)
    server().services.clock.setOffset(VISITOR_CHECK.fastestFormMs + 1000)
    expect((await signUp(visitor, newEmail())).status).toBe(200)
  })

  test('costs work from the tenth sign-up of an hour behind one address', async () => {
    const address = newAddress()
    for (let i = 1; i < 9; i++) await server().services.limits.take('signUpAddress', address)
    const ninth = withForm(address, openedForm(server().services.settings, 60_000))
    expect((await signUp(ninth, newEmail())).status).toBe(200)
    const email = newEmail()
    const tenth = withForm(address, openedForm(server().services.settings, 90_000))
    expect(codeOf(await signUp(tenth, email))).toEqual(CHECK)
    const work = await workFor(tenth, 'sign-up', email)
    expect((await signUp(tenth, email, { work })).status).toBe(200)
  })
})

describe('without script', () => {
  const send = (visitor: Visitor, path: string, fields: Record<string, string>) =>
    visitor.request('POST', path, {
      raw: { type: 'application/x-www-form-urlencoded', content: new URLSearchParams(fields).toString() },
    })

  test.each([
    ['/signup', 'signUpAddress', { username: 'Bisi', password: PASSWORD, ageConfirmed: 'on' }],
    ['/login', 'loginAddress', { password: PASSWORD }],
    ['/forgot-password', 'resetAddress', {}],
    ['/resend-verification', 'resendAddress', {}],
  ] as const)('%s offers a mailed link, which leads back', async (path, limit, fields) => {
    const address = newAddress()
    await crowd(limit, address)
    const visitor = at(address)
    const email = path === '/signup' ? newEmail() : (await newPerson(server())).email
    const refused = await send(visitor, path, { ...fields, email })
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Let us email you a link')])
    expect(refused.text).toContain('action="/email-link"')
    expect(refused.text).not.toMatch(/in an hour|try again/i)
    const purpose = path === '/signup' ? 'sign-up' : 'login'
    const asked = await send(visitor, '/email-link', { email, purpose })
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('within a few minutes')])
    const back = path === '/signup' ? '/signup' : '/login'
    const { search } = await linkTo(server(), email, back)
    const page = await visitor.get((await visitor.get(back + search)).headers.get('location')!)
    expect(page.text).toContain('You can continue in this browser now.')
    expect((await send(visitor, path, { ...fields, email })).status).not.toBe(403)
  })

  test('a link for no email is refused on its page', async () => {
    const answer = await send(server().anonymous(), '/email-link', { email: 'x', purpose: 'login' })
    expect(answer.status).toBe(400)
    expect(answer.text).toEqual(expect.stringContaining('Please enter a valid email.'))
  })
})
