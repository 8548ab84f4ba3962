// A draw on an open phone: before it, its result, the win of a saved ticket, Share and the notification, with and without a network.
import type { Page } from '@playwright/test'
import { received } from '../support/push.ts'
import { runDueJobs } from '../../src/app/server/jobs/run.ts'
import { expectAccessible } from './accessible.ts'
import { test as base, expect, heading, openServer, PHONE } from './app.ts'
import { readyForOffline } from './kept.ts'
import { listNotifications, shown, startDelivery, usePushService } from './notices.ts'

const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- a fixture must destructure what it takes, and this one takes nothing
  app: async ({}, provide) => {
    const { app, close } = await openServer('installed', {}, { standIns: true })
    await provide(app)
    await close()
  },
})
test.use({ viewport: PHONE })
test.describe.configure({ timeout: 120_000 })

const DATE = '2026-03-16'
const PATH = `/dashboard/draw/diamond.${DATE}`
const DRAW = { game: 'diamond', date: DATE, winning: [41, 21, 3, 4, 5], machine: [6, 7, 8, 9, 10] }
const TICKET = {
  bet: 'two_sure',
  numbers: '41-21',
  stake: '100',
  game: 'diamond',
  from: DATE,
  once: false,
  notify: true,
}

const head = (page: Page) => page.getByRole('region', { name: 'Diamond, Mon 16 Mar 2026' })
const verdict = (page: Page) => page.locator('.verdict')
const centreOf = async (page: Page, place: number) => {
  const box = (await head(page).locator('.ball').nth(place).boundingBox())!
  return [box.x + box.width / 2, box.y + box.height / 2, box.width].map(Math.round)
}

test.beforeEach(async ({ app, page, setClock, grant, signIn }) => {
  setClock(`${DATE} 08:32`)
  await grant('pro', 'pro')
  await signIn('pro')
  const saved = await page.request.post('/api/slip', { data: TICKET, headers: { origin: app.url } })
  expect(saved.status()).toBe(201)
})

test('the result fills its places on the open page, rings the hits, and is said in one sentence', async ({
  page,
  staff,
  setClock,
}) => {
  await staff.record({ game: 'diamond', date: '2026-03-12', winning: [41, 30, 31, 32, 33] })
  const stream = page.waitForResponse((response) => response.url().endsWith('/api/live'))
  await page.goto(PATH)
  await stream
  await expect(head(page)).toContainText('closes 09:30')
  await expect(page.getByRole('link', { name: 'My numbers' })).toContainText('41, 21')
  await expectAccessible(page, 'a draw before its result')
  // The ticket plays in every draw, and so it is on the page of the draw after this one.
  await page.goto('/dashboard/draw/diamond.2026-03-19')
  await expect(page.getByRole('link', { name: 'My numbers' })).toContainText('41, 21')
  await page.goto(PATH)
  setClock(`${DATE} 10:12`)
  await page.reload()
  await expect(head(page)).toContainText(/Late by 1[2-9] min/)
  await expect(head(page)).toContainText('usually in by 10:00')
  await expect(page.getByRole('button', { name: 'Share this draw' })).toHaveCount(0)
  const height = (await head(page).boundingBox())!.height
  const places = [await centreOf(page, 0), await centreOf(page, 4), await centreOf(page, 9)]

  await staff.record(DRAW)
  await expect(head(page).locator('.ball-hit')).toHaveText(['41', '21'])
  await expect(head(page)).toContainText(/Result in at 10:1\d/)
  await expect(verdict(page)).toContainText('You won ₦24,00041 and 21 came. Two sure ₦100.')
  await expect(page.getByRole('button', { name: 'Share this draw' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Diamond' })).toHaveText(
    'New result: Diamond, Mon 16 Mar: 41 - 21 - 3 - 4 - 5; machine 6 - 7 - 8 - 9 - 10, You won ₦24,000',
  )
  expect((await head(page).boundingBox())!.height).toBe(height)
  expect([await centreOf(page, 0), await centreOf(page, 4), await centreOf(page, 9)]).toEqual(places)
  await expect(page.locator('.toast')).toHaveCount(0)
  await expectAccessible(page, 'a draw that was won')

  // Two hours later its neighbours and the waits of its numbers are there.
  setClock(`${DATE} 13:00`)
  await page.reload()
  await expect(head(page)).toContainText('Mon 16 Mar 2026')
  await expect(page.getByRole('navigation', { name: 'Draws of Diamond' })).toContainText('Thu 12 MarShare')
  const waits = page.getByRole('region', { name: 'How long each number had been away' }).getByRole('listitem')
  await expect(waits.first().getByRole('img')).toHaveAccessibleName(
    /^0\. Luck gives about 17, usually 0 to 52\./,
  )
  await expect(waits.nth(1)).toHaveText('21first time on record')
  await expect(page.getByText(/are linked to the numbers of Thu 12 Mar\. Luck gives about/)).toBeVisible()
})

test.describe('an evening', () => {
  test.use({ serviceWorkers: 'allow' })

  test('open page, no network, notification, win and Share', async ({
    page,
    context,
    app,
    browser,
    staff,
    setClock,
  }) => {
    await usePushService(page, app)
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'canShare', { value: () => false })
      const share = ({ text }: ShareData) => Promise.resolve(void localStorage.setItem('shared', text!))
      Object.defineProperty(navigator, 'share', { value: share })
    })
    await page.goto('/dashboard')
    await readyForOffline(page)
    // The whole row leads to the draw, which is one address from now on.
    const row = page.locator('.draw-row', { hasText: 'Diamond' })
    await row.click({ position: { x: 12, y: 8 } })
    await expect(page).toHaveURL(PATH)
    await expect(heading(page, 'Diamond')).toBeVisible()
    const bell = page.getByRole('button', { name: 'Tell me the result of Diamond' })
    await bell.click()
    await expect(bell).toHaveAttribute('aria-pressed', 'true')
    const worker = context.serviceWorkers()[0]!
    await listNotifications(worker)
    const deliver = await startDelivery(context, page, app.url)

    // The network fails before the draw.
    await context.setOffline(true)
    setClock(`${DATE} 09:48`)
    await page.reload()
    await expect(head(page)).toContainText('closes 09:30')
    await expect(page.getByRole('link', { name: 'My numbers' })).toContainText('41, 21')
    await staff.record(DRAW)
    await runDueJobs(app.services, app.database)
    const [message] = await received(app)
    expect(message).toMatchObject({ path: PATH })
    await deliver(message!)
    await expect
      .poll(() => shown(worker))
      .toEqual([['Your two sure came in Diamond: ₦24,000 at Premier’s prices', '41 - 21 - 3 - 4 - 5']])
    await expect(verdict(page)).toHaveCount(0)

    // The page has its result as soon as there is a network, and keeps it without one.
    await context.setOffline(false)
    await expect(verdict(page)).toContainText('You won ₦24,000')
    await expect(head(page).locator('.ball-hit')).toHaveText(['41', '21'])
    await context.setOffline(true)
    await page.goto(message!.path)
    await expect(verdict(page)).toContainText('You won ₦24,000')
    await context.setOffline(false)

    await page.getByRole('button', { name: 'Share this draw' }).click()
    await page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Share' }).click()
    const shared = () => page.evaluate(() => localStorage.getItem('shared') ?? '')
    await expect.poll(shared).toContain('Diamond, Mon 16 Mar 2026\nWinning: 41 - 21 - 3 - 4 - 5')
    const address = (await shared()).split('\n').at(-1)!
    expect(new URL(address).pathname).toBe(`/d/diamond.${DATE}`)

    // Everyone sees the result there, and nothing of the player.
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(address)
    await expect(visitor.getByText('Winning numbers: 41 - 21 - 3 - 4 - 5')).toBeVisible()
    await expect(visitor.locator('.ball-hit, .verdict')).toHaveCount(0)
    await expect(visitor.getByText('Sign up here')).toBeVisible()
    await visitor.context().close()
  })
})
