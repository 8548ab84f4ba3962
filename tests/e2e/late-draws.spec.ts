// Staff acknowledge a late draw on their first screen, on a phone.
import { expectAccessible } from './accessible.ts'
import { lateAlert } from '../support/late-alert.ts'
import { expect, PHONE, test } from './app.ts'
import {
  addDays,
  formatDate,
  formatDayMonth,
  lagosDate,
  weekOf,
} from '../../src/platform/rules/base/calendar.ts'
import { raiseLateDraws } from '../../src/draws/server/desk/late-draws.ts'

test.use({ own: true, viewport: PHONE })

// The database of the test is of today, and no draw before it is late.
const monday = weekOf(addDays(lagosDate(Date.now()), 14))[0]!
test.beforeEach(({ setClock }) => setClock(`${monday} ${lateAlert(5)}`))

test('staff acknowledge a late draw with a note, and it leaves the screen when it is entered', async ({
  app,
  page,
  visit,
  staff,
}) => {
  await staff.record({ game: 'aseda', date: addDays(monday, -1), winning: [7, 12, 45, 60, 89] })
  const { db, clock, draws } = app.services
  await raiseLateDraws(db, await clock.now(db), draws.current().games)

  await visit('admin', '/admin')
  const late = page.getByRole('region', { name: 'Late draws: 1' })
  const line = late.locator('summary')
  await expect(line).toContainText(new RegExp(`Diamond ${formatDayMonth(monday)} Late by \\d+ min`))
  await expect(line).toContainText(/Expected at 10:00, staff alerted \d\d:\d\d/)
  await line.press('Enter')
  await expectAccessible(page, 'the form of an acknowledgement')
  await late.getByLabel('Note (optional)').fill('The operator is late too')
  await late.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(late).toContainText(/Acknowledged by Ada Admin, \d\d:\d\d: The operator is late too/)
  await expect(late.getByRole('status')).toHaveText('The delay of Diamond is acknowledged.')
  await expect(late.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Latest activity' })).toContainText(
    `Ada Admin acknowledged the alarm about Diamond of ${formatDate(monday)}: A scheduled draw has no result.`,
  )

  await staff.record({ game: 'diamond', date: monday, winning: [7, 12, 45, 60, 89] })
  await page.reload()
  await expect(page.getByText('Total users')).toBeVisible()
  await expect(page.getByRole('heading', { name: /Late draws/ })).toHaveCount(0)
})
