// The staff's users and figures: by keyboard, on a phone, and with faults.
import type { Page } from '@playwright/test'
import { STAFF_PATHS } from '../../src/platform/rules/access/staff.ts'
import { axeFindings, DESKTOP, expect, heading, PHONE, scrollsSideways, test } from './app.ts'

test.use({ own: true })
test.describe.configure({ timeout: 120_000 })

const row = (page: Page, name: string) => page.getByRole('article', { name })
/** Opens the page of a person in the list, which is an article too. */
const open = async (page: Page, name: string) => {
  await row(page, name).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}
const find = async (page: Page, text: string) => {
  await page.getByLabel('Search by email or role').fill(text)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Users found' })).toBeVisible()
}

test('on a phone staff find users, see the screens of one, and add days for one who has never paid; a colleague is added, promoted, demoted and deleted by keyboard', async ({
  page,
  visit,
  setClock,
  app,
  playwright,
}) => {
  await page.setViewportSize(PHONE)
  await visit('admin', '/admin/users')
  await find(page, 'chidi')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(row(page, 'Chidi Pro')).toContainText('Pro until')
  await expect(page).toHaveURL(/search=chidi/)
  await open(page, 'Chidi Pro')
  await expect(page.getByRole('region', { name: 'Plan time' })).toContainText('demo')
  expect(await scrollsSideways(page)).toBe(false)
  await page.getByRole('link', { name: 'All users' }).click()

  await find(page, 'admin')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goto('/admin/users?plan=basic')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(row(page, 'Bola Basic')).toBeVisible()
  await page.getByLabel('Show role').selectOption('admin')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('No users match this search.')).toBeVisible()

  await test.step('an owner sees the screens of a player, can change nothing there, and stops', async () => {
    await page.goto('/admin/users')
    await open(page, 'Bola Basic')
    await page.locator('summary', { hasText: 'See it as this player' }).click()
    const form = page.getByRole('group').filter({ hasText: 'See it as this player' })
    await form.getByLabel('Reason').fill('Says that a screen is empty')
    await form.getByRole('button', { name: 'See it', exact: true }).click()
    const banner = page
      .getByRole('status')
      .filter({ hasText: /^You see the screens of .*: Basic plan, until/ })
    await expect(banner).toBeVisible()
    expect(await scrollsSideways(page)).toBe(false)
    await page.goto('/dashboard/profile')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('You only see this player’s screens and change nothing.')).toBeVisible()
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistration())).toBeUndefined()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Bola Basic' })).toBeVisible()
    await expect(page.getByText('stopped seeing the screens of Bola Basic')).toBeVisible()
  })

  await test.step('staff add days, and see the last day before and after', async () => {
    setClock('2026-11-21 12:00')
    await page.goto('/admin/users')
    const funmi = row(page, 'Funmi Free')
    await open(page, 'Funmi Free')
    await expect(funmi).toContainText('No payments so far.')
    await funmi.locator('summary', { hasText: 'Add days' }).click()
    const form = funmi.getByRole('group').filter({ hasText: 'Add days' })
    await expect(form).toContainText('Pro will run until the end of Sat 28 Nov 2026.')
    await form.getByLabel('Days').fill('3')
    await expect(form).toContainText('Pro will run until the end of Tue 24 Nov 2026.')
    await form.getByLabel('Plan').selectOption('basic')
    await expect(form).toContainText('Basic will run until the end of Tue 24 Nov 2026.')
    await form.getByLabel('Days').fill('0')
    await expect(form).not.toContainText('will run until')
    await form.getByLabel('Days').fill('3')
    await form.getByRole('button').click()
    await expect(form.getByText('Say why.')).toBeVisible()
    await form.getByLabel('Reason').fill('Helped us with a test')
    expect(await axeFindings(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
    await form.getByRole('button').click()
    await expect(form.getByRole('alert')).toHaveText('Basic now runs until the end of Tue 24 Nov 2026.')
    await expect(funmi).toContainText('Basic until Tue 24 Nov 2026')
    await expect(funmi.getByRole('region', { name: 'Plan time' })).toContainText('granted')

    await funmi.locator('summary', { hasText: 'Revoke Basic (granted)' }).click()
    const revoking = funmi.getByRole('group').filter({ hasText: 'Revoke Basic (granted)' })
    await revoking.getByLabel('Reason').fill('The wrong person')
    await revoking.getByRole('button').click()
    await expect(revoking.getByRole('alert')).toHaveText('Revoked.')
    await expect(funmi).not.toContainText('now runs until')
  })

  await test.step('a colleague is added, promoted, demoted and deleted by keyboard', async () => {
    await page.setViewportSize(DESKTOP)
    await visit('admin', '/admin/users')
    await expect(heading(page, 'Users')).toBeVisible()
    await expect(row(page, 'Ada Admin')).toContainText('(you)')
    await open(page, 'Ada Admin')
    await expect(row(page, 'Ada Admin').getByRole('button', { name: /^End sessions/ })).toBeVisible()
    await expect(
      row(page, 'Ada Admin').getByRole('button', { name: /^(Promote|Demote|Delete)/ }),
    ).toHaveCount(0)
    await page.getByRole('link', { name: 'All users' }).press('Enter')

    await page.locator('summary', { hasText: 'Add user' }).focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('form', { name: 'Add user' })
    await form.getByLabel('Email').focus()
    await page.keyboard.type('ngozi')
    await page.keyboard.press('Enter')
    await expect(form.getByLabel('Email')).toHaveAccessibleDescription(/valid email/)
    await expect(form.getByLabel('Email')).toHaveValue('ngozi')
    await form.getByLabel('Email').focus()
    await page.keyboard.press('End')
    await page.keyboard.type('@example.com')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Ngozi')
    // Role and checkbox stay equal.
    await form.getByRole('checkbox', { name: 'Admin' }).focus()
    await page.keyboard.press('Space')
    await expect(form.getByLabel('Role')).toHaveValue('admin')
    await form.getByLabel('Role').selectOption('user')
    await expect(form.getByRole('checkbox', { name: 'Admin' })).not.toBeChecked()
    await form.getByLabel('Email').press('Enter')
    await expect(form.getByRole('alert')).toHaveText(
      'User added to Firestore (manual record only, not full auth)',
    )
    const ngozi = row(page, 'Ngozi')
    await expect(ngozi).toContainText('Not claimed yet')
    await expect(form.getByLabel('Email')).toHaveValue('')

    await ngozi.getByRole('link', { name: 'Ngozi' }).press('Enter')
    await ngozi.getByRole('button', { name: 'Promote' }).press('Enter')
    const promotion = page.getByRole('dialog', { name: 'Promote Ngozi?' })
    await expect(promotion).toContainText('ngozi@example.com')
    await promotion.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(promotion).not.toBeAttached()
    await expect(ngozi.getByRole('button', { name: 'Promote' })).toBeFocused()
    await page.keyboard.press('Enter')
    await promotion.getByRole('button', { name: 'Promote' }).press('Enter')
    await expect(promotion.getByRole('alert')).toContainText('Choose at least one role.')
    await promotion
      .getByRole('checkbox', { name: 'Results: draws, games, number groups and notices about draws' })
      .press('Space')
    await promotion.getByRole('button', { name: 'Promote' }).press('Enter')
    await expect(
      ngozi.getByRole('status').filter({ hasText: 'Ngozi is an admin now: Results.' }),
    ).toBeVisible()
    await ngozi.getByRole('button', { name: 'Change roles' }).press('Enter')
    const roles = page.getByRole('dialog', { name: 'Change the roles of Ngozi?' })
    await expect(roles.getByRole('checkbox', { name: /^Results/ })).toBeChecked()
    await roles.getByRole('checkbox', { name: /^Support/ }).press('Space')
    await roles.getByRole('button', { name: 'Change roles' }).press('Enter')
    await expect(
      ngozi.getByRole('status').filter({ hasText: 'Ngozi is an admin now: Results, Support.' }),
    ).toBeVisible()
    await expect(ngozi.getByText('Admin: Results, Support')).toBeVisible()
    await ngozi.getByRole('button', { name: 'Demote' }).press('Enter')
    await page.getByRole('dialog').getByLabel('Reason').fill('left the desk')
    await page.keyboard.press('Enter')
    await expect(ngozi.getByRole('status').filter({ hasText: 'no longer an admin' })).toBeVisible()

    await expect(ngozi).toContainText('No login method yet.')
    await ngozi.getByRole('button', { name: 'Send mail to set a password' }).press('Enter')
    await expect(ngozi).toContainText('The mail to set a password is on its way.')

    await ngozi.getByRole('button', { name: 'Delete' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this user?' })
    await expect(dialog).toContainText('ngozi@example.com')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(ngozi).toBeVisible()
    await ngozi.getByRole('button', { name: 'Delete' }).press('Enter')
    await dialog.getByRole('button', { name: 'Delete user' }).press('Enter')
    await expect(ngozi).toBeHidden()
    await expect(page.getByText('The user is deleted.')).toBeVisible()
    await expect(heading(page, 'Users')).toBeFocused()

    await page.goto('/admin')
    const activity = page.getByRole('region', { name: 'Latest activity' })
    for (const words of [
      'added a user (now deleted)',
      'made a user (now deleted) an admin',
      'removed the admin rights of a user (now deleted)',
      'sent a user (now deleted) a link to verify the email address',
      'deleted a user',
    ])
      await expect(activity).toContainText(words)

    await test.step('failures show a message and keep the input', async () => {
      await page.goto('/admin/users')
      const funmi = row(page, 'Funmi Free')
      await page.route('**/api/admin/users/*', (route) =>
        route.request().method() === 'GET' ? route.continue() : route.abort(),
      )
      await open(page, 'Funmi Free')
      await funmi.getByRole('button', { name: 'Promote' }).click()
      const promotion = page.getByRole('dialog', { name: 'Promote Funmi Free?' })
      await promotion.getByRole('checkbox', { name: /^Owner/ }).check()
      await promotion.getByRole('button', { name: 'Promote' }).click()
      await expect(promotion.getByRole('alert')).toHaveText(
        'The role was not changed. No internet connection. Please check your network.',
      )
      await promotion.getByRole('button', { name: 'Cancel' }).click()
      await funmi.getByRole('button', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Reason').fill('asked by mail')
      await dialog.getByRole('button', { name: 'Delete user' }).click()
      await expect(dialog.getByRole('alert')).toContainText(
        'The user was not deleted. No internet connection.',
      )
      await expect(dialog.getByLabel('Reason')).toHaveValue('asked by mail')
      await page.unroute('**/api/admin/users/*')

      // A colleague deletes the user first.
      const colleague = await playwright.request.newContext({
        baseURL: app.url,
        extraHTTPHeaders: { origin: app.url },
        storageState: await page.context().storageState(),
      })
      const { users } = await (await colleague.get('/api/admin/users?search=funmi')).json()
      await colleague.delete(`/api/admin/users/${users[0].uid}`, { data: { confirm: true } })
      await colleague.dispose()
      await dialog.getByRole('button', { name: 'Delete user' }).click()
      await expect(dialog.getByRole('alert')).toContainText('This user does not exist or was deleted.')

      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await page.goto('/admin/users')
      await page.getByText('Add user', { exact: true }).first().click()
      const form = page.getByRole('form', { name: 'Add user' })
      await form.getByLabel('Email').fill('pro@lotto.test')
      await form.getByRole('button', { name: 'Add user' }).click()
      await expect(form.getByLabel('Email')).toHaveAccessibleDescription('This email has an account already.')
      await expect(form.getByLabel('Email')).toHaveValue('pro@lotto.test')
    })
  })
})

test('the first page opens with what is late, then figures, predictions, activity in sentences, and charts', async ({
  page,
  visit,
  staff,
  setClock,
  grant,
}) => {
  // A Monday evening: every draw of the day is recorded or late.
  setClock('2026-03-16 23:30')
  await grant('pro', 'pro')
  for (const date of ['2026-03-19', '2026-03-20', '2026-03-21', '2026-03-23', '2026-03-24', '2026-03-25'])
    await staff.predict({ gameName: 'diamond', numbers: '7, 12', date })
  await staff.record({ game: 'diamond', date: '2026-03-16', winning: [7, 12, 45, 60, 89] })
  await page.setViewportSize(PHONE)
  await visit('admin', '/admin')
  await expect(heading(page, 'My Dashboard')).toBeVisible()
  expect(await scrollsSideways(page)).toBe(false)
  const figure = (name: string) =>
    page
      .getByRole('main')
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
  await expect(figure('Total users')).toContainText(/^Total users4\+\d in 7 days$/)
  await expect(figure('Total predictions')).toContainText('62 open now')
  await expect(figure('Paying users')).toContainText('00 Basic, 0 Pro; 1 more on free time from staff')
  await expect(figure('Revenue this month')).toContainText('₦0')
  const today = page.getByRole('region', { name: 'Draws today' })
  await expect(today).toContainText(
    /^Peoples is late by 10 h 3\d min\. Bingo is late by \d+ h \d+ min\. \d more draws are late\./,
  )
  await expect(today).toContainText(/\d+ earlier draws are still missing\./)
  await expect(today).toContainText(/Today: 1 of \d entered\./)
  await expect(page.getByRole('region', { name: 'Latest activity' }).getByRole('listitem')).toContainText([
    'Ada Admin entered Diamond of Mon 16 Mar 2026: 7 - 12 - 45 - 60 - 89',
    'Ada Admin published the forecast for Diamond of Wed 25 Mar 2026: 7, 12',
  ])
  const recent = page.getByRole('table', { name: /most recent predictions/ })
  await expect(recent.getByRole('row')).toHaveCount(6)
  await expect(recent.getByRole('row').nth(1)).toContainText('Wed 25 Mar')

  const chart = page.getByRole('region', { name: 'Sign-ups by day', exact: true }).first()
  await expect(chart.getByRole('img')).toHaveAccessibleName(/in 30 days/)
  await chart.getByText('As a table').focus()
  await page.keyboard.press('Enter')
  await expect(chart.getByRole('row')).toHaveCount(31)
  for (const [name, path] of [
    ['Enter results', STAFF_PATHS.results],
    ['Manage users', STAFF_PATHS.users],
    ['Manage predictions', STAFF_PATHS.predictions],
  ] as const)
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', path)
})
