import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../tests/support/test-server.ts'
import { queueMail } from './queue-mail.ts'
import { emptyMailsOf } from './empty-mails.ts'
import { mails } from './tables.ts'

const server = testServer({ standIns: true })

let people = 0
/** An address that no other test uses. */
const newAddress = () => `person-${people++}@lotto.test`

const link = (on: TestServer) => `${on.url}/api/auth/verify-email?token=abc`
async function queue(to: string, on = server()): Promise<string> {
  const { db, clock } = on.services
  const now = await clock.now(db)
  return db.transaction((tx) =>
    queueMail(tx, now, { to, userId: null, template: 'verify-email', data: { link: link(on) } }),
  )
}
async function rowOf(id: string) {
  const [row] = await server().services.db.select().from(mails).where(eq(mails.id, id))
  return row!
}

test('a queued mail is sent once', async () => {
  const to = newAddress()
  const id = await queue(to)
  expect(await server().mailbox(to)).toEqual([])
  await server().runJobs()
  const [mail, ...others] = await server().mailbox(to)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ from: 'no-reply@localhost', messageId: `<${id}@localhost>` })
  expect(mail!.text).toContain(link(server()))
  expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 1, to, data: null, error: null })
})

test('whoever deletes their account is forgotten here too, and gets nothing that was still waiting', async () => {
  const { db, clock } = server().services
  const now = await clock.now(db)
  const { rows } = await db.execute<{ id: string }>(sql`select id from users where email = 'free@lotto.test'`)
  const to = newAddress()
  const mail = { to, userId: rows[0]!.id, template: 'verify-email', data: { link: link(server()) } } as const
  const sent = await queueMail(db, now, mail)
  await server().runJobs()
  const waiting = await queueMail(db, now, mail)
  await db.transaction((tx) => emptyMailsOf(tx, now, mail.userId))
  await server().runJobs()
  expect(await server().mailbox(to)).toHaveLength(1)
  expect(await rowOf(sent)).toMatchObject({ state: 'sent', to: null, data: null })
  expect(await rowOf(waiting)).toMatchObject({
    state: 'failed',
    error: 'account-deleted',
    to: null,
    data: null,
  })
})
