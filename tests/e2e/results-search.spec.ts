import type { Page } from '@playwright/test'
import { expect, heading, test, type NewDraw } from './app.ts'

test.use({ own: true })

/** Few enough draws to count by hand. */
const DRAWS: NewDraw[] = [
  { game: 'diamond', date: '2024-01-04', winning: [1, 2, 3, 4, 7], machine: [80, 81, 82, 83, 84] },
  { game: 'diamond', date: '2025-06-02', winning: [7, 13, 14, 15, 16], machine: [24, 25, 26, 27, 28] },
  { game: 'diamond', date: '2026-03-12', winning: [12, 7, 8, 9, 10], machine: [7, 20, 21, 22, 23] },
  { game: 'diamond', date: '2026-03-16', serial: 9, winning: [7, 12, 33, 45, 90], machine: [1, 2, 3, 4, 5] },
  { game: 'diamond', date: '2026-03-19', status: 'no_draw' },
  { game: 'bonanza', date: '2026-03-13', winning: [7, 60, 61, 62, 63] },
]

test.beforeEach(async ({ staff, setClock }) => {
  setClock('2026-03-20 12:00')
  for (const draw of DRAWS) await staff.record(draw)
})

const row = (page: Page, number: number) => page.getByRole('group', { name: `Search ${number}`, exact: true })
const search = (page: Page) => page.getByRole('button', { name: 'Search', exact: true }).click()
const messages = (page: Page) => page.getByRole('main').getByRole('status').getByRole('listitem')

async function fill(page: Page, number: number, [ball, type, position]: string[]): Promise<void> {
  await row(page, number).getByLabel('Number').fill(ball!)
  if (type) await row(page, number).getByLabel('Draw type').selectOption(type)
  if (position) await row(page, number).getByLabel('Position').selectOption(position)
}

test('a player searches three numbers and sees the matches', async ({ page, visit }) => {
  await visit('free', '/dashboard/past-results')
  await fill(page, 1, ['07', 'Winning', 'First box (winning)'])
  await page.getByRole('button', { name: 'Add a row' }).click()
  await fill(page, 2, ['12', 'Machine', 'First box (machine)'])
  await page.getByRole('button', { name: 'Add a row' }).click()
  await fill(page, 3, ['7', '', ''])
  await page.getByLabel('Game', { exact: true }).selectOption('Diamond')
  await search(page)

  await expect(messages(page)).toHaveText([
    'No "12" found in First box (machine) yet.',
    '"7" in First box (winning) is found 2 time(s).',
  ])
  await expect(
    page.getByText('Row 3 is not searched: a row needs a number, a draw type and a position.'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Diamond'])
  await expect(page.getByRole('group').filter({ hasText: 'Diamond 2026' }).locator('summary')).toHaveText(
    'Diamond 20262 draws, 1 match',
  )

  // Matches are marked by a word and by colour.
  const found = page.getByRole('row', { name: /Mon 16 Mar/ })
  await expect(found.getByRole('rowheader')).toHaveText('Mon 16 Mar match')
  const colour = (ball: string) =>
    found
      .getByRole('cell', { name: ball, exact: true })
      .evaluate((cell) => getComputedStyle(cell).backgroundColor)
  expect(await colour('7')).not.toBe(await colour('12'))
  await expect(page.getByRole('row', { name: /Thu 12 Mar/ }).getByRole('rowheader')).toHaveText('Thu 12 Mar')
  await expect(page.getByRole('row', { name: /Thu 19 Mar/ })).toHaveText('Thu 19 MarNo draw')

  // Another position of the same number. The other rows keep their input.
  await row(page, 1).getByLabel('Position').selectOption('Any box (winning)')
  await search(page)
  await expect(messages(page)).toHaveText([
    'No "12" found in First box (machine) yet.',
    '"7" in Any box (winning) is found 4 time(s).',
  ])
  await expect(page.getByRole('row', { name: /Thu 12 Mar/ }).getByRole('rowheader')).toHaveText(
    'Thu 12 Mar match',
  )

  // Rows can be removed, except the last one.
  await page.getByRole('button', { name: 'Remove search 2' }).click()
  await expect(row(page, 2).getByLabel('Number')).toHaveValue('7')
  await page.getByRole('button', { name: 'Remove search 2' }).click()
  await expect(page.getByRole('button', { name: /Remove/ })).toHaveCount(0)
  await page.getByLabel('Game', { exact: true }).selectOption('All games')
  await search(page)
  await expect(messages(page)).toHaveText(['"7" in Any box (winning) is found 5 time(s).'])
  await expect(page.getByText('is not searched')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Diamond', 'Bonanza'])
})

test('positions follow the draw type, and a wrong number shows an error and keeps the input', async ({
  page,
  visit,
}) => {
  await visit('free', '/dashboard/past-results')
  const position = row(page, 1).getByLabel('Position')
  await row(page, 1).getByLabel('Draw type').selectOption('Winning')
  const boxes = ['First box', 'Second box', 'Center box', 'Fourth box', 'Last box', 'Any box']
  await expect(position.getByRole('option')).toHaveText(['Choose', ...boxes.map((box) => `${box} (winning)`)])
  await position.selectOption('Last box (winning)')
  await row(page, 1).getByLabel('Draw type').selectOption('Machine')
  await expect(position.getByRole('option')).toHaveText(['Choose', ...boxes.map((box) => `${box} (machine)`)])

  for (const wrong of ['91', '0', '1.5', 'x7']) {
    await fill(page, 1, [wrong, 'Machine', 'Last box (machine)'])
    await search(page)
    const number = row(page, 1).getByLabel('Number')
    await expect(number, wrong).toHaveAttribute('aria-invalid', 'true')
    await expect(number).toHaveAccessibleDescription('Enter a number from 1 to 90.')
    await expect(number).toHaveValue(wrong)
    await expect(row(page, 1).getByLabel('Draw type')).toHaveValue('machine')
    await expect(position).toHaveValue('last_box_machine')
    await expect(messages(page)).toHaveCount(0)
  }
  await fill(page, 1, ['5'])
  await search(page)
  await expect(row(page, 1).getByLabel('Number')).not.toHaveAttribute('aria-invalid')
  await expect(messages(page)).toHaveText(['"5" in Last box (machine) is found 1 time(s).'])

  // At most ten rows.
  const add = page.getByRole('button', { name: 'Add a row' })
  for (let i = 0; i < 9; i++) await add.click()
  await expect(add).toBeHidden()
  await expect(page.getByRole('group', { name: /^Search \d/ })).toHaveCount(10)
})

test('the address contains the whole search, through reload, Back and Forward', async ({ page, visit }) => {
  await visit('free', '/dashboard/past-results')
  await fill(page, 1, ['7', 'Winning', 'First box (winning)'])
  await search(page)
  await expect(messages(page)).toHaveText(['"7" in First box (winning) is found 3 time(s).'])
  await page.getByRole('button', { name: 'Add a row' }).click()
  await fill(page, 2, ['7', 'Machine', 'First box (machine)'])
  await page.getByLabel('Game', { exact: true }).selectOption('Diamond')
  await page.getByLabel('Year').selectOption('2026')
  await page.getByLabel('Show only draws that match').check()
  await search(page)

  const expectSecond = async () => {
    await expect(messages(page)).toHaveText([
      '"7" in First box (winning) is found 1 time(s).',
      '"7" in First box (machine) is found 1 time(s).',
    ])
    await expect(row(page, 2).getByLabel('Draw type')).toHaveValue('machine')
    await expect(row(page, 2).getByLabel('Position')).toHaveValue('first_box_machine')
    await expect(page.getByLabel('Game', { exact: true })).toHaveValue('diamond')
    await expect(page.getByLabel('Year')).toHaveValue('2026')
    await expect(page.getByLabel('Show only draws that match')).toBeChecked()
    await expect(page.getByRole('rowheader')).toHaveText(['Mon 16 Mar match', 'Thu 12 Mar match'])
  }
  const expectFirst = async () => {
    await expect(messages(page)).toHaveText(['"7" in First box (winning) is found 3 time(s).'])
    await expect(row(page, 2)).toHaveCount(0)
    await expect(row(page, 1).getByLabel('Position')).toHaveValue('first_box_winning')
    await expect(page.getByLabel('Game', { exact: true })).toHaveValue('')
    await expect(page.getByLabel('Year')).toHaveValue('')
    await expect(page.getByLabel('Show only draws that match')).not.toBeChecked()
  }
  await expectSecond()
  await page.reload()
  await expectSecond()
  await page.goBack()
  await expectFirst()
  await page.goBack()
  await expect(messages(page)).toHaveCount(0)
  await expect(row(page, 1).getByLabel('Number')).toHaveValue('')
  await page.goForward()
  await expectFirst()
  await page.goForward()
  await expectSecond()

  // Only matching draws, of which there are none.
  await fill(page, 1, ['88'])
  await page.getByRole('button', { name: 'Remove search 2' }).click()
  await search(page)
  await expect(messages(page)).toHaveText(['No "88" found in First box (winning) yet.'])
  await expect(page.getByText('No draw matches.')).toBeVisible()
  await page.getByLabel('Show only draws that match').uncheck()
  await search(page)
  await expect(page.getByRole('rowheader')).toHaveCount(3)

  // An address can contain a search that the form does not offer.
  await page.goto(
    '/dashboard/past-results?number=7&type=winning&position=last_box_winning&game=nope&year=1850',
  )
  await expect(heading(page, 'Games Results')).toBeVisible()
  await expect(messages(page)).toHaveText(['"7" in Last box (winning) is found 1 time(s).'])
})

test('input that is not searched yet survives a jump to a game', async ({ page, visit }) => {
  await visit('free', '/dashboard/past-results')
  await fill(page, 1, ['7', 'Winning', 'First box (winning)'])
  await page.getByRole('button', { name: 'Add a row' }).click()
  await fill(page, 2, ['12'])
  await page
    .getByRole('navigation', { name: 'Jump to a game' })
    .getByRole('link', { name: 'Bonanza' })
    .click()
  await expect(page.getByRole('heading', { name: 'Bonanza', exact: true })).toBeInViewport()
  await expect(page).toHaveURL(/#game-bonanza$/)
  await expect(row(page, 1).getByLabel('Number')).toHaveValue('7')
  await expect(row(page, 1).getByLabel('Position')).toHaveValue('first_box_winning')
  await expect(row(page, 2).getByLabel('Number')).toHaveValue('12')
})

test('the link to the screen clears the search in the address and in the form', async ({ page, visit }) => {
  await visit('free', '/dashboard/past-results?number=7&type=winning&position=first_box_winning&game=diamond')
  await expect(messages(page)).toHaveCount(1)
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  await expect(messages(page)).toHaveCount(0)
  await expect(row(page, 1).getByLabel('Number')).toHaveValue('')
  await expect(page.getByLabel('Game', { exact: true })).toHaveValue('')
})
