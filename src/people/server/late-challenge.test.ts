import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { asOwner, rowsOf, WAITING_LOCKS } from '../../../tests/support/database.ts'
import { newPerson, PASSWORD } from '../../../tests/support/people.ts'
import { setUpFactor } from '../../../tests/support/second-factor.ts'
import { testServer } from '../../../tests/support/test-server.ts'
import { waitFor } from '../../../tests/support/wait.ts'

const server = testServer()
const LOCK = 4711

test('a login that asks for the code only after the password was changed opens no challenge', async () => {
  const { visitor, uid, email } = await newPerson(server())
  await setUpFactor(visitor)
  // Challenges wait for the lock, after the login has compared the password and stored its first session.
  await asOwner(
    server(),
    sql`create function wait_for_test() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock(${sql.raw(String(LOCK))}); return new; end $$`,
  )
  await asOwner(
    server(),
    sql`create trigger wait_for_test before insert on verifications
        for each row when (new.identifier like '2fa-%') execute function wait_for_test()`,
  )
  const thief = server().anonymous()
  const { login } = await server().services.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    const started = thief.post('/api/auth/sign-in/email', { email, password: PASSWORD })
    await waitFor('the login waits', async () => {
      const waiting = sql.raw(`${WAITING_LOCKS} and locktype = 'advisory' and objid = ${LOCK}`)
      return (await rowsOf(server(), waiting)).length === 1
    })
    const body = { currentPassword: PASSWORD, newPassword: 'a better one of hers' }
    expect((await visitor.post('/api/profile/password', body)).status).toBe(200)
    return { login: started }
  })
  expect((await login).status).toBe(401)
  const challenges = sql`select 1 from verifications where value = ${uid} and identifier like '2fa-%'`
  expect(await rowsOf(server(), challenges)).toEqual([])
})
