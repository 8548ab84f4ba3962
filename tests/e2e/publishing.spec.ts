// The ten seconds before a result of the desk is published: undo, and what goes wrong meanwhile.
import { setTimeout } from 'node:timers/promises'
import type { Page, Route } from '@playwright/test'
import { DESKTOP, expect as expectWithin, test } from './app.ts'
import { bar, cell, cellsOf, NOON, RESULTS, saidOn } from './desk.ts'

test.use({ own: true, viewport: DESKTOP })
test.describe.configure({ timeout: 120_000 })

// The ten seconds come on top of the usual time.
const expect = expectWithin.configure({ timeout: 30_000 })

const KING = '07124560890309273381'
const game = (page: Page) => page.getByLabel('Game name', { exact: true })

async function enter(page: Page, digits: string) {
  await expect(cell(page, 'Winning 1')).toBeFocused()
  await page.keyboard.type(digits)
  await page.keyboard.press('Enter')
}

test.beforeEach(async ({ visit, setClock, page }) => {
  setClock(NOON)
  await visit('admin', RESULTS)
  await expect(cell(page, 'Winning 1')).toBeFocused()
})

test('draws follow each other while they count down, and keys undo the last one without losing a digit', async ({
  page,
  ask,
  publish,
  setClock,
}) => {
  await enter(page, KING)
  await expect(game(page)).toHaveValue('super')
  const king = bar(page, 'Premier King')
  await expect(king).toContainText(/in ([89]|10) s/)
  await expect(king).toContainText(/7 - 12 - 45 - 60 - 89, in \d+ sM 3 - 9 - 27 - 33 - 81/)
  // Screen readers hear the words, and not each second.
  await expect(king.getByRole('alert').locator('[aria-hidden]')).toHaveText(/^ in \d+ s$/)
  await enter(page, '01020304050607080910')
  await expect(bar(page, 'Super')).toBeVisible()
  await expect(king).toBeVisible()
  await expect(game(page)).toHaveValue('clubmaster')
  await page.keyboard.type('1112')
  expect((await ask('/api/admin/draws')).draws).toEqual([])

  await page.keyboard.press('Escape')
  await page.keyboard.press('u')
  await expect(saidOn(page)).toHaveText(
    'Super, Sat 14 Mar 2026, is undone. Nobody has seen it. Change it and upload it again.',
  )
  await expect(game(page)).toHaveValue('super')
  await expect.poll(() => cellsOf(page)).toBe('1 2 3 4 5 6 7 8 9 10')
  await page.reload()
  await expect(saidOn(page)).toHaveText('Your unsaved entry is back. Save it or clear it.')
  await cell(page, 'Winning 5').fill('55')
  await page.keyboard.press('Enter')
  await expect(bar(page, 'Super')).toContainText('1 - 2 - 3 - 4 - 55')
  await expect(game(page)).toHaveValue('clubmaster')
  await expect.poll(async () => (await cellsOf(page)).trim()).toBe('11 12')

  // Answers take longer than the seconds between two polls.
  await page.route('**/api/admin/desk', async (route) => {
    await setTimeout(5000)
    await route.continue()
  })
  await publish()
  await expect(saidOn(page)).toHaveText(/^Super, Sat 14 Mar 2026, is saved\. 1 - 2 - 3 - 4 - 55\./)
  await expect(page.getByRole('group', { name: /^Publishing/ })).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const { draws } = await ask('/api/admin/draws')
  expect(draws.map((one: any) => [one.game, one.winning[4]]).toSorted()).toEqual([
    ['king', 89],
    ['super', 55],
  ])
  await saidOn(page).getByRole('button', { name: 'Correct' }).click()
  await expect(saidOn(page)).toContainText('Save what you typed first, or discard it.')

  await test.step('an undo that comes too late says so, and the list has the published draw', async () => {
    setClock('2026-03-14 15:30')
    await page.reload()
    // The screen does not learn of the publication before the undo is refused.
    const waiting: Route[] = []
    let isOpen = true
    await page.route('**/api/admin/desk', (route) => (isOpen ? route.continue() : void waiting.push(route)))
    await cell(page, 'Winning 3').focus()
    await page.keyboard.type('4661900410283482')
    await page.keyboard.press('Enter')
    const clubMaster = bar(page, 'Club Master')
    await expect(clubMaster).toBeVisible()
    isOpen = false
    await publish()
    await clubMaster.getByRole('button', { name: 'Undo' }).click()
    await expect(saidOn(page)).toContainText(
      'Too late to undo: this result is published, or a colleague undid it.',
    )
    isOpen = true
    for (const route of waiting) await route.continue()
    await expect(clubMaster).toHaveCount(0)
    await page.getByRole('button', { name: 'Correct Club Master, Sat 14 Mar 2026' }).click()
    await expect(page.getByLabel('Reason')).toBeVisible()
    await expect.poll(() => cellsOf(page)).toBe('11 12 46 61 90 4 10 28 34 82')
  })
})

test('another tab shows the same countdown and its undo ends it on both; it outlives a reload and a loss of the network', async ({
  page,
  ask,
}) => {
  await enter(page, KING)
  await expect(bar(page, 'Premier King')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(RESULTS)
  await bar(other, 'Premier King').getByRole('button', { name: 'Undo' }).click()
  await expect(saidOn(other)).toContainText('Premier King, Sat 14 Mar 2026, is undone.')
  await expect.poll(() => cellsOf(other)).toBe('7 12 45 60 89 3 9 27 33 81')
  await expect(bar(page, 'Premier King')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Due today' })).not.toContainText('Publishing')
  expect((await ask('/api/admin/draws')).draws).toEqual([])
  await other.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(async () => (await cellsOf(other)).trim()).toBe('')
  await other.close()

  await test.step('the countdown outlives a reload and a loss of the network', async () => {
    await page.reload()
    await enter(page, KING)
    await expect(bar(page, 'Premier King')).toBeVisible()
    await page.reload()
    await bar(page, 'Premier King').getByRole('button', { name: 'Undo' }).click()
    await expect(game(page)).toHaveValue('king')
    await expect.poll(() => cellsOf(page)).toBe('7 12 45 60 89 3 9 27 33 81')

    await page.keyboard.press('Enter')
    await expect(bar(page, 'Premier King')).toBeVisible()
    await page.context().setOffline(true)
    await bar(page, 'Premier King').getByRole('button', { name: 'Undo' }).click()
    await expect(saidOn(page)).toContainText('No internet connection. Please check your network.')
    await expect(bar(page, 'Premier King')).toBeVisible()
    // The server publishes by itself.
    await expect.poll(async () => (await ask('/api/admin/draws')).draws.length).toBe(1)
    await page.context().setOffline(false)
    await expect(bar(page, 'Premier King')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Entered' })).toContainText('Premier King')
    await page.reload()
    await expect(saidOn(page)).toContainText('Premier King, Sat 14 Mar 2026, is saved.')
  })
})
