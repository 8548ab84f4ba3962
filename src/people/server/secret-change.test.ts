import { expect, test } from 'vitest'
import { type AuthenticatorApp, setUpFactor } from '../../../tests/support/second-factor.ts'
import { TEST_SECRET } from '../../../tests/support/settings.ts'
import { DEMO_PASSWORD } from '../../app/server/demo-accounts.ts'
import { testServer, type TestServer, type Visitor } from '../../../tests/support/test-server.ts'

const server = testServer()
let recoveryCode: string

test('a secret is replaced in two steps, and nobody is logged out', async () => {
  const [OLD, NEW] = [TEST_SECRET, 'rT5vB8nM2qW4eY6uI0oP9aS7dF3gH1jZ']
  const visitor = await server().as('pro')
  const { app, recoveryCodes } = await setUpFactor(visitor)
  recoveryCode = recoveryCodes[0]!
  const keys = (await visitor.get('/api/auth/jwks')).body

  // The servers know the new secret before one of them signs with it.
  const knows = await server().another({ AUTH_SECRET: `1:${OLD},2:${NEW},${OLD}` })
  const signs = await server().another({ AUTH_SECRET: `2:${NEW},1:${OLD},${OLD}` })
  for (const other of [knows, signs]) {
    expect((await at(other, visitor).get('/api/me')).status).toBe(200)
    expect((await other.anonymous().get('/api/auth/jwks')).body).toEqual(keys)
    expect((await at(other, visitor).get('/api/auth/token')).status).toBe(200)
  }
  // Sessions of the new secret are accepted by servers that only know it, and end everywhere.
  const fresh = await logIn(signs, app)
  expect((await at(knows, fresh).get('/api/me')).body.email).toBe('pro@lotto.test')
  expect((await at(signs, visitor).post('/api/auth/sign-out')).status).toBe(200)
  expect((await at(knows, visitor).get('/api/me')).status).toBe(401)

  // No stored value needs the earlier secret any longer.
  const later = await server().another({ AUTH_SECRET: `2:${NEW}` })
  expect(later.logs.filter(({ level }) => level === 'warn')).toEqual([])
  expect((await at(later, fresh).get('/api/auth/token')).status).toBe(200)
  expect((await later.anonymous().get('/api/auth/jwks')).body).toEqual(keys)
  expect((await (await logIn(later, app)).get('/api/me')).status).toBe(200)
})

test('with a new AUTH_SECRET the server starts, ends every session and publishes a new key', async () => {
  const before = await server().as('free')
  const { token } = (await before.get('/api/auth/token')).body
  const keys = () => server().rows`select id from jwks`
  const [old] = await keys()

  const other = await server().another({ AUTH_SECRET: 'zQ8mW2nR5tY7uI9oP1aS3dF6gH4jK0lX' })
  const [current, ...more] = await keys()
  expect(more).toEqual([])
  expect(other.logs).toContainEqual(
    expect.objectContaining({ level: 'warn', msg: expect.stringContaining('set the earlier secret again') }),
  )
  expect(current!.id).not.toBe(old!.id)
  const bearer = { headers: { authorization: `Bearer ${token}` } }
  expect((await other.anonymous().get('/api/getResults', bearer)).status).toBe(401)
  const thief = before.copy(other.url)
  expect((await thief.get('/api/me')).status).toBe(401)

  // The key of a second factor is lost with its secret. Recovery codes are only hashed.
  const challenged = other.anonymous()
  await challenged.post('/api/auth/sign-in/email', { email: 'pro@lotto.test', password: DEMO_PASSWORD })
  const { status, body } = await challenged.post('/api/auth/two-factor', { code: '123456' })
  expect(status).toBe(400)
  expect(body.title).toBe('Codes of your app do not work at the moment. Please use a recovery code.')
  expect((await challenged.post('/api/auth/two-factor', { code: recoveryCode })).status).toBe(200)

  const visitor = await other.as('free')
  expect((await visitor.get('/api/auth/token')).status).toBe(200)
  const again = await server().another({ AUTH_SECRET: 'zQ8mW2nR5tY7uI9oP1aS3dF6gH4jK0lX' })
  expect(await keys()).toEqual([current])
  expect((await (await again.as('free')).get('/api/auth/token')).status).toBe(200)
})

/** The same browser at another server. */
function at(other: TestServer, { cookies }: Visitor): Visitor {
  const visitor = other.anonymous()
  for (const [name, value] of cookies) visitor.cookies.set(name, value)
  return visitor
}

async function logIn(other: TestServer, app: AuthenticatorApp): Promise<Visitor> {
  const visitor = other.anonymous()
  await visitor.post('/api/auth/sign-in/email', { email: 'pro@lotto.test', password: DEMO_PASSWORD })
  expect((await visitor.post('/api/auth/two-factor', { code: await app.code() })).status).toBe(200)
  return visitor
}
