// Pages without script, as a slow phone shows them first.
import { expect, heading, test } from './app.ts'

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('results can be read and searched by a plain form, and every year has a page', async ({
    page,
    visit,
    ask,
  }) => {
    await visit('free', '/dashboard/past-results')
    await page.getByRole('main').getByRole('link', { name: 'Metro', exact: true }).click()
    const bare = (await ask('/api/results?game=metro')) as { table: { game: string; rows: unknown[] } }
    const rows = page.getByRole('table').getByRole('rowheader')
    await expect(rows).toHaveCount(bare.table.rows.length)
    await expect(page.getByLabel('Game', { exact: true })).toHaveValue(bare.table.game)

    // A number and Search are enough.
    const answers = page.getByRole('status', { name: 'Answer' }).locator('b')
    const countOf = async (query: string) =>
      ((await ask(`/api/results?${query}`)) as { found: { findings: { count: number }[] } }).found
        .findings[0]!.count
    const number = page.getByLabel('Number', { exact: true })
    await number.fill('07')
    await page.getByLabel('Game', { exact: true }).selectOption('Diamond')
    await page.getByRole('button', { name: 'Search' }).click()
    const any = await countOf('number=7&type=winning&position=any_box&game=diamond')
    await expect(answers).toHaveText(`"7" in Any box (winning) is found ${any} time(s).`)
    await expect(number).toHaveValue('07')

    // Rows can be added, and each keeps its own choices.
    await page.getByRole('button', { name: 'Add a row' }).click()
    const second = page.getByRole('group', { name: 'Search 2' })
    await second.getByLabel('Number', { exact: true }).fill('8')
    await second.getByText('Machine', { exact: true }).click()
    await second.getByText('Last', { exact: true }).click()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(answers).toHaveCount(2)
    const last = await countOf('number=8&type=machine&position=last_box&game=diamond')
    await expect(answers.filter({ hasText: '"8"' })).toContainText(
      last > 0
        ? `"8" in Last box (machine) is found ${last} time(s).`
        : 'No "8" found in Last box (machine) yet.',
    )
    await expect(second.getByRole('radio', { name: 'Machine' })).toBeChecked()
    await expect(
      page.getByRole('group', { name: 'Search 1' }).getByRole('radio', { name: 'Any box' }),
    ).toBeChecked()

    const { table } = (await ask('/api/results?game=diamond')) as {
      table: { years: [number, number]; draws: number }
    }
    const before = table.years[1]
    await page
      .getByRole('main')
      .getByRole('link', { name: String(before), exact: true })
      .click()
    const year = (await ask(`/api/results?game=diamond&year=${before}`)) as { table: { draws: number } }
    await page.getByRole('link', { name: `All of ${before}` }).click()
    await expect(page.getByRole('table', { name: `Diamond ${before}` })).toBeVisible()
    await expect(rows).toHaveCount(year.table.draws)
  })

  test('a form that needs script says so', async ({ page, visit }) => {
    await visit('free', '/dashboard/slip/add')
    await expect(page.locator('noscript p')).toBeVisible()
    await expect(page.locator('noscript p')).toHaveText(/^To save numbers, switch on JavaScript/)
  })

  test('every screen of the dashboard is readable', async ({ page, signIn }) => {
    test.setTimeout(180_000)
    for (const [person, screens] of Object.entries({
      free: [
        ['', 'Overview', ' draws'],
        ['/day-result', 'Day Result', 'W Winning'],
        ['/classification?number=7', 'Lotto Classification Chart', 'Enquivalent'],
        ['/payment-channel', 'Payment Channels', '₦1,500'],
        ['/ai?chosen=ask%3Dcount%26numbers%3D45.first_box', 'AI Assistant', 'times in'],
        ['/ticket', 'Ticket Checker', '₦60'],
        ['/frequent-numbers', 'Frequent Numbers (Premium)', 'Upgrade to Basic'],
      ],
      pro: [
        ['/prediction', 'Prediction / Forecast (Premium)', 'Checked'],
        ['/frequent-numbers?window=30', 'Frequent Numbers (Premium)', '30 draws'],
        ['/moving-numbers', 'Moving Numbers', 'draws that repeat a number in the next draw'],
        ['/statistics', 'Statistics', 'No column of the chart helps to guess the next draw.'],
      ],
    } as const)) {
      await signIn(person as 'free' | 'pro')
      for (const [path, title, content] of screens) {
        await page.goto(`/dashboard${path}`)
        await expect(heading(page, title)).toBeVisible()
        await expect(page.getByRole('main')).toContainText(content)
        await expect(page.getByRole('main')).not.toContainText('Loading...')
      }
    }
  })
})

test('only the build’s script files run', async ({ page, visit, complaints }) => {
  await visit('free', '/dashboard/ai?question=%3C/script%3E%3Cscript%3Ewindow.ran=1%3C/script%3E')
  await expect(heading(page, 'AI Assistant')).toBeVisible()
  const scripts = await page
    .locator('script')
    .evaluateAll((all) => all.map((script) => [script.getAttribute('type'), script.hasAttribute('src')]))
  expect(scripts.filter(([type, file]) => type !== 'application/json' && !file)).toEqual([])
  // The policy refuses an injected script.
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = 1'
    document.body.append(script)
    document.body.insertAdjacentHTML('beforeend', '<img src="/nothing" onerror="window.ran = 1">')
  })
  await expect.poll(() => complaints.length).toBe(2)
  expect(complaints.splice(0).join()).toMatch(/Content Security Policy/)
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
})
