// What mails must not do: reach others, contain foreign links, or leave personal data behind.
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '../../rules/base/calendar.ts'
import { SERVER_LIMITS } from '../../rules/base/limits.ts'
import { startMailServer } from '../../../../tests/support/mail-server.ts'
import { link, mailsOf, newAddress } from '../../../../tests/support/queued-mails.ts'
import { testServer } from '../../../../tests/support/test-server.ts'
import { eraseMailsOf, queueMail } from './queue-mail.ts'

const server = testServer({ standIns: true })
const { orderSweep, queue, rowOf, sender, setMailboxMode } = mailsOf(server)

describe('a queued mail', () => {
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
    await setMailboxMode({ refuse: true, times: 1 })
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
      await orderSweep()
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
