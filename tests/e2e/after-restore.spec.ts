// The staff's dashboard after a restore: closed payments, and mails that may have been sent already.
import { join } from 'node:path'
import { checkArchive } from '../../src/server/backups/check-archive.ts'
import { writeBackup } from '../../src/server/backups/write-backup.ts'
import { createLog } from '../../src/server/base/log.ts'
import { restoreDatabase } from '../../src/server/restore-database.ts'
import { startServer } from '../../src/server/server.ts'
import { newDatabase, type TestPostgres } from '../support/postgres.ts'
import { newFolder } from '../support/programs.ts'
import { testSettings } from '../support/settings.ts'
import { expectAccessible } from './accessible.ts'
import { expect, openServer, PHONE, test as base } from './app.ts'

/** A server on a restored database. A mail waited at the time of the backup. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- a fixture must destructure what it takes, and this one takes nothing
  app: async ({}, provide) => {
    const folder = newFolder()
    const file = join(folder.path, 'day.backup')
    const lost = await openServer('installed', {})
    await fetch(`${lost.app.url}/api/auth/request-password-reset`, {
      method: 'POST',
      headers: { origin: lost.app.url, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'free@lotto.test' }),
    })
    await writeBackup(lost.app.database.owner, file)
    await lost.close()

    const database = await newDatabase(JSON.parse(process.env.TEST_POSTGRES!) as TestPostgres, 'empty')
    const { header } = await checkArchive(file)
    await restoreDatabase({ owner: database.address, app: null }, createLog('silent'), {
      file,
      header,
      mayReplace: false,
      copies: { folder: null, noted: null },
      onTable: () => undefined,
    })
    const app = await startServer(testSettings({ LOG_LEVEL: 'silent' }), {
      address: database.address,
      jobs: false,
      standIns: false,
    })
    await provide(app)
    await app.stop({ lingerMs: 0 })
    await database.drop()
    folder.remove()
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
