import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { DAY } from '../../rules/base/calendar.ts'
import { SERVER_LIMITS } from '../../rules/base/limits.ts'
import { startMuteServer } from '../../../../tests/support/mail-server.ts'
import { mailsOf, newAddress } from '../../../../tests/support/queued-mails.ts'
import { testSettings } from '../../../../tests/support/settings.ts'
import { testServer } from '../../../../tests/support/test-server.ts'
import { wireTo } from '../../../../tests/support/wire.ts'
import { startServer } from '../../../app/server/server.ts'
import { mails } from '../tables/mails.ts'

const WAIT = { timeout: 30_000, interval: 100 }
const server = testServer({ standIns: true })
const busy = testServer({ standIns: true, jobs: true })
const { orderSweep, queue, rowOf, sender, setMailboxMode } = mailsOf(server)

describe('servers with job runners', () => {
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
    const endedAt = new Date(Date.now() - (SERVER_LIMITS.mailKeptDays + 1) * DAY)
    await other.services.db.update(mails).set({ state: 'sent', data: null, endedAt }).where(eq(mails.id, old))
    await orderSweep(other)
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
