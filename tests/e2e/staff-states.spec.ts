// The staff's screens in the states that only work brings: open rows, questions, outcomes, failures and very long names.
import { expectAccessible } from './accessible.ts'
import { expect, heading, PHONE, scrollsSideways, test } from './app.ts'

test.use({ own: true })

const NOON = '2026-03-14 13:10'
const LONG_NAME = 'Oluwafunmilayo-Adebukola-Ngozichukwuka-Onyekachukwu'
const LONG_GAME = 'Premierlottonationalweekendspecial06'

test('open rows, questions and outcomes are accessible and fit, also with very long names', async ({
  page,
  visit,
  setClock,
  staff,
  app,
  ask,
  publish,
}) => {
  setClock(NOON)
  const { id, version } = await staff.record({
    game: 'super',
    date: '2026-03-14',
    winning: [7, 12, 45, 60, 89],
  })
  await staff.correct({ id, version }, { date: '2026-03-14', winning: [7, 12, 45, 60, 88] })
  await staff.predict({ gameName: 'diamond', numbers: '7, 12, 45, 60, 89', date: '2026-03-16' })
  await visit('admin', '/admin')
  const headers = { origin: app.url }
  const { games } = await ask('/api/admin/games')
  const game = games.find(({ key }: { key: string }) => key === 'king')
  const renamed = { version: game.version, name: LONG_GAME, operator: game.operator, active: true }
  const answers = [
    await page.request.put('/api/admin/games/king', { data: renamed, headers }),
    await page.request.post('/api/admin/users', {
      data: { email: `${LONG_NAME.toLowerCase()}@example.com`, username: LONG_NAME },
      headers,
    }),
  ]
  expect(answers.map((answer) => answer.ok())).toEqual([true, true])

  await page.setViewportSize(PHONE)
  await page.goto('/admin')
  await expect(page.getByRole('region', { name: 'Draws today' })).toContainText(`${LONG_GAME} is late by`)
  expect(await scrollsSideways(page)).toBe(false)

  await page.goto('/admin/audit')
  const lines = page.getByRole('region', { name: 'Trail', exact: true }).locator('summary')
  await expect(lines.first()).toContainText(`added ${LONG_NAME} (${LONG_NAME.toLowerCase()}@example.com)`)
  await lines.first().click()
  await lines.nth(1).click()
  await expectAccessible(page, 'the audit trail')

  await page.goto('/admin/users')
  await page.getByRole('link', { name: LONG_NAME }).click()
  await expect(page.getByText('No login method yet.')).toBeVisible()
  await expectAccessible(page, 'a user')

  await page.goto('/admin/games')
  await page.locator('main summary', { hasText: LONG_GAME }).click()
  await expectAccessible(page, 'a game')

  await page.goto('/admin/results')
  await page.getByLabel('Winning 1', { exact: true }).fill('07')
  await page.getByLabel('Winning 2', { exact: true }).fill('07')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('7 is entered twice among the winning numbers.')).toBeVisible()
  await page.getByRole('button', { name: 'No draw', exact: true }).click()
  await page.getByRole('button', { name: /^More about Super/ }).click()
  await page.getByRole('button', { name: /^Delete Super/ }).click()
  await page.getByText('Gaps in the history').click()
  await expectAccessible(page, 'the desk with errors and questions')
  await page.getByRole('button', { name: 'Record no draw' }).click()
  await publish()
  await expect(page.getByText(`${LONG_GAME}, Sat 14 Mar 2026, is saved.`)).toBeVisible()

  await test.step('without a network each screen says so and offers a retry', async () => {
    await page.goto('/admin')
    const screens = [
      ['Results', 'My Results', '**/api/admin/desk'],
      ['Users', 'Users', '**/api/admin/users'],
    ] as const
    await page.setViewportSize(PHONE)
    const bar = page.getByRole('navigation', { name: 'Staff, most used' })
    for (const [link, title, call] of screens) {
      await page.route(call, (route) => route.abort())
      await bar.getByRole('link', { name: link, exact: true }).click()
      await expect(heading(page, title)).toBeVisible()
      const failure = page
        .getByRole('main')
        .getByRole('alert')
        .filter({ hasText: 'No internet connection. Please check your network.' })
      await expect(failure).toBeVisible()
      await page.unroute(call)
      await failure.getByRole('button', { name: 'Try again' }).click()
      await expect(failure).toBeHidden()
    }
  })
})
