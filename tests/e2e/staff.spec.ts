// The staff's other screens: navigation, games with their times, the audit trail and its export.
import { readFileSync } from 'node:fs'
import { STAFF_PATHS } from '../../src/platform/rules/access/staff.ts'
import { DESKTOP, expect, heading, PHONE, test } from './app.ts'

test.use({ own: true, viewport: DESKTOP })
test.describe.configure({ timeout: 120_000 })

test('the audit trail can be filtered and exported; a game is changed; the sidebar lists every screen, and a phone has them in its bottom bar and menus', async ({
  page,
  visit,
  setClock,
  staff,
  ask,
  app,
}) => {
  const known = await staff.record({ game: 'king', date: '2023-10-07', winning: [7, 12, 45, 60, 89] })
  await staff.correct(known, { date: '2023-10-07', winning: [7, 12, 45, 60, 88] })
  await visit('admin', '/admin/audit')
  const entries = page.getByRole('region', { name: 'Trail', exact: true }).locator('summary')
  await expect(entries).toHaveText([
    /Ada Admin corrected Premier King of Sat 7 Oct 2023: winning 7 - 12 - 45 - 60 - 88 \(was 7 - 12 - 45 - 60 - 89\)Reason: misread$/,
    /Ada Admin entered Premier King of Sat 7 Oct 2023: 7 - 12 - 45 - 60 - 89$/,
  ])
  await page.getByText('Filter', { exact: true }).first().click()
  await page.getByLabel('What', { exact: true }).selectOption('corrected …')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(entries).toHaveCount(1)
  await entries.click()
  const details = page.getByRole('definition')
  await expect(details.first()).toContainText('winning: 7 - 12 - 45 - 60 - 89')
  await expect(details.filter({ hasText: '127.0.0.1' })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^audit-[\d-]+\.csv$/)
  const rows = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(rows).toHaveLength(2)
  expect(rows[1]).toContain('draw.correct')

  await test.step('players see a change of a game’s name, position and times; of two simultaneous changes the second shows the first', async () => {
    setClock('2026-03-14 13:10')
    await page.goto('/admin/games')
    await page.locator('main summary', { hasText: 'Bingo' }).click()
    const form = page.getByRole('form', { name: 'Change Bingo' })
    await form.getByLabel('Name').fill('Gold')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toContainText('There is another game named Gold.')
    await expect(form.getByLabel('Name')).toHaveValue('Gold')
    await form.getByLabel('Name').fill('Bingo Plus')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('main summary', { hasText: 'Bingo Plus' })).toBeVisible()
    const names = async () => (await ask('/api/history')).games.map((game: any) => game.name)
    expect(await names()).toContain('Bingo Plus')
    await page.getByRole('button', { name: 'Move Peoples up' }).click()
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['Peoples', 'Diamond'])

    const times = page.getByRole('region', { name: 'Times of Bingo Plus' })
    await times.getByLabel('Weekday').selectOption('Monday')
    await times.getByLabel('Closes at').fill('16:45')
    await times.getByRole('button', { name: 'Add these times' }).click()
    await expect(times).toContainText('Monday closes 16:45, result after 30 min, from Sun 15 Mar 2026')
    const closesAt = async (date: string) =>
      (await ask(`/api/days/${date}`)).games.find((game: any) => game.key === 'bingo').schedule.closesAt
    const lagos = (text: string) => Date.parse(`${text}+01:00`)
    expect(await closesAt('2026-03-16')).toBe(lagos('2026-03-16T16:45'))
    expect(await closesAt('2026-03-09')).toBe(lagos('2026-03-09T15:30'))
    await times.getByRole('button', { name: /^Remove the times of Monday/ }).click()
    await expect(times).not.toContainText('16:45')
    expect(await closesAt('2026-03-16')).toBe(lagos('2026-03-16T15:30'))

    await test.step('of two simultaneous changes the second shows the first and can still be saved', async () => {
      await page.goto('/admin/games')
      await page.locator('main summary', { hasText: 'Bingo Plus' }).click()
      const form = page.getByRole('form', { name: 'Change Bingo Plus' })
      await form.getByLabel('Name').fill('Bingo Star')
      await form.getByLabel('Reason').fill('A new name')
      const { games } = await ask('/api/admin/games')
      const { version, operator } = games.find((game: any) => game.key === 'bingo')
      const faster = { version, operator, name: 'Bingo Extra', active: true }
      const headers = { origin: app.url }
      const answer = await page.request.put('/api/admin/games/bingo', { data: faster, headers })
      expect(answer.status()).toBe(200)
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('alert')).toContainText('It now says: Bingo Extra')
      const mine = page.getByRole('form', { name: 'Change Bingo Extra' })
      await expect(mine.getByLabel('Name')).toHaveValue('Bingo Star')
      await expect(mine.getByLabel('Reason')).toHaveValue('A new name')
      await mine.getByRole('button', { name: 'Save' }).click()
      await expect(page.locator('main summary', { hasText: 'Bingo Star' })).toBeVisible()
      const saved = page.getByRole('form', { name: 'Change Bingo Star' })
      await expect(saved.getByLabel('Name')).toHaveValue('Bingo Star')
      await expect(saved.getByLabel('Reason')).toHaveValue('')
    })
  })

  await test.step('the sidebar lists every screen, each exists, and Logout is in the masthead; a phone has them in its bottom bar and menus', async () => {
    await visit('admin', '/admin')
    await expect(page.getByRole('banner')).toContainText('Lotto Forecast')
    await expect(page.getByRole('banner')).toContainText('Welcome, Admin!')
    const sidebar = page.getByRole('navigation', { name: 'Staff', exact: true })
    const addresses = await sidebar
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')!))
    expect(addresses.toSorted()).toEqual(['/admin', '/dashboard', ...Object.values(STAFF_PATHS)].toSorted())
    for (const address of addresses)
      expect([address, (await page.request.get(address)).status()]).toEqual([address, 200])
    await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible()

    await test.step('an owner sees what players miss, and why a test fails', async () => {
      await page.goto('/admin/ready')
      await expect(page.getByText(/^\d parts are missing\. Players cannot/)).toBeVisible()
      const mail = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: 'Mail', exact: true }) })
      await expect(mail.getByRole('img', { name: 'Missing' })).toBeVisible()
      await mail.getByRole('button', { name: 'Send test mail' }).click()
      await expect(mail.getByRole('status')).toHaveText(
        'The mail server did not accept the mail: no SMTP_URL.',
      )
    })

    await test.step('on a phone the bottom bar opens four screens, and its menu closes on a choice and on Escape', async () => {
      await page.setViewportSize(PHONE)
      await page.goto('/admin')
      const bar = page.getByRole('navigation', { name: 'Staff, most used' })
      await expect(bar.getByRole('link')).toHaveText(['Dashboard', 'Results', 'Forecasts', 'Users'])
      const games = page.getByRole('link', { name: 'Games', exact: true })
      const menu = bar.getByText('Menu', { exact: true })
      await expect(games).toBeHidden()
      await menu.click()
      await expect(games).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(games).toBeHidden()
      await menu.click()
      await games.click()
      await expect(heading(page, 'Games')).toBeVisible()
      await expect(games).toBeHidden()
      await bar.getByRole('link', { name: 'Results', exact: true }).click()
      await expect(heading(page, 'My Results')).toBeVisible()

      await test.step('the account menu has Logout', async () => {
        await page.getByLabel('Account', { exact: true }).click()
        await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
        await expect(page).toHaveURL(/\/login$/)
      })
    })
  })
})
