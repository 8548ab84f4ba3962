import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '../../../tests/support/database.ts'
import { testServer } from '../../../tests/support/test-server.ts'

const server = testServer()

test('with a new AUTH_SECRET the server starts, ends every session and publishes a new key', async () => {
  const before = await server().as('free')
  const { token } = (await before.get('/api/auth/token')).body
  const keys = () => rowsOf(server(), sql`select id from jwks`)
  const [old] = await keys()

  const other = await server().another({ AUTH_SECRET: 'zQ8mW2nR5tY7uI9oP1aS3dF6gH4jK0lX' })
  const [current, ...more] = await keys()
  expect(more).toEqual([])
  expect(current!.id).not.toBe(old!.id)
  const bearer = { headers: { authorization: `Bearer ${token}` } }
  expect((await other.anonymous().get('/api/getResults', bearer)).status).toBe(401)
  const thief = other.anonymous()
  for (const [name, value] of before.cookies) thief.cookies.set(name, value)
  expect((await thief.get('/api/me')).status).toBe(401)

  const visitor = await other.as('free')
  expect((await visitor.get('/api/auth/token')).status).toBe(200)
  const again = await server().another({ AUTH_SECRET: 'zQ8mW2nR5tY7uI9oP1aS3dF6gH4jK0lX' })
  expect(await keys()).toEqual([current])
  expect((await (await again.as('free')).get('/api/auth/token')).status).toBe(200)
})
