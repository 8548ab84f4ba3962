import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { MINUTE } from '../../rules/base/calendar.ts'
import { ACCOUNT_LIMITS } from '../../rules/access/limits.ts'
import { startMailServer } from '../../../../tests/support/mail-server.ts'
import { link, mailsOf, newAddress } from '../../../../tests/support/queued-mails.ts'
import { testServer } from '../../../../tests/support/test-server.ts'
import { addJob } from '../queue/add-job.ts'
import { mails } from '../tables/mails.ts'
import { queueMail } from './queue-mail.ts'

const server = testServer({ standIns: true })
const { changeJob, orderSweep, queue, rowOf, sender, setMailboxMode } = mailsOf(server)

/** Nothing listens there. A free port may be another test's a moment later. */
const NOBODY = 'smtp://127.0.0.1:1'

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
    await setMailboxMode({ refuse: true, times: 1 })
    await server().runJobs()
    expect(await rowOf(id)).toMatchObject({ state: 'queued', attempts: 1, error: 'EMESSAGE 451' })
    await server().runJobs()
    expect(await rowOf(id)).toMatchObject({ attempts: 1 })
    await server().runJobs({ retries: true })
    expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 2, error: null })
    expect(await server().mailbox(to)).toHaveLength(1)
  })

  test('is delivered after the mail server was down', async () => {
    const other = await sender(NOBODY)
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
    const other = await sender(NOBODY)
    const id = await queue(newAddress())
    await changeJob(id, sql`attempts = max_attempts - 1`)
    await other.runJobs()
    expect(await rowOf(id)).toMatchObject({ state: 'failed', error: 'ESOCKET', data: null })
  })

  test('is not sent after its link has expired', async () => {
    const to = newAddress()
    const id = await queue(to)
    server().services.clock.setOffset(ACCOUNT_LIMITS.verificationLinkMinutes * MINUTE + 1000)
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
    await orderSweep()
    await server().runJobs()
    expect(await rowOf(id)).toMatchObject({ state: 'queued', attempts: 0 })
    await lockedFor(6)
    await orderSweep()
    await server().runJobs()
    await server().runJobs()
    expect(await server().mailbox(to)).toHaveLength(1)
  })
})
