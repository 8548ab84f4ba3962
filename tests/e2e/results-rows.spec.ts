// The number search of Games Results: several rows, its addresses, and what it remembers.
import { expectAccessible } from './accessible.ts'
import { expect, heading, test } from './app.ts'
import {
  choose,
  chosen,
  game,
  matchDates,
  matches,
  messages,
  numberIn,
  row,
  search,
  startWithDraws,
  year,
} from './results.ts'

startWithDraws()

test('rows are joined; the address contains the whole search, through reload, Back and Forward; the game is remembered', async ({
  page,
  visit,
}) => {
  await visit('free', '/dashboard/past-results?number=7&type=winning&position=any_box&game=diamond')
  await matches(page).getByRole('link', { name: 'Mon 2 Jun' }).click()
  await expect(heading(page, 'Diamond')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Mon 2 Jun 2025')
  await expect(page.getByRole('button', { name: 'Share this draw' })).toBeVisible()
  await page.goBack()
  await expect(messages(page)).toHaveText(['"7" in Any box (winning) is found 4 time(s).'])

  await page.getByRole('link', { name: 'Results', exact: true }).click()
  await expect(messages(page)).toHaveCount(0)
  await expect(numberIn(page, 1)).toHaveValue('')
  await expect(game(page)).toHaveValue('diamond')

  await test.step('several numbers are searched, those without a match first', async () => {
    await numberIn(page, 1).fill('07')
    await choose(page, 1, '1st')
    await page.getByRole('button', { name: 'Add a row' }).click()
    await expect(numberIn(page, 2)).toBeFocused()
    // A row that is not typed yet is no error.
    await choose(page, 2, 'Machine')
    await expect(numberIn(page, 2)).not.toHaveAttribute('aria-invalid')
    await numberIn(page, 2).fill('12')
    await choose(page, 2, '1st')
    await expect(messages(page)).toHaveText([
      'No "12" found in First box (machine) yet.',
      '"7" in First box (winning) is found 2 time(s).',
    ])
    await expect(matches(page).getByRole('heading')).toHaveText('Draws with 7 or 12')
    await expect(matchDates(page)).toHaveText(['Mon 16 Mar2026, S/N 9', 'Mon 2 Jun2025'])

    // Rows can be removed, except the last one. The others keep their input.
    await page.getByRole('button', { name: 'Remove search 1' }).click()
    await expect(messages(page)).toHaveText(['No "12" found in First box (machine) yet.'])
    await expect(numberIn(page, 1)).toHaveValue('12')
    await expect(numberIn(page, 1)).toBeFocused()
    await expect(chosen(page, 1, 'Draw type')).toHaveAccessibleName('Machine')
    await expect(chosen(page, 1, 'Position')).toHaveAccessibleName('First box')
    await expect(page.getByRole('button', { name: /Remove/ })).toHaveCount(0)

    // At most ten rows.
    const add = page.getByRole('button', { name: 'Add a row' })
    for (let i = 0; i < 9; i++) await add.click()
    await expect(add).toBeHidden()
    await expect(page.getByRole('group', { name: /^Search \d/ })).toHaveCount(10)
  })

  await test.step('joined rows find numbers in the same draw, with luck beside the count', async () => {
    const join = (place: number) => page.getByLabel(`How search ${place} is joined`)
    const joined = page.getByRole('status', { name: 'Joined rows' })
    const found = page.getByRole('region', { name: 'Draws found' })
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await page.goto('/dashboard/past-results?game=diamond')
    await numberIn(page, 1).fill('7')
    await expect(messages(page)).toHaveCount(1)
    expect(scripts.filter((url) => url.includes('joined'))).toEqual([])

    await page.getByRole('button', { name: 'Add a row' }).click()
    await numberIn(page, 2).fill('12')
    await join(2).selectOption('in the same draw as above')
    // The sentences of the rows come first.
    await expect(messages(page)).toHaveText([
      '"7" in Any box (winning) is found 4 time(s).',
      '"12" in Any box (winning) is found 2 time(s).',
    ])
    await expect(joined.locator('b')).toHaveText([
      '"7" in Any box (winning) and in the same draw "12" in Any box (winning) is found 2 time(s).',
    ])
    // 4 draws / 400.5.
    await expect(joined.getByRole('definition')).toHaveText(['0.01 times', 'Mon 16 Mar 2026', '4'])
    await expect(found.locator('.draw-name')).toHaveText(['Mon 16 Mar2026, S/N 9', 'Thu 12 Mar2026'])
    await expect(found.locator('.ball-hit')).toHaveText(['7', '12', '12', '7'])

    await test.step('they are in the address, without script too', async () => {
      const expectFinds = () =>
        expect(found.locator('.draw-name')).toHaveText(['Mon 16 Mar2026, S/N 9', 'Thu 12 Mar2026'])
      await expectFinds()
      await expect(page).toHaveURL(/join=same/)
      await page.reload()
      await expect(join(2)).toHaveValue('same')
      await expectFinds()
      await expectAccessible(page, 'joined rows')
      const html = async (address: string) => (await page.request.get(address)).text()
      expect(await html(page.url())).toContain('and in the same draw')
      // The button "Add a row" of a plain form; a search of one row has no such field.
      const plain = '/dashboard/past-results?number=7&type=winning&position=any_box'
      expect(await html(`${plain}&rows=2`)).toContain('name="join"')
      expect(await html(plain)).not.toContain('name="join"')

      // An error is at the row that is joined.
      await numberIn(page, 1).fill('')
      await expect(join(2)).toHaveAccessibleDescription(
        'Complete the row above first: this row is joined to it.',
      )
      await expect(messages(page)).toHaveText(['"12" in Any box (winning) is found 2 time(s).'])
      await numberIn(page, 1).fill('7')
      await expectFinds()
    })

    await numberIn(page, 2).fill('60')
    await expect(joined.locator('b')).toHaveText([
      'No "7" in Any box (winning) and in the same draw "60" in Any box (winning) found yet.',
    ])
    await game(page).selectOption('All games')
    await expect(found.locator('.draw-name')).toHaveText(['BonanzaFri 13 Mar 2026'])
    await join(2).selectOption('and, counted separately')
    await expect(joined).toHaveCount(0)
    await expect(matches(page).getByRole('heading')).toHaveText('Draws with 7 or 60')
  })

  await page.evaluate(() => localStorage.clear())
  await test.step('the address contains the whole search, through reload, Back and Forward; one of an earlier release is read', async () => {
    await visit('free', '/dashboard/past-results?game=')
    await numberIn(page, 1).fill('7')
    await choose(page, 1, '1st')
    await search(page)
    await expect(messages(page)).toHaveText(['"7" in First box (winning) is found 3 time(s).'])
    await page.getByRole('button', { name: 'Add a row' }).click()
    await numberIn(page, 2).fill('7')
    await choose(page, 2, 'Machine')
    await choose(page, 2, '1st')
    await game(page).selectOption('Diamond')
    await year(page).selectOption('2026')

    const expectSecond = async () => {
      await expect(messages(page)).toHaveText([
        '"7" in First box (winning) is found 1 time(s).',
        '"7" in First box (machine) is found 1 time(s).',
      ])
      await expect(chosen(page, 2, 'Draw type')).toHaveAccessibleName('Machine')
      await expect(chosen(page, 2, 'Position')).toHaveAccessibleName('First box')
      await expect(game(page)).toHaveValue('diamond')
      await expect(year(page)).toHaveValue('2026')
    }
    const expectFirst = async () => {
      await expect(messages(page)).toHaveText(['"7" in First box (winning) is found 3 time(s).'])
      await expect(row(page, 2)).toHaveCount(0)
      await expect(chosen(page, 1, 'Position')).toHaveAccessibleName('First box')
      await expect(game(page)).toHaveValue('')
      await expect(year(page)).toHaveValue('')
    }
    await expectSecond()
    await page.reload()
    await expectSecond()
    // Back leads to the submitted searches, not to each key.
    await page.goBack()
    await expectFirst()
    await page.goBack()
    await expect(messages(page)).toHaveCount(0)
    await expect(numberIn(page, 1)).toHaveValue('')
    await page.goForward()
    await expectFirst()
    await page.goForward()
    await expectSecond()

    await test.step('addresses of earlier releases are searched in all games', async () => {
      for (const position of ['last_box_winning', 'last_box']) {
        const query = `number=7&type=winning&position=${position}&only=yes`
        await page.goto(`/dashboard/past-results?${query}&game=nope&year=1850`)
        await expect(heading(page, 'Games Results')).toBeVisible()
        await page.goto(`/dashboard/past-results?${query}`)
        await expect(messages(page)).toHaveText(['"7" in Last box (winning) is found 1 time(s).'])
        await expect(game(page)).toHaveValue('')
        await expect(chosen(page, 1, 'Position')).toHaveAccessibleName('Last box')
      }
    })

    await test.step('the game is remembered between screens, and an address has precedence', async () => {
      await page.goto('/dashboard/past-results')
      await game(page).selectOption('Bonanza')
      await expect(page.getByRole('table', { name: /Bonanza 2026/ })).toBeVisible()
      await page.getByRole('link', { name: 'Overview', exact: true }).click()
      await expect(heading(page, 'Overview')).toBeVisible()
      await page.getByRole('link', { name: 'Results', exact: true }).click()
      await expect(game(page)).toHaveValue('bonanza')
      await expect(page.getByRole('table', { name: /Bonanza 2026/ })).toBeVisible()
      await numberIn(page, 1).fill('7')
      await expect(messages(page)).toHaveText(['"7" in Any box (winning) is found 1 time(s).'])
      await page.goto('/dashboard/past-results')
      await expect(game(page)).toHaveValue('bonanza')
      await page.goto('/dashboard/past-results?game=diamond')
      await expect(game(page)).toHaveValue('diamond')

      // A game that the server does not have is not remembered.
      await page.evaluate(() => localStorage.setItem('game', 'gone'))
      await page.getByRole('link', { name: 'Overview', exact: true }).click()
      await page.goto('/dashboard/past-results')
      await expect(game(page)).toHaveValue('')
      await expect(page.getByRole('main')).toContainText(
        'Type a number to search all games, or choose a game.',
      )
    })

    await test.step('before a game is chosen, the one that the player follows is shown', async () => {
      await page.evaluate(() => localStorage.clear())
      await visit('basic', '/dashboard')
      const bell = page.getByRole('button', { name: 'Tell me the result of Bonanza' })
      await bell.click()
      await expect(bell).toHaveAttribute('aria-pressed', 'true')
      await page.goto('/dashboard/past-results')
      await expect(game(page)).toHaveValue('bonanza')
      await expect(page.getByRole('table', { name: /Bonanza 2026/ })).toBeVisible()
    })
  })
})
