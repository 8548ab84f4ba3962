import { createHook } from 'node:async_hooks'
import { beforeAll, describe, expect, test } from 'vitest'
import { signInByGoogle } from '../../../tests/support/google.ts'
import { mailsTo } from '../../../tests/support/mails.ts'
import { newPerson } from '../../../tests/support/people.ts'
import { type Answer, type TestServer, testServer } from '../../../tests/support/test-server.ts'

// Answers do not reveal whether an email has an account, neither by text nor by time (AUTH-03).
const server = testServer({ standIns: true })
let neutral: TestServer
let known: string
let unverified: string
let unclaimed: string
const google = 'only-google@example.com'

beforeAll(async () => {
  neutral = await server().another({ NEUTRAL_MESSAGES: 'on' })
  known = (await newPerson(server())).email
  unverified = (await newPerson(server(), { verified: false })).email
  await signInByGoogle(server().anonymous(), { email: google })
  unclaimed = 'added-by-staff@example.com'
  await server().rows`insert into users (id, username, email) values ('added', 'Added', ${unclaimed})`
})

/**
 * The number of password hashes during some work. They take nearly all the time of a login, and unlike time their count is
 * exact on a busy machine.
 */
async function hashesDuring<T>(action: () => Promise<T>): Promise<{ hashes: number; result: T }> {
  let hashes = 0
  const hook = createHook({ init: (_id, type) => void (/argon/i.test(type) && hashes++) }).enable()
  try {
    return { result: await action(), hashes }
  } finally {
    hook.disable()
  }
}

/** The parts of an answer that could reveal an account, without values that change each time. */
const comparable = ({ status, headers, body }: Answer<any>) => {
  const { requestId: _, ...rest } = (body ?? {}) as Record<string, unknown>
  const names = [...headers.keys()].filter((name) => name !== 'x-request-id')
  return { status, body: rest, names, cookies: headers.getSetCookie() }
}

describe('a failed login', () => {
  const login = (email: string) =>
    server().anonymous().post('/api/auth/sign-in/email', { email, password: 'not the right one' })

  test('costs one hash and gives the same answer for every email', async () => {
    const people = [known, unverified, google, unclaimed, 'nobody@example.com']
    const first = await hashesDuring(() => login(known))
    expect(first.hashes).toBe(1)
    for (const email of people) {
      const { hashes, result } = await hashesDuring(() => login(email))
      expect([email, hashes, comparable(result)]).toEqual([email, 1, comparable(first.result)])
    }
  })

  test('reveals an unverified email only after the right password', async () => {
    expect((await login(unverified)).body.code).toBe('invalid-credentials')
    const right = { email: unverified, password: 'correct horse battery' }
    const answer = await server().anonymous().post('/api/auth/sign-in/email', right)
    expect([answer.status, answer.body.code]).toEqual([403, 'email-not-verified'])
    expect(answer.headers.getSetCookie()).toEqual([])
  })
})

test('a resend gives the same answer for every email', async () => {
  const ask = (email: string) => server().anonymous().post('/api/auth/send-verification-email', { email })
  const first = comparable(await ask('nobody@example.com'))
  expect([first.status, first.cookies]).toEqual([200, []])
  for (const email of [known, unverified, google, unclaimed])
    expect([email, comparable(await ask(email))]).toEqual([email, first])
  expect((await mailsTo(server(), unverified)).map(({ subject }) => subject)).toHaveLength(2)
  expect(await mailsTo(server(), 'nobody@example.com')).toEqual([])
})

describe('with NEUTRAL_MESSAGES', () => {
  let count = 0
  const signUp = (email: string) =>
    neutral.anonymous().post('/api/auth/sign-up/email', {
      name: 'Bisi of the sign-up',
      email,
      password: 'a password of theirs',
      ageConfirmed: true,
    })

  test('a sign-up gives the same answer for a known email, at the same cost', async () => {
    const fresh = await hashesDuring(() => signUp(`fresh${count++}@example.com`))
    expect(comparable(fresh.result)).toMatchObject({ status: 200, body: { user: null }, cookies: [] })
    for (const email of [known, unverified, google, unclaimed]) {
      const { hashes, result } = await hashesDuring(() => signUp(email))
      expect([email, hashes, comparable(result)]).toEqual([email, fresh.hashes, comparable(fresh.result)])
    }
    expect(fresh.hashes).toBe(1)
  })

  test('a sign-up is never answered before the minimum response time', async () => {
    for (const email of [known, `fresh${count++}@example.com`]) {
      const began = performance.now()
      expect((await signUp(email)).status).toBe(200)
      expect(performance.now() - began).toBeGreaterThan(250)
    }
  })

  test('only the mail shows whether the account existed', async () => {
    const [mail] = await mailsTo(neutral, known)
    expect(mail!.subject).toMatch(/^You already have an account/)
    expect(mail!.text).not.toContain('Bisi of the sign-up')
    const [first] = await mailsTo(neutral, 'fresh0@example.com')
    expect(first!.subject).toMatch(/^Verify your email address/)
  })

  test('an existing account keeps its password, name and sessions', async () => {
    const person = await newPerson(server())
    await signUp(person.email)
    expect((await person.visitor.get('/api/me')).body.username).toMatch(/^Person/)
    const login = { email: person.email, password: 'a password of theirs' }
    expect((await neutral.anonymous().post('/api/auth/sign-in/email', login)).status).toBe(401)
  })

  test('concurrent sign-ups do not reveal that the email was new', async () => {
    const email = `fresh${count++}@example.com`
    const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(email)))
    expect(answers.map(comparable)).toEqual(answers.map(() => comparable(answers[0]!)))
    expect(answers[0]!.status).toBe(200)
    const rows = await server().rows`select id from users where email = ${email}`
    expect(rows).toHaveLength(1)
    expect(await server().rows`select id from sessions where user_id = ${rows[0]!.id}`).toEqual([])
  })

  test('concurrent sign-ups with a known email are answered alike, beyond the limit of mails too', async () => {
    const { email } = await newPerson(server())
    const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(email)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const told = (await mailsTo(server(), email)).filter(({ subject }) => /already have/.test(subject))
    expect(told.length).toBeLessThanOrEqual(3)
  })

  test('a reset gives the same answer, never before the minimum response time', async () => {
    const ask = async (email: string) => {
      const began = performance.now()
      const answer = await neutral.anonymous().post('/api/auth/request-password-reset', { email })
      return { answer: comparable(answer), took: performance.now() - began }
    }
    const first = await ask('nobody-at-all@example.com')
    expect(first.answer.status).toBe(200)
    for (const email of [known, google, unclaimed]) expect((await ask(email)).answer).toEqual(first.answer)
    expect(first.took).toBeGreaterThan(250)
  })
})
