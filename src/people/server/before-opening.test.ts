import { afterAll, beforeAll, expect, test } from 'vitest'
import { textOf } from '../../../tests/support/html.ts'
import { PASSWORD } from '../../../tests/support/people.ts'
import { testServer } from '../../../tests/support/test-server.ts'
import { BEING_SET_UP } from '../../platform/rules/legal/notes.ts'

const server = testServer()
beforeAll(() => void (server().services.settings.mode = 'production'))
afterAll(() => void (server().services.settings.mode = 'demo'))

const read = async (path: string) => textOf((await server().anonymous().get(path)).text)
let count = 0
const signUp = () => {
  const account = {
    name: `Ada ${++count}`,
    email: `ada${count}@example.com`,
    password: PASSWORD,
    ageConfirmed: true,
  }
  return server().anonymous().post('/api/auth/sign-up/email', account)
}

test('without a name of the business, players read one sentence and cannot sign up', async () => {
  for (const path of ['/terms', '/privacy']) {
    const text = await read(path)
    expect(text).toContain(BEING_SET_UP)
    expect(text).not.toContain('In force since')
  }
  expect(await read('/signup')).toContain(BEING_SET_UP)
  expect(await signUp()).toMatchObject({ status: 403, body: { title: BEING_SET_UP } })
  expect(BEING_SET_UP).toMatch(/^This site is being set up\. .* has entered the name of the business\.$/)
  const free = await server().as('free')
  expect(await free.post('/api/profile/age', { ageConfirmed: true })).toMatchObject({ status: 403 })
})

test('the first owner can sign up', async () => {
  await server().rows`update users set role = 'user' where role = 'admin'`
  expect((await signUp()).status).toBe(200)
  await server().rows`update users set role = 'admin' where email = 'admin@lotto.test'`
})

test('with a name, the terms are whole and players sign up', async () => {
  server().services.settings.operator.name = 'Slip & Ball Ltd'
  const text = await read('/terms')
  expect(text).toContain('Slip & Ball Ltd runs this site')
  expect(text).not.toContain(BEING_SET_UP)
  expect(await read('/signup')).not.toContain(BEING_SET_UP)
  expect((await signUp()).status).toBe(200)
})
