// The staff's dashboard after a restore: closed payments, and mails that may have been sent already.
import { startServer } from '../../src/app/server/server.ts'
import { copyUsedDatabase, type TestPostgres } from '../support/postgres.ts'
import { finishRestoreOf } from '../support/programs.ts'
import { BUILT_THREAD, testSettings } from '../support/settings.ts'
import { expectAccessible } from './accessible.ts'
import { expect, openServer, PHONE, test as base } from './app.ts'

/** A server on a restored database. A mail waited at the time of the backup. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- a fixture must destructure what it takes, and this one takes nothing
  app: async ({}, provide) => {
    const lost = await openServer('installed', {})
    await fetch(`${lost.app.url}/api/auth/request-password-reset`, {
      method: 'POST',
      headers: { origin: lost.app.url, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'free@lotto.test' }),
    })
    const postgres = JSON.parse(process.env.TEST_POSTGRES!) as TestPostgres
    const database = await copyUsedDatabase(postgres, lost.app.database.owner)
    await finishRestoreOf(database.address, new Date().toISOString())
    const app = await startServer(testSettings({ LOG_LEVEL: 'silent' }), {
      address: database.address,
      jobs: false,
      standIns: false,
      threadProgram: BUILT_THREAD,
    })
    await provide(app)
    await app.stop({ lingerMs: 0 })
    await database.drop()
    // Its role has rights in the copy, so it goes last.
    await lost.close()
  },
})
test.use({ viewport: PHONE })
test.describe.configure({ timeout: 120_000 })

test('an admin opens payments with a reason and decides about the mails', async ({ page, visit, ask }) => {
  await visit('admin', '/admin')
  const section = page.getByRole('region', { name: 'After the restore' })
  await expect(section).toContainText('Payments are closed until the comparison with Paystack has finished.')
  await expect(section).toContainText('1 mail from before the restore waits.')
  await section.locator('summary', { hasText: 'Open payments now' }).click()
  const open = section.getByRole('button', { name: 'Open payments now' })
  await open.click()
  await expect(section.getByText('Say why.')).toBeVisible()
  await expectAccessible(page, 'the dashboard after a restore')
  await section.getByLabel('Reason').fill('Compared by hand with the dashboard of Paystack.')
  await open.click()
  await expect(section).not.toContainText('Payments are closed')

  await section.getByRole('button', { name: 'Send them' }).click()
  await expect(section).toHaveCount(0)
  const { entries } = (await ask('/api/admin/audit')) as { entries: { action: string }[] }
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['restore.send-mails', 'restore.open-payments']),
  )
})
