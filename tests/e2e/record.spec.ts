// The public record, the check of the whole log and the methods. All but the check work without script.
import { addDays, lagosDate } from '../../src/platform/rules/base/calendar.ts'
import { addAuthor, history, publication, seedLedger } from '../support/seed-ledger.ts'
import { expectAccessible } from './accessible.ts'
import { expect, heading, PHONE, test } from './app.ts'

test.use({ own: true, javaScriptEnabled: false, viewport: PHONE })

test('a visitor reads the record, opens a draw and checks a forecast', async ({ page, app, staff }) => {
  const now = Date.now()
  const author = await addAuthor(app, 'Mama Ngozi')
  const twoSure = { numbers: [7, 42], form: 'two_sure', author } as const
  const forecasts = history(now, 40, { ...twoSure, numbers: [7, 42] }, (i) => (i % 8 === 0 ? 1 : 0))
  const open = publication({ date: addDays(lagosDate(now), 1), numbers: [1, 2], form: 'banker', author })
  await seedLedger(app, [...forecasts, { ...open, at: now - 1000 }])
  await staff.record({ game: 'diamond', date: addDays(lagosDate(now), -1), winning: [90, 89, 88, 87, 86] })

  await page.goto('/record')
  await expect(heading(page, 'Public record')).toBeVisible()
  await expect(page.getByText('Too early to tell: 5 of 80 numbers came.')).toBeVisible()
  for (const more of await page.getByText(/^All \d+ of /).all()) await more.click()
  await expect(page.locator('.wall').getByRole('link', { name: / came\. / })).toHaveCount(40)
  await expect(page.locator('.wall').getByRole('link', { name: /\. Sealed\. / })).toHaveCount(1)
  // Each dot of the funnel opens its draw, where the draw has a page.
  await page.getByRole('link', { name: /^Diamond, .*: 0 of 2 came$/ }).click()
  await expect(page).toHaveURL(/\/d\//)
  await page.goBack()
  await page
    .getByRole('link', { name: / Not won, 1 of 2 came\. The only forecast / })
    .first()
    .click()
  await expect(page.getByRole('article')).toContainText('Mama Ngozi')
  await page.goto('/record')
  await page.getByRole('link', { name: /\. Sealed\. The only forecast for this draw so far\. / }).click()
  await expect(page.getByText('The forecast is fixed, and secret until its close.')).toBeInViewport()
  await page.getByLabel('Number or commitment of an entry').fill('1')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('Start of the record')).toBeInViewport()
  await page.getByRole('link', { name: 'Methods', exact: true }).click()
  await page.getByRole('link', { name: 'The verdict on a record' }).click()
  await expect(heading(page, 'The verdict on a record')).toBeVisible()
})

test.describe('with the tools of axe', () => {
  test.use({ javaScriptEnabled: true })

  test('the pages are accessible at both widths in both themes', async ({ page, app, staff }) => {
    const author = await addAuthor(app, 'Mama Ngozi with a very long pen name')
    const ten = { numbers: [61, 11, 58, 5, 36, 20, 80, 81, 67, 39], form: 'ten', author } as const
    await seedLedger(
      app,
      history(Date.now(), 30, { ...ten, numbers: [...ten.numbers] }, (i) => (i % 2 === 0 ? 1 : 0)),
    )
    const yesterday = addDays(lagosDate(Date.now()), -1)
    await staff.record({ game: 'diamond', date: yesterday, winning: [90, 89, 88, 87, 86] })
    await page.goto('/methods/verdict')
    await expectAccessible(page, 'a method')
    await page.goto('/record')
    await page
      .getByRole('link', { name: / Not won, 1 of 10 came\. / })
      .first()
      .click()
    await page.getByRole('button', { name: 'Check on this phone' }).click()
    await expect(page.getByText('It matches')).toBeVisible()
    await expectAccessible(page, 'a slip')
  })
})

test.describe('the check of the whole record', () => {
  test.use({ javaScriptEnabled: true })

  test('runs in the browser, also without module workers, finds a changed byte, and compares at the next visit what it kept', async ({
    page,
    staff,
  }) => {
    await staff.predict({ gameName: 'diamond', numbers: '7, 42', form: 'two_sure' })
    await page.goto('/record/check')
    const check = page.getByRole('button', { name: /^Check all/ })
    await check.click()
    await expect(page.getByText('These checks found no problem.')).toBeVisible()
    await expect(page.getByText('The record’s page has the same totals.')).toBeVisible()
    await expect(page.getByText('You gave no fingerprint that you kept.')).toBeVisible()

    await page.getByText('I kept a fingerprint').click()
    const kept = page.getByLabel('The text with it')
    await kept.fill('a note of mine')
    await check.click()
    await expect(page.getByText('What you kept has no fingerprint of the record.')).toBeVisible()
    await expect(kept).toHaveValue('a note of mine')
    const { log } = await (await page.request.get('/api/public/record')).json()
    await kept.fill(`Record ${log.entries} ${log.head} Keep this mail.`)
    await check.click()
    await expect(page.getByText('These checks found no problem.')).toBeVisible()

    await page.route('**/record.jsonl', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replace('"count":2', '"count":3') })
    })
    await check.click()
    await expect(page.getByText(/^Problems found: /)).toBeVisible()
    await expect(page.getByText(/do not have the fingerprint that the site lists. \(C1\)/)).toBeVisible()
    await expectAccessible(page, 'a record with problems')

    await test.step('a browser compares at its next visit what it kept, without a click', async () => {
      await page.unrouteAll()
      const compared = () => page.waitForResponse('**/api/public/record-head*')
      const visit = async () => {
        const answer = compared()
        await page.goto('/record/check')
        return (await answer).json()
      }
      const { size } = await visit()
      await staff.predict({ gameName: 'diamond', numbers: '8, 43', form: 'two_sure' })
      expect((await visit()).size).toBeGreaterThan(size)
      const notice = page.getByText('The record of forecasts was changed since your last visit.')
      await expect(page.getByRole('button', { name: /^Check all/ })).toBeVisible()
      await expect(notice).toBeHidden()

      await page.evaluate(() => {
        const kept = JSON.parse(localStorage.getItem('record')!) as { head: string }
        localStorage.setItem('record', JSON.stringify({ ...kept, head: 'f'.repeat(64) }))
      })
      await visit()
      await expect(notice).toBeVisible()
      await visit()
      await expect(notice).toBeVisible()
    })

    await test.step('a browser without module workers checks the record in the page', async () => {
      await page.evaluate(() => localStorage.removeItem('record'))
      // As Firefox before 114: the script of the Worker fails.
      await page.addInitScript(() => {
        const { Worker } = window
        window.Worker = class extends Worker {
          constructor(url: string | URL) {
            super(url, { type: 'classic' })
          }
        }
      })
      await page.goto('/record/check')
      await page.getByRole('button', { name: /^Check all/ }).click()
      await expect(page.getByText('These checks found no problem.')).toBeVisible()
    })
  })
})
