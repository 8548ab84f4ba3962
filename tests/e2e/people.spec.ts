// What staff do for one person and tell everyone.
import { sql } from 'drizzle-orm'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { stopLinkOf } from '../../src/platform/server/mail/stop-link.ts'
import { expectAccessible } from './accessible.ts'
import { expect, PHONE, test } from './app.ts'

test.use({ own: true, viewport: PHONE })

test('staff change an email on a phone, and see and cancel the change that waits', async ({
  page,
  visit,
  browser,
  app,
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

  await test.step('an owner sees count and mail before it is sent, and a player stops the mails without login and script', async () => {
    await page.goto('/admin/talk')
    const form = page.getByRole('form', { name: 'A mail to a group of players' })
    await form.getByLabel('To').selectOption('They signed up and never paid')
    await form.getByLabel('Your own words').fill('The record of November is open.')
    await form.getByRole('button', { name: 'See the mail and the count' }).click()
    await expect(form.getByText('Nothing is sent yet.')).toBeVisible()
    await expect(form.getByText('The record of November is open.').last()).toBeVisible()
    await expectAccessible(page, 'a mail to a group')
    const [sends, count] = [
      form.getByRole('button', { name: /^Send it to/ }),
      form.getByText(/get this mail|gets this mail/),
    ]
    const people = /\d+ (person|people)/.exec((await count.textContent())!)![0]
    // Other words are another mail.
    await form.getByLabel('Your own words').fill('The record is open.')
    await expect(sends).toHaveCount(0)
    await form.getByRole('button', { name: 'See the mail and the count' }).click()
    await expect(sends).toHaveText(`Send it to ${people}`)
    await sends.click()
    await expect(form.getByText(`The mail goes to ${people} within the next minutes.`)).toBeVisible()
    await form.getByLabel('To').selectOption('They signed up and never paid')
    await form.getByRole('button', { name: 'See the mail and the count' }).click()
    await expect(form.getByText('Nobody gets this mail now.')).toBeVisible()
    await expect(form.getByText(/^Left out: .*had one in the last 7 days/)).toBeVisible()

    const { rows } = await app.services.db.execute<{ id: string }>(
      sql`select id from users where email = 'free@lotto.test'`,
    )
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE })
    const reader = await context.newPage()
    await reader.goto(stopLinkOf(app.services.settings, rows[0]!.id))
    await reader.getByRole('button', { name: 'Stop these mails' }).click()
    await expect(reader.getByRole('status')).toContainText('Stopped.')
    await reader.reload()
    await expect(reader.getByRole('status')).toContainText('Stopped.')
    await context.close()

    await page.context().clearCookies()
    await page.goto(stopLinkOf(app.services.settings, rows[0]!.id))
    await expectAccessible(page, 'mails are stopped')
    await visit('free', '/dashboard/profile')
    const section = page.getByRole('region', { name: 'Mails about plans' })
    await expect(section.getByRole('status').first()).toHaveText('You stopped them.')
    await section.getByRole('button', { name: 'Get them again' }).click()
    await expect(section.getByRole('status').first()).toHaveText('You get them.')
    await page.goto(stopLinkOf(app.services.settings, rows[0]!.id))
    await expect(page.getByRole('button', { name: 'Stop these mails' })).toBeVisible()
  })
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
