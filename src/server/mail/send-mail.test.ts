import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DAY, MINUTE } from '../../domain/calendar.ts'
import { LOGIN_LIMITS } from '../../domain/login-limits.ts'
import { SERVER_LIMITS } from '../../domain/server-limits.ts'
import { startMailServer, startMuteServer } from '../../../tests/support/mail-server.ts'
import { freePort } from '../../../tests/support/programs.ts'
import { testSettings } from '../../../tests/support/settings.ts'
import { type TestServer, testServer } from '../../../tests/support/test-server.ts'
import { wireTo } from '../../../tests/support/wire.ts'
import { addJob } from '../queue/add-job.ts'
import { startServer } from '../server.ts'
import { eraseMailsOf } from './erase-mails.ts'
import { queueMail } from './queue-mail.ts'
import { mails } from '../tables/mails.ts'

const server = testServer({ standIns: true })

let people = 0
/** An address that no other test uses. */
const newAddress = () => `person-${people++}@lotto.test`

const link = (on: TestServer) => `${on.url}/api/auth/verify-email?token=abc&callbackURL=%2Flogin`
async function queue(to: string, on = server()): Promise<string> {
  const { db, clock } = on.services
  const now = await clock.now(db)
  return db.transaction((tx) =>
    queueMail(tx, now, { to, userId: null, template: 'verify-email', data: { link: link(on) } }),
  )
}
async function rowOf(id: string, on = server()) {
  const [row] = await on.services.db.select().from(mails).where(eq(mails.id, id))
  return row!
}
const setMailboxMode = (mode: { refuse?: number; slow?: number }) =>
  fetch(`${server().sandboxUrl}/mailbox/mode`, { method: 'PUT', body: JSON.stringify(mode) })
const sweep = (on = server()) => on.services.db.execute(sql`select from graphile_worker.add_job('sweep')`)
/** A second server of the same installation, with its own mail server. */
const sender = (SMTP_URL: string, options?: { jobs: boolean }, beside = server()) =>
  beside.another({ APP_URL: beside.url, SMTP_URL }, options)
/** The row of a mail. */
const changeJob = (id: string, change: ReturnType<typeof sql>) =>
  server().services.db.execute(sql`update graphile_worker._private_jobs set ${change}
    where key = ${`send-mail:${id}`}`)

afterEach(async () => {
  server().services.clock.setOffset(0)
  await setMailboxMode({})
  await server().services.db.execute(sql`delete from graphile_worker._private_jobs`)
})

describe('a queued mail', () => {
  test('is sent once, and its content is erased', async () => {
    const to = newAddress()
    const id = await queue(to)
    expect(await server().mailbox(to)).toEqual([])
    await server().runJobs()
    await server().runJobs({ retries: true })
    const [mail, ...others] = await server().mailbox(to)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ from: 'no-reply@localhost', messageId: `<${id}@localhost>` })
    expect(mail!.text).toContain(link(server()))
    expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 1, to, data: null, error: null })
  })

  test('is not sent again by a late job', async () => {
    const { db, clock } = server().services
    const to = newAddress()
    const now = await clock.now(db)
    const id = await queueMail(db, now, { to, userId: null, template: 'account-exists', data: {} })
    await server().runJobs()
    await addJob(db, 'send-mail', { id })
    await server().runJobs()
    expect(await server().mailbox(to)).toHaveLength(1)
    expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 1 })
  })

  test('is not sent when its transaction is rolled back', async () => {
    const { db } = server().services
    const to = newAddress()
    const undone = db.transaction(async (tx) => {
      await queueMail(tx, 0, { to, userId: null, template: 'account-exists', data: {} })
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    await server().runJobs()
    expect(await server().mailbox(to)).toEqual([])
    expect(await db.select().from(mails).where(eq(mails.to, to))).toEqual([])
  })

  test('is delivered once after a temporary refusal', async () => {
    const to = newAddress()
    const id = await queue(to)
    await setMailboxMode({ refuse: 1 })
    await server().runJobs()
    expect(await rowOf(id)).toMatchObject({ state: 'queued', attempts: 1, error: 'EMESSAGE 451' })
    await server().runJobs()
    expect(await rowOf(id)).toMatchObject({ attempts: 1 })
    await server().runJobs({ retries: true })
    expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 2, error: null })
    expect(await server().mailbox(to)).toHaveLength(1)
  })

  test('is delivered after the mail server was down', async () => {
    const other = await sender(`smtp://127.0.0.1:${await freePort()}`)
    const to = newAddress()
    const id = await queue(to)
    for (let attempt = 1; attempt <= 3; attempt++) {
      await other.runJobs({ retries: true })
      expect(await rowOf(id)).toMatchObject({ state: 'queued', attempts: attempt })
    }
    expect((await rowOf(id)).error).toBe('ESOCKET')
    await server().runJobs({ retries: true })
    expect(await server().mailbox(to)).toHaveLength(1)
  })

  test('is retried when the login, the sender or, temporarily, the recipient is refused', async () => {
    for (const [behaviour, code] of [
      [{ refuseLogins: 535 }, 'EAUTH 535'],
      [{ refuseSenders: 550 }, 'EENVELOPE 550'],
      [{ refuseRecipients: 450 }, 'EENVELOPE 450'],
    ] as const) {
      const provider = await startMailServer(behaviour)
      const other = await sender(provider.url.replace('//', '//lotto:secret@'))
      const id = await queue(newAddress())
      await other.runJobs()
      expect(await rowOf(id)).toMatchObject({ state: 'queued', error: code })
      await provider.stop()
    }
  })

  test('fails at once when its recipient is refused permanently', async () => {
    const provider = await startMailServer({ refuseRecipients: 550 })
    const other = await sender(provider.url)
    const id = await queue(newAddress())
    await other.runJobs()
    await other.runJobs({ retries: true })
    expect(await rowOf(id)).toMatchObject({
      state: 'failed',
      attempts: 1,
      error: 'EENVELOPE 550',
      data: null,
    })
    await provider.stop()
  })

  test('fails after the last attempt', async () => {
    const other = await sender(`smtp://127.0.0.1:${await freePort()}`)
    const id = await queue(newAddress())
    await changeJob(id, sql`attempts = max_attempts - 1`)
    await other.runJobs()
    expect(await rowOf(id)).toMatchObject({ state: 'failed', error: 'ESOCKET', data: null })
  })

  test('is not sent after its link has expired', async () => {
    const to = newAddress()
    const id = await queue(to)
    server().services.clock.setOffset(LOGIN_LIMITS.verificationLinkMinutes * MINUTE + 1000)
    await server().runJobs()
    expect(await server().mailbox(to)).toEqual([])
    expect(await rowOf(id)).toMatchObject({ state: 'failed', error: 'too late' })
  })

  test('is sent again with the same Message-ID when its delivery is unknown', async () => {
    const provider = await startMailServer({ dropAnswers: 1 })
    const other = await sender(provider.url)
    const id = await queue(newAddress())
    await other.runJobs()
    await other.runJobs({ retries: true })
    expect(provider.received).toHaveLength(2)
    for (const mail of provider.received) expect(mail).toContain(`Message-ID: <${id}@localhost>`)
    expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 2 })
    await provider.stop()
  })

  test('of a killed process is sent by another one', async () => {
    const to = newAddress()
    const id = await queue(to)
    const lockedFor = (minutes: number) =>
      changeJob(
        id,
        sql`locked_by = 'killed', locked_at = clock_timestamp() - make_interval(mins => ${minutes})`,
      )
    await lockedFor(3)
    await sweep()
    await server().runJobs()
    expect(await rowOf(id)).toMatchObject({ state: 'queued', attempts: 0 })
    await lockedFor(6)
    await sweep()
    await server().runJobs()
    await server().runJobs()
    expect(await server().mailbox(to)).toHaveLength(1)
  })

  test.each([
    'victim@lotto.test>\r\nRCPT TO:<other@lotto.test',
    'victim@lotto.test\r\nBcc: other@lotto.test',
    'other@lotto.test, victim@lotto.test',
    '"other@lotto.test" <victim@lotto.test>',
  ])('to %j reaches only that address', async (to) => {
    const id = await queue(to)
    await server().runJobs()
    expect(await server().mailbox('other@lotto.test')).toEqual([])
    expect((await rowOf(id)).state).not.toBe('queued')
  })

  test('with a link to another site fails', async () => {
    const { db } = server().services
    const now = await server().services.clock.now(db)
    const to = newAddress()
    const data = { link: 'https://evil.example/api/auth/verify-email?token=abc' }
    const id = await queueMail(db, now, { to, userId: null, template: 'verify-email', data })
    await server().runJobs()
    expect(await server().mailbox(to)).toEqual([])
    expect(await rowOf(id)).toMatchObject({ state: 'failed', error: 'foreign link' })
  })

  test('logs no personal data, sent or failed', async () => {
    const provider = await startMailServer({ refuseRecipients: 550 })
    const refusing = await sender(provider.url)
    const to = newAddress()
    const id = await queue(to)
    await setMailboxMode({ refuse: 1 })
    await server().runJobs()
    await refusing.runJobs({ retries: true })
    const lines = JSON.stringify([...server().logs, ...refusing.logs])
    expect(lines).toContain('EMESSAGE 451')
    expect(refusing.logs).toContainEqual(expect.objectContaining({ mail: id, code: 'EENVELOPE 550' }))
    expect(lines).not.toContain(to)
    expect(lines).not.toContain('token=')
    const { rows } = await server().services.db.execute(sql`select * from graphile_worker._private_jobs`)
    expect(JSON.stringify(rows)).not.toContain(to)
    await provider.stop()
  })
})

describe('a stored mail', () => {
  test(`loses its recipient after ${SERVER_LIMITS.mailKeptDays} days`, async () => {
    const to = newAddress()
    const id = await queue(to)
    await server().runJobs()
    const sweepAfter = async (milliseconds: number) => {
      server().services.clock.setOffset(milliseconds)
      await sweep()
      await server().runJobs()
    }
    await sweepAfter(SERVER_LIMITS.mailKeptDays * DAY - MINUTE)
    expect(await rowOf(id)).toMatchObject({ to })
    await sweepAfter(SERVER_LIMITS.mailKeptDays * DAY + MINUTE)
    expect(await rowOf(id)).toMatchObject({ state: 'sent', to: null, data: null })
  })

  test('of a deleted account is erased, and not sent if it is still queued', async () => {
    const { db, clock } = server().services
    const now = await clock.now(db)
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from users where email = 'free@lotto.test'`,
    )
    const to = newAddress()
    const data = { link: link(server()) }
    const mail = { to, userId: rows[0]!.id, template: 'verify-email', data } as const
    const sent = await queueMail(db, now, mail)
    await server().runJobs()
    const waiting = await queueMail(db, now, mail)
    await db.transaction((tx) => eraseMailsOf(tx, now, mail.userId))
    await server().runJobs()
    expect(await server().mailbox(to)).toHaveLength(1)
    expect(await rowOf(sent)).toMatchObject({ state: 'sent', to: null, data: null })
    expect(await rowOf(waiting)).toMatchObject({ state: 'failed', to: null, data: null })
  })
})

describe('servers with job runners', () => {
  const busy = testServer({ standIns: true, jobs: true })
  const WAIT = { timeout: 30_000, interval: 100 }

  test('send each mail once', async () => {
    const { smtpUrl } = busy().services.settings
    await sender(smtpUrl!, { jobs: true }, busy())
    const addresses = Array.from({ length: 20 }, newAddress)
    await Promise.all(addresses.map((to) => queue(to, busy())))
    await vi.waitFor(async () => {
      const states = await busy().services.db.select({ state: mails.state }).from(mails)
      expect(states.map(({ state }) => state)).toEqual(addresses.map(() => 'sent'))
    }, WAIT)
    const got = (await busy().mailbox()).map(({ to }) => to)
    expect(got.toSorted()).toEqual(addresses.toSorted())
  })

  test('run other jobs while the mail server does not answer', async () => {
    const mute = await startMuteServer()
    const other = await sender(mute.url, { jobs: true })
    const ids = await Promise.all(Array.from({ length: 8 }, () => queue(newAddress(), other)))
    await vi.waitFor(() => expect(mute.most()).toBe(3), WAIT)

    expect((await other.anonymous().get('/login')).status).toBe(200)
    const old = await queue(newAddress(), other)
    await other.services.db
      .update(mails)
      .set({ state: 'sent', data: null, endedAt: new Date(0) })
      .where(eq(mails.id, old))
    await sweep(other)
    await vi.waitFor(async () => expect(await rowOf(old)).toMatchObject({ to: null }), WAIT)
    for (const id of ids) expect(await rowOf(id)).toMatchObject({ state: 'queued' })
    expect(mute.most()).toBe(3)

    await other.stop()
    await mute.stop()
  })

  test('continue after losing the database during a job', async () => {
    const wire = await wireTo(server().address)
    const settings = testSettings({ APP_URL: server().url, SMTP_URL: server().services.settings.smtpUrl! })
    const other = await startServer(settings, { address: wire.address, standIns: false })
    const [interrupted, later] = [newAddress(), newAddress()]
    await setMailboxMode({ slow: 1500 })
    const id = await queue(interrupted)
    await vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ attempts: 1 }), WAIT)
    await wire.cut()
    await vi.waitFor(async () => expect(await server().mailbox(interrupted)).toHaveLength(1), WAIT)
    await setMailboxMode({})
    // Time for the job to fail to store its result: nothing shows that it tried.
    await sleep(500)
    await wire.mend()
    await queue(later)
    await vi.waitFor(async () => expect(await server().mailbox(later)).toHaveLength(1), WAIT)
    await other.stop()
    await wire.close()
  })
})
