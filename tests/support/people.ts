// Accounts other than the four demo accounts.
import { sql } from 'drizzle-orm'
import type { StaffRole } from '../../src/platform/rules/access/staff-roles.ts'
import { addGrant, type NewGrant } from '../../src/money/server/ledger/grant.ts'
import { rowsOf } from './database.ts'
import type { TestServer, Visitor } from './test-server.ts'

export const PASSWORD = 'correct horse battery'

export interface NewPerson {
  visitor: Visitor
  uid: string
  email: string
  name: string
}

let count = 0

/** A new signed-in account on the free plan, by default with a verified e-mail. */
export async function newPerson(
  server: Pick<TestServer, 'anonymous' | 'services'>,
  { verified = true } = {},
): Promise<NewPerson> {
  const visitor = server.anonymous()
  const email = `person${count++}@example.com`
  const account = { name: `Person ${count}`, email, password: PASSWORD, ageConfirmed: true }
  const { status, body } = await visitor.post('/api/auth/sign-up/email', account)
  if (status !== 200) throw new Error(`the sign-up failed: ${status}`)
  const uid: string = body.user.id
  // The length of a session follows from the account, so the session of the sign-up becomes that of a verified player.
  // Its mail, which nobody reads, is not sent: that takes longer than the sign-up.
  if (verified)
    await rowsOf(
      server,
      sql`with verified as (update users set email_verified = true where id = ${uid})
          update mails set state = 'failed', error = 'not needed', data = null, ended_at = now() where user_id = ${uid}`,
    )
  return { visitor, uid, email, name: account.name }
}

/** A new signed-in member of staff with some roles, by default an owner. */
export async function newStaff(
  server: Pick<TestServer, 'anonymous' | 'services'>,
  ...roles: StaffRole[]
): Promise<NewPerson> {
  const person = await newPerson(server)
  const staffRoles = `{${roles.join() || 'owner'}}`
  await rowsOf(
    server,
    sql`update users set role = 'admin', staff_roles = ${staffRoles} where id = ${person.uid}`,
  )
  return person
}

/** The user id of a demo account. */
export async function uidOf(server: TestServer, person: string): Promise<string> {
  const [row] = await rowsOf(server, sql`select id from users where email = ${`${person}@lotto.test`}`)
  return row!.id
}

/** Grants a month of Pro from `at` (milliseconds), or what `grant` says. */
export async function give(
  { services: { db } }: Pick<TestServer, 'services'>,
  userId: string,
  at: number,
  grant: Partial<NewGrant> = {},
): Promise<void> {
  const month = { userId, plan: 'pro', length: { months: 1 }, kind: 'gift', reason: 'test' } as const
  await db.transaction((tx) => addGrant(tx, at, { ...month, ...grant }))
}
