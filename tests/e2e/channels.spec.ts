// An owner connects a channel, a result is posted in it and corrected, and staff decide about a post whose answer is lost.
import { addDays, instantAt, lagosDate } from '../../src/platform/rules/base/calendar.ts'
import { slotOn } from '../../src/draws/rules/draw-calendar.ts'
import { CONNECTION, posts, telegramMode } from '../support/telegram.ts'
import { axeFindings, DESKTOP, PHONE, scrollsSideways } from './app.ts'
import { expect, heading, test } from './paying.ts'

test.describe.configure({ timeout: 180_000 })

test('an owner connects a channel with a preview, and decides about a post whose answer is lost', async ({
  page,
  app,
  signIn,
  staff,
  runJobs,
}) => {
  const { clock, db, draws } = app.services
  const gold = draws.current().games.find(({ key }) => key === 'gold')!
  const now = await clock.now(db)
  const days = Array.from({ length: 8 }, (_, i) => addDays(lagosDate(now), -i))
  const date = days.find((day) => instantAt(day, slotOn(gold, day)?.close ?? Infinity) <= now)!

  await signIn('admin')
  await page.setViewportSize(PHONE)
  await page.goto('/admin/settings')
  await expect(heading(page, 'Settings')).toBeVisible()
  await expect(page.getByText('No channel is connected.')).toBeVisible()
  await page.locator('summary', { hasText: 'Connect a channel' }).click()
  const form = page.getByRole('group').filter({ hasText: 'Connect a channel' })
  await form.getByLabel('Token of the bot').fill(CONNECTION.token)
  await form.getByLabel('Name of the channel').fill('@nowhere_at_all')
  await form.getByLabel('Reason').fill('Our channel')
  await form.getByRole('button', { name: 'Preview' }).click()
  await expect(form.getByText(/^Draws of /)).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  expect(await scrollsSideways(page)).toBe(false)
  await form.getByRole('button', { name: 'Connect a channel' }).click()
  await expect(form.getByText('Telegram: Bad Request: chat not found').first()).toBeVisible()
  await expect(form.getByLabel('Token of the bot')).toHaveValue(CONNECTION.token)
  await form.getByLabel('Name of the channel').fill('@lotto_demo')
  await form.getByRole('button', { name: 'Connect a channel' }).click()
  await expect(page.getByText('posted by @lotto_demo_bot')).toBeVisible()

  await telegramMode(app, { drop: 'after', times: 1 })
  const { id, version } = await staff.record({ game: 'gold', date, winning: [1, 2, 3, 4, 5] })
  await runJobs()
  await page.reload()
  await expect(page.getByText('uncertain: it may have arrived')).toBeVisible()
  await page.locator('summary', { hasText: 'Decide about post' }).click()
  const decision = page.getByRole('group').filter({ hasText: 'Decide about post' })
  await decision.getByLabel('Decision').selectOption('It is in the channel: its link is below')
  await decision.getByLabel('Reason').fill('I see it')
  await decision.getByRole('button', { name: 'Decide' }).click()
  await expect(decision.getByText(/^Copy the link of the post/).first()).toBeVisible()
  const [post] = await posts(app)
  await decision.getByLabel('Link of the post').fill(`https://t.me/lotto_demo/${post!.message_id}`)
  await decision.getByRole('button', { name: 'Decide' }).click()
  const latest = page.getByRole('list', { name: 'Latest posts' })
  await expect(latest).toContainText('waits')
  await runJobs()
  await page.setViewportSize(DESKTOP)
  await page.reload()
  await expect(latest).toContainText('posted')

  await staff.correct({ id, version }, { date, winning: [1, 2, 3, 4, 9] })
  await runJobs()
  expect(await posts(app)).toMatchObject([{ message_id: post!.message_id, edits: 1 }])
  await page.reload()
  await expect(page.getByText(/^Corrected: Gold/)).toBeVisible()
})
