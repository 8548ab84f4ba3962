// Our own counts of page views: a player opens screens, and staff see the charts.
import { sql } from 'drizzle-orm'
import { expect, heading, PHONE, test } from './app.ts'
import { expectAccessible } from './accessible.ts'

// Programs are not counted, and Chromium names itself as one while it is driven by a test.
const userAgent = 'Mozilla/5.0 (Linux; Android 12) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'
test.use({ own: true, viewport: PHONE, userAgent })

test('opened screens are counted once each, and the staff’s charts show them', async ({
  app,
  page,
  visit,
}) => {
  const counted = async () => {
    await app.services.usage.flush()
    const { rows } = await app.services.db.execute(
      sql`select page, source, sum(n)::int as n from usage_counts where plan = 'pro' group by 1, 2 order by 1, 2`,
    )
    return rows.map(({ page, source, n }) => `${page as string} ${source as string} ${n as number}`)
  }
  const counter = page.waitForResponse(/count-views/)
  await visit('pro', '/dashboard')
  await counter
  const bar = page.getByRole('navigation', { name: 'Main' }).last()
  await bar.getByRole('link', { name: 'Chart' }).click()
  await expect(heading(page, 'Lotto Classification Chart')).toBeVisible()
  await expect.poll(counted).toEqual(['classification own 1', 'overview direct 1'])
  await bar.getByRole('link', { name: 'Prediction' }).click()
  await expect(page).toHaveURL(/prediction$/)
  await expect.poll(counted).toEqual(['classification own 1', 'overview direct 1', 'prediction own 1'])

  await visit('admin', '/admin')
  const visits = page.getByRole('region', { name: 'Visits by day' })
  await expect(visits).toContainText('1 visit, 3 pages viewed.')
  await expect(page.getByRole('region', { name: 'Forecasts opened by day' })).toContainText('1 view of pages')
  await visits.getByText('As a table').click()
  await expect(visits.getByRole('row').last()).toContainText('1')
  await expect(page.getByRole('region', { name: 'Most viewed pages' }).first()).toContainText('Prediction')
  await expectAccessible(page, 'the staff’s charts')
})
