// The built `npm run promote` on the database of a running server.
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { rowsOf } from '../support/database.ts'
import { newPerson, PASSWORD } from '../support/people.ts'
import { databaseUrl, newFolder, runProgram } from '../support/programs.ts'
import { setUpFactor } from '../support/second-factor.ts'
import { testServer } from '../support/test-server.ts'

const server = testServer()
const folder = newFolder()
afterAll(() => folder.remove())

const promote = (...args: string[]) =>
  runProgram(['dist/server/promote.js', ...args], { DATA_DIR: folder.path, ...databaseUrl(server().address) })

test('makes a verified account an admin immediately and records it in the trail', async () => {
  const { uid, email, visitor } = await newPerson(server())
  expect((await visitor.get('/api/admin/users')).status).toBe(403)
  expect(await promote(email.toUpperCase())).toEqual({
    code: 0,
    out: `${email.toUpperCase()} is now an owner.\n`,
    err: '',
  })
  expect((await visitor.get('/api/admin/users')).status).toBe(200)
  const trail = sql`select action, actor, details from audit where subject = ${`user:${uid}`} and action like 'user.%mote'`
  const written = {
    action: 'user.promote',
    actor: null,
    details: {
      old: { role: 'user' },
      new: { role: 'admin' },
      staffRoles: 'Owner',
      reason: 'promote',
      sessionsEnded: 0,
    },
  }
  expect(await rowsOf(server(), trail)).toEqual([written])

  expect((await promote(email)).out).toBe(`${email} is already an owner.\n`)
  expect(await rowsOf(server(), trail)).toEqual([written])
})

test('refuses an unverified account and an unknown one', async () => {
  const { uid, email } = await newPerson(server(), { verified: false })
  expect(await promote(email)).toEqual({
    code: 1,
    out: '',
    err: 'This email is not verified yet: only its owner may be made an admin.\n',
  })
  const [person] = await server().rows`select role from users where id = ${uid}`
  expect(person).toEqual({ role: 'user' })
  const nobody = await promote('nobody@example.com')
  expect([nobody.code, nobody.err]).toEqual([1, 'There is no account with the email nobody@example.com.\n'])
})

test('with --reset-second-factor removes the second factor and changes no role', async () => {
  const { uid, email, visitor } = await newPerson(server())
  expect((await promote(email, '--reset-second-factor')).out).toBe(`${email} has no second factor.\n`)
  await setUpFactor(visitor)
  expect(await promote(email.toUpperCase(), '--reset-second-factor')).toEqual({
    code: 0,
    out: `Removed the second factor of ${email.toUpperCase()} and ended all sessions of the account.\n`,
    err: '',
  })
  expect((await visitor.get('/api/me')).status).toBe(401)
  const login = await visitor.post('/api/auth/sign-in/email', { email, password: PASSWORD })
  expect(login.body).toHaveProperty('user')
  expect(await server().rows`select role from users where id = ${uid}`).toEqual([{ role: 'user' }])
  const trail = sql`select actor, details from audit where subject = ${`user:${uid}`} and action ~ 'reset'`
  const reason = 'promote --reset-second-factor'
  expect(await rowsOf(server(), trail)).toEqual([{ actor: null, details: { reason, sessionsEnded: 1 } }])
  const nobody = await promote('nobody@example.com', '--reset-second-factor')
  expect([nobody.code, nobody.err]).toEqual([1, 'There is no account with the email nobody@example.com.\n'])
})

test.each([[], ['a@example.com', 'b@example.com'], ['--role', 'admin'], ['--help']])(
  'called with %s prints its usage',
  async (...args) => {
    const { code, err } = await promote(...args)
    expect(code).toBe(1)
    expect(err).toContain('npm run promote -- EMAIL')
  },
)
