// The app without a network: it opens from the phone, and says how old its figures are.
import { expectAccessible } from './accessible.ts'
import { expect, heading, logOut, test } from './app.ts'
import { answersOf } from '../support/html.ts'
import { historyRequests, keptTexts, PAID_TEXT, readyForOffline, yearsIn } from './kept.ts'

test.use({ serviceWorkers: 'allow' })
test.describe.configure({ timeout: 90_000 })

test('without a network the app opens with results, search, numbers, days and the chart, and computes what the plan opens', async ({
  page,
  context,
  visit,
  setClock,
}) => {
  setClock('2026-03-16 14:05')
  await visit('free', '/dashboard/past-results?game=metro')
  const rows = page.locator('table.year tbody tr')
  const shown = await rows.allInnerTexts()
  await readyForOffline(page)
  await test.step('a later visit searches in the kept years', async () => {
    await page.goto('/dashboard/past-results?number=7&type=winning&position=any_box&game=')
    const answer = page.getByText(/is found \d+ time/).first()
    await expect(answer).toBeVisible()
    await page.waitForLoadState('networkidle')
    const [asked, pageAsked] = [historyRequests(context), historyRequests(page)]
    await page.reload()
    await expect(answer).toBeVisible()
    await expect.poll(() => pageAsked).toContain('/api/history')
    await page.waitForLoadState('networkidle')
    expect(yearsIn([...asked, ...pageAsked])).toEqual([])
    await page.goto('/dashboard/past-results?game=metro')
  })
  await context.setOffline(true)
  const opened = await page.reload()
  // The results are in the document, before its scripts run.
  expect(await opened!.text()).toMatch(/<table class="year">.*<tbody><tr>.*<\/tbody>/s)
  await expect(rows.first()).toBeVisible()
  expect(await rows.allInnerTexts()).toEqual(shown)
  const note = page.locator('.offline-note')
  await expect(note).toHaveText(/^You are offline. This screen is as of Mon 16 Mar 2026, 14:0\d.$/)

  // A search over every year, as the server answers it.
  const query = 'number=7&type=winning&position=any_box&game='
  await page.goto(`/dashboard/past-results?${query}`)
  const answer = page.getByText(/is found \d+ time/).first()
  await expect(answer).toBeVisible()
  const offline = await answer.innerText()

  await page.goto('/dashboard/number/7')
  await expect(page.getByRole('img', { name: /Luck gives about/ }).first()).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
  await page.goto('/dashboard/day-result?date=2026-02-02')
  await expect(page.locator('.draw-row').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Share Diamond/ })).toHaveCount(0)
  await page.goto('/dashboard/classification?number=7')
  await expect(page.getByRole('table').first()).toBeVisible()
  // The plan does not open them.
  await page.goto('/dashboard/frequent-numbers?window=all&set=machine')
  await expect(page.getByRole('region', { name: 'Locked' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.locator('.draw-row').first()).toBeVisible()

  // A screen that is not kept says so, and opens with the network.
  await page.goto('/dashboard/payment-channel')
  await expect(page.getByText('This screen needs a network.')).toBeVisible()
  await expectAccessible(page, 'a screen that is not kept')
  // A failed screen has no figures of any time. What it offers opens, also the ticket checker, which was never opened.
  await expect(note).toHaveText('You are offline. ')
  const offered = page.getByText('Without a network you can open').getByRole('link')
  await expect(offered).toHaveText([
    'Lotto Classification Chart',
    'Games Results',
    'Ticket Checker',
    'My slip',
  ])
  await offered.filter({ hasText: 'Ticket' }).click()
  await page.getByLabel('Number 1', { exact: true }).fill('41')
  await page.getByLabel('Number 2', { exact: true }).fill('20')
  // Which operator depends on the hour: the form proposes the next draw.
  await expect(page.getByRole('region', { name: 'This ticket' })).toContainText('Not known for')
  await expect(note).toContainText('as of')
  for (const path of ['/record', '/results/2026-02-02', '/methods']) {
    await page.goto(path)
    await expect(page.getByText('This screen needs a network.')).toBeVisible()
  }
  await context.setOffline(false)
  // It opens as soon as there is a network.
  await expect(heading(page, 'Methods')).toBeVisible()
  await page.goto(`/dashboard/past-results?${query}`)
  await expect(answer).toHaveText(offline)
  await expect(note).toHaveCount(0)

  await test.step('of a plan that opens them it computes frequent numbers that were never opened before', async () => {
    await logOut(page)
    await expect(heading(page, 'LOTTO FORECAST')).toBeVisible()
    // The plan of the demo account begins with the test.
    setClock(Date.now())
    await visit('basic', '/dashboard/past-results?game=metro')
    await readyForOffline(page)
    await context.setOffline(true)
    const main = page.getByRole('main')
    await page.goto('/dashboard/frequent-numbers?window=all&set=machine')
    await expect(page.locator('.game-row').first()).toBeVisible()
    await expect(note).toContainText('as of')
    const list = await main.innerText()
    await main.getByRole('link', { name: 'Diamond' }).click()
    await expect(page.getByRole('region', { name: 'Diamond' })).toBeVisible()
    const one = await main.innerText()
    // The server says the same.
    const address = page.url()
    await context.setOffline(false)
    await page.goto(address)
    await expect(note).toHaveCount(0)
    await expect.poll(() => main.innerText()).toBe(one)
    await page.goto('/dashboard/frequent-numbers?window=all&set=machine')
    await expect.poll(() => main.innerText()).toBe(list)
  })
})

test.describe('a repeat visit', () => {
  test.use({ own: true })

  test('an unchanged page is the kept one with the server’s time, and My slip is judged without a network', async ({
    page,
    context,
    app,
    visit,
    setClock,
    staff,
  }) => {
    setClock('2026-03-16 09:10')
    await visit('free', '/dashboard/draw/diamond.2026-03-16')
    const data = { bet: 'two_sure', numbers: '41-21', stake: '100', game: 'diamond', from: '2026-03-16' }
    const saved = await page.request.post('/api/slip', { data, headers: { origin: app.url } })
    expect(saved.status()).toBe(201)
    await readyForOffline(page)
    const head = page.getByRole('region', { name: 'Diamond, Mon 16 Mar 2026' })
    await expect(head).toContainText('closes 09:30')
    setClock('2026-03-16 10:12')
    const opened = await page.reload()
    const { now } = answersOf(await opened!.text())
    expect(now).toBeLessThan(Date.parse('2026-03-16T09:30+01:00'))
    await expect(head).toContainText(/Late by 1[2-9] min/)

    await test.step('without a network My slip is judged by a draw that came after it', async () => {
      await page.goto('/dashboard/slip')
      await expect(page.getByRole('region', { name: 'Waiting for the draw' })).toContainText('Diamond')
      const slipOfPhone = (text?: string) =>
        page.evaluate(async (older) => {
          const cache = await caches.open('lotto-person-1')
          const kept = (await cache.match('/api/slip'))!
          if (older) await cache.put('/api/slip', new Response(older, { headers: kept.headers }))
          return kept.text()
        }, text)
      const before = await slipOfPhone()
      await staff.record({ game: 'diamond', date: '2026-03-16', winning: [21, 2, 41, 4, 5] })
      // Another screen brings the draw to the phone.
      await page.goto('/dashboard/past-results?game=diamond')
      await expect(page.locator('table.year')).toContainText('16')
      await expect
        .poll(() => page.evaluate(async () => (await caches.match('/api/history/years/2026'))?.text()))
        .toContain('41')
      await slipOfPhone(before)
      await context.setOffline(true)
      await page.goto('/dashboard/slip')
      const judged = page.getByRole('region', { name: 'Judged' })
      // Without the ticket checker's answer no price is known here.
      await expect(judged.getByRole('listitem')).toContainText('Both came')
      await expect(judged.locator('.ball-hit')).toHaveText(['41', '21'])
      await expect(page.getByRole('region', { name: 'Waiting for the draw' })).toHaveCount(0)
      await context.setOffline(false)
    })
  })
})

test.describe('paid screens', () => {
  test.use({ own: true })
  test.beforeEach(({ staff }) => staff.predict({ gameName: 'Peoples', numbers: '7, 14', reasons: PAID_TEXT }))

  test('a paid screen is as of the server’s time, whatever the phone’s clock says; after a logout nothing of the person is on the phone', async ({
    page,
    context,
    visit,
    staff,
    grant,
    setClock,
  }) => {
    await grant('pro', 'pro')
    await staff.record({ game: 'metro', date: '2023-10-02', winning: [1, 2, 3, 4, 5] })
    // The phone is two days ahead.
    await page.addInitScript(() => {
      const real = Date.now
      Date.now = () => real() + 2 * 86_400_000
    })
    setClock(Date.now())
    await visit('pro', '/dashboard/prediction')
    await expect(page.getByRole('link', { name: 'Premier Peoples' })).toBeVisible()
    await readyForOffline(page)
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('link', { name: 'Premier Peoples' })).toBeVisible()
    const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', day: 'numeric', month: 'short' })
    await expect(page.locator('.offline-note')).toContainText(`as of`)
    await expect(page.locator('.offline-note')).toContainText(day.format(new Date()))

    await test.step('after a logout nothing of the person is on the phone, and the results wait for the next login', async () => {
      await context.setOffline(false)
      await page.goto('/dashboard/prediction')
      expect(await keptTexts(page)).toContain(PAID_TEXT)
      expect(await keptTexts(page)).toContain('pro@lotto.test')
      await logOut(page)
      await expect(heading(page, 'LOTTO FORECAST')).toBeVisible()
      await expect.poll(() => keptTexts(page)).not.toMatch(/For paying readers|pro@lotto\.test|lotto-person/)
      expect(await keptTexts(page)).toContain('/api/history/years/')
      await context.setOffline(true)
      for (const path of ['/dashboard/prediction', '/dashboard/past-results', '/login']) {
        const opened = await page.goto(path)
        expect(await opened!.text()).toContain('<div id="root"></div>')
        await expect(heading(page, 'You are signed out')).toBeVisible()
        expect(await page.content()).not.toMatch(/For paying readers|pro@lotto\.test/)
      }
    })
  })
})
