// The number search of Games Results: its answers, its rows and their errors.
import { expect, PHONE, test } from './app.ts'
import {
  answer,
  choose,
  chosen,
  game,
  luck,
  matchDates,
  matches,
  messages,
  numberIn,
  ringed,
  row,
  search,
  startWithDraws,
  year,
} from './results.ts'

startWithDraws()

test('a typed number is answered in any box of the chosen game or of all games; an error is at its row and moves nothing', async ({
  page,
  visit,
}) => {
  await visit('free', '/dashboard/past-results')
  await expect(game(page).locator('option:checked')).toHaveText('Choose a game')
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Diamond', exact: true }).click()
  await expect(game(page)).toHaveValue('diamond')
  await expect(chosen(page, 1, 'Draw type')).toHaveAccessibleName('Winning')
  await expect(chosen(page, 1, 'Position')).toHaveAccessibleName('Any box')
  await expect(page.getByRole('table', { name: /Diamond 2026/ }).getByRole('rowheader')).toHaveText([
    '19 Mar',
    '16 Mar',
    '12 Mar',
  ])

  // The number pad opens, and nothing else needs a tap.
  await expect(numberIn(page, 1)).toHaveAttribute('inputmode', 'numeric')
  await numberIn(page, 1).pressSequentially('7')
  await expect(messages(page)).toHaveText(['"7" in Any box (winning) is found 4 time(s).'])
  await expect(answer(page)).toContainText('Diamond, 4 draws, 2024 to 2026')
  await expect(luck(page)).toHaveAccessibleName('4. Luck gives about 0.2, usually 0 to 1.')
  await expect(answer(page).getByRole('term')).toHaveText(['Last seen', 'Draws since'])
  await expect(answer(page).getByRole('definition')).toHaveText(['Mon 16 Mar 2026', '0'])
  await expect(matches(page).getByRole('heading')).toHaveText('Draws with 7')
  await expect(matchDates(page)).toHaveText([
    'Mon 16 Mar2026, S/N 9',
    'Thu 12 Mar2026',
    'Mon 2 Jun2025',
    'Thu 4 Jan2024',
  ])
  // Four among the matches and two in the table of 2026. The machine's 7 was not searched.
  await expect(ringed(page)).toHaveText(['7', '7', '7', '7', '7', '7'])

  await numberIn(page, 1).fill('12')
  await expect(messages(page)).toHaveText(['"12" in Any box (winning) is found 2 time(s).'])
  // The answer is in the first screen of a small phone.
  const { y, height } = (await answer(page).boundingBox())!
  expect(y + height).toBeLessThanOrEqual(584)
  await choose(page, 1, '1st')
  await expect(messages(page)).toHaveText(['"12" in First box (winning) is found 1 time(s).'])
  await expect(answer(page).getByRole('definition')).toHaveText(['Thu 12 Mar 2026', '1'])
  await numberIn(page, 1).fill('88')
  await expect(messages(page)).toHaveText(['No "88" found in First box (winning) yet.'])
  await expect(answer(page).getByRole('term')).toHaveText(['Last seen'])
  await expect(answer(page).getByRole('definition')).toHaveText(['Never'])
  await expect(matches(page)).toHaveCount(0)
  await numberIn(page, 1).fill('')
  await expect(messages(page)).toHaveCount(0)

  await test.step('both draw types, and a match among the machine numbers is in sight', async () => {
    await numberIn(page, 1).fill('7')
    await choose(page, 1, 'Any')
    await choose(page, 1, 'Both')
    await expect(messages(page)).toHaveText([
      '"7" in Any box (winning) is found 4 time(s).',
      '"7" in Any box (machine) is found 1 time(s).',
    ])
    const both = matches(page).getByRole('listitem').filter({ hasText: 'Thu 12 Mar' })
    await expect(both.locator('.ball-hit')).toHaveText(['7', '7'])
    await expect(both.locator('.ball-hit').last()).toBeVisible()
    await choose(page, 1, '2nd')
    await expect(messages(page)).toHaveText([
      'No "7" found in Second box (machine) yet.',
      '"7" in Second box (winning) is found 1 time(s).',
    ])
  })

  await test.step('on a wide screen a number has its counts by year, beside luck', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.goto('/dashboard/past-results?number=7&type=winning&position=any_box&game=diamond&year=2026')
    const years = page.getByRole('region', { name: '7 in Diamond, by year' })
    await expect(years.getByRole('listitem')).toHaveText([
      '2026too few to tell2 of 2',
      '2025too few to tell1 of 1',
      '2024too few to tell1 of 1',
    ])
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(years).toHaveCount(0)
  })

  await page.setViewportSize(PHONE)
  await page.evaluate(() => localStorage.clear())
  await test.step('all games are searched together, without the table of one of them; an error is at its row and moves nothing', async () => {
    await visit('free', '/dashboard/past-results')
    await numberIn(page, 1).fill('7')
    await expect(game(page).locator('option:checked')).toHaveText('All games')
    await expect(messages(page)).toHaveText(['"7" in Any box (winning) is found 5 time(s).'])
    await expect(answer(page)).toContainText('All games, 5 draws, 2024 to 2026')
    await expect(matchDates(page).nth(1)).toHaveText('BonanzaFri 13 Mar 2026')
    await expect(page.getByRole('table')).toHaveCount(0)
    await numberIn(page, 1).fill('')
    await expect(page.getByRole('main')).toContainText('Type a number to search all games, or choose a game.')
    await numberIn(page, 1).fill('7')

    // The other games and the other years of a game are links that keep the search.
    await game(page).selectOption('Diamond')
    const shown = page.getByRole('main')
    await shown.getByRole('link', { name: 'Bonanza', exact: true }).click()
    await expect(game(page)).toHaveValue('bonanza')
    await expect(messages(page)).toHaveText(['"7" in Any box (winning) is found 1 time(s).'])
    await shown.getByRole('link', { name: 'Diamond', exact: true }).click()
    await expect(game(page)).toHaveValue('diamond')
    await expect(messages(page)).toHaveText(['"7" in Any box (winning) is found 4 time(s).'])
    await shown.getByRole('link', { name: '2025', exact: true }).click()
    await expect(year(page)).toHaveValue('2025')
    await expect(messages(page)).toHaveText(['"7" in Any box (winning) is found 1 time(s).'])
    await expect(page.getByRole('table', { name: /Diamond 2025/ }).getByRole('row')).toHaveCount(2)
    await year(page).selectOption('2026')
    await expect(page.getByRole('row', { name: /19 Mar/ })).toHaveText('19 MarNo draw')
    await expect(page.getByRole('row', { name: /16 Mar/ })).toHaveText('916 Mar71233459012345')

    await test.step('an error is at its row and moves nothing', async () => {
      await page.goto('/dashboard/past-results?game=diamond')
      const place = async () =>
        (await page.getByRole('button', { name: 'Search', exact: true }).boundingBox())!.y
      const before = await place()
      const number = numberIn(page, 1)
      const text = 'Enter a number from 1 to 90.'
      for (const wrong of ['91', '1.5', 'x7', '007']) {
        await number.fill(wrong)
        await expect(number, wrong).toHaveAttribute('aria-invalid', 'true')
        await expect(number).toHaveAccessibleDescription(text)
        await expect(number).toHaveValue(wrong)
        await expect(row(page, 1)).toContainText(text)
        await expect(messages(page)).toHaveCount(0)
        expect(await place()).toBe(before)
      }
      // So does a search without a number.
      await number.fill('')
      await expect(row(page, 1)).not.toContainText(text)
      await search(page)
      await expect(number).toHaveAccessibleDescription(text)
      expect(await place()).toBe(before)
      // Search names a row that was left empty, and the others are answered.
      await number.fill('5')
      await page.getByRole('button', { name: 'Add a row' }).click()
      await search(page)
      await expect(numberIn(page, 2)).toHaveAccessibleDescription(text)
      await expect(messages(page)).toHaveText(['No "5" found in Any box (winning) yet.'])
      await page.getByRole('button', { name: 'Remove search 2' }).click()
      // The first digit of "07" is no error until Search.
      await number.fill('0')
      await expect(number).not.toHaveAttribute('aria-invalid')
      await search(page)
      await expect(number).toHaveAccessibleDescription(text)
      await number.fill('5')
      await expect(number).not.toHaveAttribute('aria-invalid')
      await expect(messages(page)).toHaveText(['No "5" found in Any box (winning) yet.'])

      // Search names a missing number, and an address its missing choices.
      await number.fill('')
      await choose(page, 1, 'Machine')
      await expect(row(page, 1)).not.toContainText(text)
      await search(page)
      await expect(number).toHaveAccessibleDescription(text)
      await page.goto(
        '/dashboard/past-results?number=7&type=&position=&number=7&type=winning&position=first_box',
      )
      await expect(row(page, 1)).toContainText('Choose a draw type and a position.')
      for (const name of ['Draw type', 'Position'])
        await expect(row(page, 1).getByRole('group', { name })).toHaveAccessibleDescription(
          'Choose a draw type and a position.',
        )
      await expect(chosen(page, 1, 'Draw type')).toHaveCount(0)
      await expect(messages(page)).toHaveText(['"7" in First box (winning) is found 3 time(s).'])
    })
  })
})
