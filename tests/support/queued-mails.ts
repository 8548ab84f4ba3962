// Mails in the queue of a server under test.
import { eq, type SQL, sql } from 'drizzle-orm'
import { afterEach } from 'vitest'
import { queueMail } from '../../src/platform/server/mail/queue-mail.ts'
import { mails } from '../../src/platform/server/tables/mails.ts'
import type { TestServer } from './test-server.ts'

let people = 0
/** An address that no other test uses. */
export const newAddress = () => `person-${people++}@lotto.test`

/** The link of the queued mails. */
export const link = (on: TestServer) => `${on.url}/api/auth/verify-email?token=abc&callbackURL=%2Flogin`

/** Queues and reads mails, by default of `server`. After each test the queue is empty and the mail server accepts mail. */
export function mailsOf(server: () => TestServer) {
  const setMailboxMode = (mode: { refuse?: boolean; times?: number; slow?: number }) =>
    fetch(`${server().sandboxUrl}/mailbox/mode`, { method: 'PUT', body: JSON.stringify(mode) })

  afterEach(async () => {
    server().services.clock.setOffset(0)
    await setMailboxMode({})
    await server().services.db.execute(sql`delete from graphile_worker._private_jobs`)
  })

  return {
    setMailboxMode,
    /** @returns the id of the mail */
    async queue(to: string, on = server()): Promise<string> {
      const { db, clock } = on.services
      const now = await clock.now(db)
      return db.transaction((tx) =>
        queueMail(tx, now, { to, userId: null, template: 'verify-email', data: { link: link(on) } }),
      )
    },
    /** The row of a mail. */
    async rowOf(id: string, on = server()) {
      const [row] = await on.services.db.select().from(mails).where(eq(mails.id, id))
      return row!
    },
    /** Orders the minute's sweep without running it. */
    orderSweep: (on = server()) => on.services.db.execute(sql`select from graphile_worker.add_job('sweep')`),
    /** Another server of the same installation, with its own mail server. */
    sender: (SMTP_URL: string, options?: { jobs: boolean }, beside = server()) =>
      beside.another({ APP_URL: beside.url, SMTP_URL }, options),
    /** Changes the job that sends a mail. */
    changeJob: (id: string, change: SQL) =>
      server().services.db.execute(sql`update graphile_worker._private_jobs set ${change}
        where key = ${`send-mail:${id}`}`),
  }
}
