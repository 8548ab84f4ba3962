// What staff do for one person and tell everyone.
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { expect, PHONE, test } from './app.ts'

test.use({ own: true, viewport: PHONE })

test('staff change an email on a phone, and see and cancel the change that waits', async ({
  page,
  visit,
}) => {
  await visit('admin', '/admin/users')
  await page.getByRole('link', { name: 'Funmi Free' }).click()
  await page.locator('summary', { hasText: 'Change the email' }).click()
  const form = page.getByRole('group').filter({ hasText: 'Change the email' })
  await form.getByLabel('New email').fill('pro@lotto.test')
  await form.getByLabel('Reason').fill('Lost the mailbox')
  await form.getByRole('button').click()
  await expect(form.getByLabel('New email')).toHaveAccessibleDescription(/has an account already/)
  await expect(form.getByLabel('Reason')).toHaveValue('Lost the mailbox')
  await form.getByLabel('New email').fill('funmi@example.com')
  await form.getByRole('button').click()
  const waits = page.getByText('The email changes to funmi@example.com')
  await expect(waits).toBeVisible()
  await page.locator('summary', { hasText: 'Cancel the change' }).click()
  const cancel = page.getByRole('group').filter({ hasText: 'Cancel the change' })
  await cancel.getByLabel('Reason').fill('A wrong letter')
  await cancel.getByRole('button').click()
  await expect(waits).toHaveCount(0)
  await expect(page.getByText('cancelled a change of the email')).toBeVisible()
})

test('a new line reaches an open page within a minute, and a planned one at its time', async ({
  page,
  visit,
  setClock,
  playwright,
  app,
}) => {
  setClock('2026-03-14 12:00')
  await page.clock.install()
  await visit('free', '/dashboard')
  const staff = await playwright.request.newContext({
    baseURL: app.url,
    extraHTTPHeaders: { origin: app.url },
  })
  await staff.post('/api/auth/sign-in/email', {
    data: { email: 'admin@lotto.test', password: DEMO_PASSWORD },
  })
  for (const [text, from] of [
    ['Diamond is late today.', ''],
    ['No draws on Good Friday.', '2026-03-14T12:05'],
  ]) {
    const data = {
      text,
      from,
      until: '2026-03-14T18:00',
      audience: 'all',
      game: null,
      reason: 'The operator called',
    }
    expect((await staff.post('/api/admin/announcements', { data })).status()).toBe(201)
  }
  await page.clock.fastForward('01:00')
  await expect(page.getByText('Diamond is late today.')).toBeVisible()
  await expect(page.getByText('No draws on Good Friday.')).toBeHidden()
  await page.clock.fastForward('05:00')
  await expect(page.getByText('No draws on Good Friday.')).toBeVisible()
  await staff.dispose()
})
