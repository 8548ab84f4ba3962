// The staff’s desk: corrections, deletions, conflicts, and who may make them.
import { DESKTOP, expect, heading, PHONE, test } from './app.ts'
import { bar, cell, cellsOf, deleteOf, deskOf, NOON, openDesk, RESULTS, saidOn } from './desk.ts'

test.use({ own: true, viewport: DESKTOP })

test('a draw without machine numbers is marked, gets them, is corrected and deleted, each with its reason in the audit trail', async ({
  page,
  visit,
  setClock,
  staff,
  ask,
  publish,
}) => {
  setClock(NOON)
  await page.setViewportSize(PHONE)
  await staff.record({ game: 'king', date: '2026-03-14', winning: [7, 12, 45, 60, 89] })
  await visit('admin', RESULTS)
  await page.getByRole('button', { name: 'Premier King Machine missing' }).click()
  await page.getByRole('button', { name: 'Add machine numbers' }).click()
  await expect(cell(page, 'Machine 1')).toBeFocused()
  // As after an upload: the cell is in sight, and the name just above it is not.
  await cell(page, 'Winning 1').evaluate((one) => scrollBy(0, one.getBoundingClientRect().top - 80))
  await cell(page, 'Winning 1').focus()
  const name = page.getByText('Premier King, Saturday 14 March, today')
  const masthead = (await page.locator('.masthead').boundingBox())!
  await expect.poll(async () => (await name.boundingBox())!.y).toBeGreaterThanOrEqual(masthead.height)

  await test.step('its machine numbers are added, and a correction needs a reason', async () => {
    await page.setViewportSize(DESKTOP)
    await cell(page, 'Machine 1').focus()
    await page.keyboard.type('0309273381')
    await page.keyboard.press('Enter')
    await expect(saidOn(page)).toContainText('is saved')
    const list = page.getByRole('region', { name: 'Entered' })
    await expect(list).toContainText('Machine numbers: 3 - 9 - 27 - 33 - 81')
    await page.getByRole('button', { name: /^Correct Premier King/ }).click()
    await cell(page, 'Winning 5').fill('88')
    await page.keyboard.press('Enter')
    await expect(deskOf(page)).toContainText('Say why.')
    await page.getByLabel('Reason').fill('misread')
    await page.keyboard.press('Enter')
    await expect(list).toContainText('Winning numbers: 7 - 12 - 45 - 60 - 88')
    await list.getByRole('button', { name: 'More about Premier King' }).click()
    await expect(list).toContainText('Entered by Ada Admin, corrected 2 times.')
  })

  await test.step('a deletion needs a reason, can be undone for a while, and stays in the audit trail', async () => {
    await page.reload()
    await deleteOf(page, 'Premier King')
    const form = page.getByRole('form', { name: 'Delete draw' })
    await expect(form).toContainText('Its forecasts lose their score and wait for a new result.')
    await form.getByRole('button', { name: 'Delete it' }).click()
    await expect(form).toContainText('Say why.')
    await form.getByLabel('Reason').fill('entered twice')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Premier King, Sat 14 Mar 2026 is deleted.')).toBeVisible()
    await expect(page.getByText('No draws here.')).toBeVisible()
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect(page.getByRole('button', { name: /^Correct Premier King/ })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Undo/ })).toBeHidden()
    await page.getByRole('button', { name: 'More about Premier King' }).click()
    await page.getByRole('link', { name: 'Trail of Premier King' }).click()
    await expect(heading(page, 'Audit')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Trail', exact: true }).locator('summary')).toHaveText([
      /restored Premier King/,
      /deleted Premier King.*Reason: entered twice/,
      /corrected Premier King/,
      /corrected Premier King/,
      /entered Premier King/,
    ])
    expect((await ask('/api/admin/draws')).draws).toHaveLength(1)

    await test.step('the desk knows saved and deleted draws immediately, of today and of earlier days', async () => {
      await page.goto(RESULTS)
      await page.getByText('Not entered on the days before').click()
      await page.getByRole('button', { name: 'Jackpot Fri 13 Mar 2026' }).click()
      await page.keyboard.type('01020304050607080910')
      await page.keyboard.press('Enter')
      await publish()
      await expect(saidOn(page)).toContainText('Jackpot, Fri 13 Mar 2026, is saved.')
      await page.getByLabel('Game name', { exact: true }).selectOption('jackpot')
      await page.getByLabel('Date', { exact: true }).fill('2026-03-13')
      await expect(deskOf(page)).toContainText('Already recorded: 1 - 2 - 3 - 4 - 5')

      await expect(page.getByRole('button', { name: /Premier King Entered/ })).toBeVisible()
      for (const name of ['Jackpot', 'Premier King']) {
        await deleteOf(page, name)
        await page.getByRole('form', { name: 'Delete draw' }).getByLabel('Reason').fill('a slip')
        await page.keyboard.press('Enter')
        await expect(page.getByText(new RegExp(`^${name}.* is deleted.$`))).toBeVisible()
      }
      await expect(page.getByRole('button', { name: /Premier King Late by/ })).toBeVisible()
      await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(2)
      await page.getByRole('button', { name: /^Undo/ }).last().click()
      await expect(page.getByRole('button', { name: /Premier King Entered/ })).toBeVisible()
    })
  })
})

test('text and focus survive the arrival of the page’s script, a simultaneous entry, and a move to another game', async ({
  page,
  visit,
  setClock,
  staff,
  ask,
  publish,
}) => {
  setClock(NOON)
  await visit('admin', '/admin')
  let letGo!: () => void
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(RESULTS, { waitUntil: 'commit' })
  const cells = deskOf(page).locator('fieldset input')
  for (const [place, number] of [7, 12, 45, 60, 89, 3, 9, 27, 33, 81].entries())
    await cells.nth(place).fill(String(number))
  letGo()
  await expect(cell(page, 'Machine 5')).toBeFocused()
  // The script has arrived: it completes the option with the close.
  await expect(page.getByRole('button', { name: 'Clear' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(bar(page, 'Premier King')).toContainText('7 - 12 - 45 - 60 - 89')
  await page.unrouteAll()
  await publish()
  await expect(saidOn(page)).toContainText('is saved')

  await test.step('of two simultaneous entries one wins, and the other user sees both values and chooses (DATA-01)', async () => {
    const stored = async () =>
      (await ask('/api/days/2026-03-14')).games.find((game: any) => game.key === 'super').draw
    await expect(page.getByLabel('Game name', { exact: true })).toHaveValue('super')
    await expect(cell(page, 'Winning 1')).toBeFocused()
    await page.keyboard.type('08134661900410283482')
    await staff.record({
      game: 'super',
      date: '2026-03-14',
      winning: [8, 13, 46, 61, 88],
      machine: [4, 10, 28, 34, 82],
    })
    await page.keyboard.press('Enter')
    const conflict = page.getByRole('alert', { name: 'Conflict' })
    await expect(conflict).toContainText('Winning 8 - 13 - 46 - 61 - 88')
    await expect(conflict).toContainText('Winning 08 - 13 - 46 - 61 - 90')
    expect((await stored()).winning).toEqual([8, 13, 46, 61, 88])
    await conflict.getByRole('button', { name: 'Replace it with mine' }).click()
    await expect(conflict).toContainText('Say why.')
    await conflict.getByLabel('Reason for your values').fill('checked against the paper')
    await conflict.getByRole('button', { name: 'Replace it with mine' }).click()
    await expect(saidOn(page)).toContainText('is saved')
    expect((await stored()).winning).toEqual([8, 13, 46, 61, 90])
    const { entries } = await ask('/api/admin/audit?action=draw.correct')
    expect(entries[0]).toMatchObject({ reason: 'checked against the paper' })
  })

  await test.step('a draw that was entered for the wrong game is moved to another one', async () => {
    await staff.record({ game: 'metro', date: '2026-03-13', winning: [1, 2, 3, 4, 5] })
    await staff.record({ game: 'gold', date: '2026-03-13', winning: [11, 12, 13, 14, 15] })
    await page.reload()
    await page.getByRole('button', { name: 'More about Metro, Fri 13 Mar 2026' }).click()
    await page.getByRole('button', { name: /^Move to another game/ }).click()
    await expect(page.getByLabel('Right game')).toBeFocused()
    const form = page.getByRole('form', { name: 'Move draw' })
    await form.getByRole('button', { name: 'Move it' }).click()
    await expect(form.getByLabel('Right game')).toHaveAccessibleDescription('Choose a game.')
    await form.getByLabel('Right game').selectOption('gold')
    await form.getByLabel('Reason').fill('wrong line')
    await form.getByRole('button', { name: 'Move it' }).click()
    await expect(form.getByLabel('Right game')).toHaveAccessibleDescription(
      'Another draw of Gold on Fri 13 Mar 2026 is already recorded.',
    )
    await form.getByLabel('Right game').selectOption('jackpot')
    await form.getByRole('button', { name: 'Move it' }).click()
    await expect(page.getByRole('button', { name: 'More about Jackpot, Fri 13 Mar 2026' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'More about Metro, Fri 13 Mar 2026' })).toHaveCount(0)
    const games = (await ask('/api/admin/draws')).draws.map(({ game }: { game: string }) => game)
    expect(games.toSorted()).toEqual(['gold', 'jackpot', 'king', 'super'])
  })
})

test('sample draws are not late and are removed after a confirmation; a demoted admin loses no input', async ({
  page,
  visit,
  setClock,
  app,
  ask,
}) => {
  setClock(NOON)
  await app.services.db.execute(
    `insert into draws (game_key, date, state, winning, machine, source, recorded_at)
     values ('bingo', '2026-03-09', 'drawn', '{1,2,3,4,5}', '{}', 'sample', now()),
            ('king', '2026-03-14', 'drawn', '{1,2,3,4,5}', '{}', 'sample', now())`,
  )
  await app.services.db.execute(
    `insert into changes (seq, kind, ids, at) select coalesce(max(seq), 0) + 1, 'draws',
     (select array_agg(id::text) from draws), now() from changes`,
  )
  await openDesk(page, visit)
  await expect(page.getByRole('button', { name: /Premier King Sample result/ })).toBeVisible()
  await expect(page.getByLabel('Game name', { exact: true })).toHaveValue('super')
  await page.getByText('Sample draws', { exact: true }).click()
  await page.getByRole('button', { name: 'Remove sample draws' }).click()
  await page.getByRole('button', { name: 'Remove them' }).click()
  await expect(page.getByText('2 sample draws are removed.')).toBeVisible()
  expect((await ask('/api/admin/desk')).samples).toBe(false)

  await test.step('a failed check of the role loses no input, and a demoted admin sees it', async () => {
    await page.reload()
    await expect(page.getByLabel('Game name', { exact: true })).toHaveValue('king')
    await expect(cell(page, 'Winning 1')).toBeFocused()
    await page.keyboard.type('0712')
    await page.route('**/api/me', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.route('**/api/admin/draws', (route) =>
      route.fulfill({ status: 403, json: { status: 403, title: 'x' } }),
    )
    await page.keyboard.type('4560890309273381')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Failed to verify admin role.')).toBeVisible()
    expect(await cellsOf(page)).toBe('07 12 45 60 89 03 09 27 33 81')
    await page.unroute('**/api/me')
    await page.unroute('**/api/admin/draws')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Failed to verify admin role.')).toBeHidden()

    await app.services.db.execute(`update users set role = 'user' where email = 'admin@lotto.test'`)
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(page.getByText('Access Denied. You are not an admin.')).toBeVisible()
    await expect(deskOf(page)).toBeHidden()
    await page.goto(RESULTS)
    await expect(page).toHaveURL(/\/dashboard$/)
  })
})
