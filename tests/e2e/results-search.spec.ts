import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, heading, test, type NewDraw } from './app.ts'

test.use({ own: 'file' })

/** Few enough draws to count by hand. */
const DRAWS: NewDraw[] = [
  { game: 'diamond', date: '2024-01-04', winning: [1, 2, 3, 4, 7], machine: [80, 81, 82, 83, 84] },
  { game: 'diamond', date: '2025-06-02', winning: [7, 13, 14, 15, 16], machine: [24, 25, 26, 27, 28] },
  { game: 'diamond', date: '2026-03-12', winning: [12, 7, 8, 9, 10], machine: [7, 20, 21, 22, 23] },
  { game: 'diamond', date: '2026-03-16', serial: 9, winning: [7, 12, 33, 45, 90], machine: [1, 2, 3, 4, 5] },
  { game: 'diamond', date: '2026-03-19', status: 'no_draw' },
  { game: 'bonanza', date: '2026-03-13', winning: [7, 60, 61, 62, 63] },
]

test.beforeEach(async ({ staff, setClock, once }) => {
  setClock('2026-03-20 12:00')
  await once(async () => {
    for (const draw of DRAWS) await staff.record(draw)
  })
})

const row = (page: Page, number: number) => page.getByRole('group', { name: `Search ${number}`, exact: true })
const numberIn = (page: Page, place: number) => row(page, place).getByLabel('Number', { exact: true })
const choose = (page: Page, place: number, text: string) =>
  row(page, place).getByText(text, { exact: true }).click()
const chosen = (page: Page, place: number, group: string) =>
  row(page, place).getByRole('group', { name: group }).getByRole('radio', { checked: true })
const game = (page: Page) => page.getByLabel('Game', { exact: true })
const year = (page: Page) => page.getByLabel('Year', { exact: true })
const search = (page: Page) => page.getByRole('button', { name: 'Search', exact: true }).click()
const answer = (page: Page) => page.getByRole('status', { name: 'Answer' })
const messages = (page: Page) => answer(page).locator('b')
const luck = (page: Page) => answer(page).getByRole('img')
const matches = (page: Page) => page.getByRole('region', { name: /^Draws with/ })
/** The dates of the matching draws. */
const matchDates = (page: Page) => matches(page).getByRole('listitem').locator('.draw-name')
const ringed = (page: Page) => page.getByRole('main').locator('.ball-hit')

test('a game waits to be chosen; typing a number answers it in any box, for both draw types a sentence each', async ({
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
})

test('a matching draw leads to its page, Back returns to the answer, and the link to the screen clears the search', async ({
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
})

test.describe('rows that are joined', () => {
  const join = (page: Page, place: number) => page.getByLabel(`How search ${place} is joined`)
  const joined = (page: Page) => page.getByRole('status', { name: 'Joined rows' })
  const found = (page: Page) => page.getByRole('region', { name: 'Draws found' })

  test('find numbers in the same draw, with luck beside the count', async ({ page, visit }) => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await visit('free', '/dashboard/past-results?game=diamond')
    await numberIn(page, 1).fill('7')
    await expect(messages(page)).toHaveCount(1)
    expect(scripts.filter((url) => url.includes('joined'))).toEqual([])

    await page.getByRole('button', { name: 'Add a row' }).click()
    await numberIn(page, 2).fill('12')
    await join(page, 2).selectOption('in the same draw as above')
    // The sentences of the rows come first.
    await expect(messages(page)).toHaveText([
      '"7" in Any box (winning) is found 4 time(s).',
      '"12" in Any box (winning) is found 2 time(s).',
    ])
    await expect(joined(page).locator('b')).toHaveText([
      '"7" in Any box (winning) and in the same draw "12" in Any box (winning) is found 2 time(s).',
    ])
    // 4 draws / 400.5.
    await expect(joined(page).getByRole('definition')).toHaveText(['0.01 times', 'Mon 16 Mar 2026', '4'])
    await expect(found(page).locator('.draw-name')).toHaveText(['Mon 16 Mar2026, S/N 9', 'Thu 12 Mar2026'])
    await expect(found(page).locator('.ball-hit')).toHaveText(['7', '12', '12', '7'])

    await test.step('they are in the address, without script too', async () => {
      const expectFinds = () =>
        expect(found(page).locator('.draw-name')).toHaveText(['Mon 16 Mar2026, S/N 9', 'Thu 12 Mar2026'])
      await expectFinds()
      await expect(page).toHaveURL(/join=same/)
      await page.reload()
      await expect(join(page, 2)).toHaveValue('same')
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
      await expect(join(page, 2)).toHaveAccessibleDescription(
        'Complete the row above first: this row is joined to it.',
      )
      await expect(messages(page)).toHaveText(['"12" in Any box (winning) is found 2 time(s).'])
      await numberIn(page, 1).fill('7')
      await expectFinds()
    })

    await numberIn(page, 2).fill('60')
    await expect(joined(page).locator('b')).toHaveText([
      'No "7" in Any box (winning) and in the same draw "60" in Any box (winning) found yet.',
    ])
    await game(page).selectOption('All games')
    await expect(found(page).locator('.draw-name')).toHaveText(['BonanzaFri 13 Mar 2026'])
    await join(page, 2).selectOption('and, counted separately')
    await expect(joined(page)).toHaveCount(0)
    await expect(matches(page).getByRole('heading')).toHaveText('Draws with 7 or 60')
  })
})

test('all games are searched together, without the table of one of them; an error is at its row and moves nothing', async ({
  page,
  visit,
}) => {
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

test('the address contains the whole search, through reload, Back and Forward; one of an earlier release is read', async ({
  page,
  visit,
}) => {
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
})

test('the game is remembered between screens, and an address has precedence', async ({ page, visit }) => {
  await visit('free', '/dashboard/past-results')
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
  await expect(page.getByRole('main')).toContainText('Type a number to search all games, or choose a game.')
})

test('before a game is chosen, the one that the player follows is shown', async ({ page, visit }) => {
  await visit('basic', '/dashboard')
  const bell = page.getByRole('button', { name: 'Tell me the result of Bonanza' })
  await bell.click()
  await expect(bell).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/dashboard/past-results')
  await expect(game(page)).toHaveValue('bonanza')
  await expect(page.getByRole('table', { name: /Bonanza 2026/ })).toBeVisible()
})

test('on a wide screen a number has its counts by year, beside luck', async ({ page, visit }) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await visit('free', '/dashboard/past-results?number=7&type=winning&position=any_box&game=diamond&year=2026')
  const years = page.getByRole('region', { name: '7 in Diamond, by year' })
  await expect(years.getByRole('listitem')).toHaveText([
    '2026too few to tell2 of 2',
    '2025too few to tell1 of 1',
    '2024too few to tell1 of 1',
  ])
  await expectAccessible(page, 'a number by year')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(years).toHaveCount(0)
})
