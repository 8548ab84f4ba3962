import type { Page } from '@playwright/test'
import { ballOf, CLASSIFICATION, COLUMNS } from '../../src/draws/rules/classification/classification.ts'
import { LAB_FIGURES } from '../../src/statistics/rules/lab/figures.ts'
import { DESKTOP, expect, heading, PHONE, scrollsSideways, test } from './app.ts'

const CHART = '/dashboard/classification'
const HALVES = [
  ['Numbers 1 to 45', 1, 45],
  ['Numbers 46 to 90', 46, 90],
] as const

const numberLink = (page: Page, number: number) =>
  page.getByRole('rowheader', { name: String(number), exact: true }).getByRole('link')

test('the chart has the published figures, each ball a link to its number, and the result of the test on all draws; the chart needs no sideways scrolling, or scrolls in its own box, and its head stays below the masthead', async ({
  page,
  visit,
}) => {
  await visit('free', CHART)
  await expect(heading(page, 'Lotto Classification Chart')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(2)
  for (const [name, from, to] of HALVES) {
    const table = page.getByRole('table', { name })
    await expect(table.getByRole('columnheader')).toHaveText([
      'No',
      'Counterpart',
      'Bonanza',
      'Malta',
      'String Key',
      'Shadow',
      'Partner',
      'Enquivalent',
      'Code',
      'Turning',
    ])
    const cells = await table
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) =>
          [...row.children].map((cell) => [
            cell.textContent,
            cell.querySelector('a')?.getAttribute('href') ?? null,
          ]),
        ),
      )
    expect(cells).toEqual(
      CLASSIFICATION.slice(from - 1, to).map((row) =>
        COLUMNS.map(([key]) => {
          const cell = String(row[key])
          // 0, 00, 91 to 99 and '-' are not balls and have no link.
          const ball = ballOf(cell)
          return [cell, ball === null ? null : `/dashboard/number/${ball}`]
        }),
      ),
    )
  }

  await test.step('the page has the result of the test on all draws, and says that sample draws are generated', async () => {
    const result = page.getByRole('region', { name: 'Can the chart help you guess the next draws?' })
    const { sentence, sample } = await (await page.request.get('/api/chart-result')).json()
    expect(sample).toBe(true)
    await expect(result).toContainText(sentence)
    await expect(result).toContainText('These draws are generated.')
    await result.getByRole('link', { name: 'How the test works' }).click()
    await expect(heading(page, LAB_FIGURES['chart-test'].title)).toBeVisible()
  })

  await test.step('Find marks the number’s row, scrolls to it and moves the focus there', async () => {
    await page.goto(CHART)
    const number = page.getByLabel('Number', { exact: true })
    const find = async (typed: string) => {
      await number.fill(typed)
      await page.getByRole('button', { name: 'Find' }).click()
    }
    const marked = page.locator('[aria-current=true]')
    const expectFound = async (wanted: number) => {
      await expect(marked).toHaveText([String(wanted)])
      await expect(marked).toBeInViewport({ ratio: 1 })
      await expect(page).toHaveURL(new RegExp(`number=${wanted}$`))
      await expect(number).toHaveValue(String(wanted))
      await expect(number).toHaveAccessibleDescription('')
    }
    for (const wrong of ['91', '0', 'x7', '']) {
      await find(wrong)
      await expect(number).toHaveAccessibleDescription('Enter a number from 1 to 90.')
      await expect(number).toHaveValue(wrong)
      await expect(number).toBeFocused()
      await expect(marked).toHaveCount(0)
    }
    await find('07')
    await expectFound(7)
    await expect(numberLink(page, 7)).toBeFocused()
    await find('88')
    await expectFound(88)
    await expect(numberLink(page, 88)).toBeFocused()
    // The same number again, after the reader has scrolled away.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(marked).not.toBeInViewport()
    await find('88')
    await expectFound(88)

    await page.goBack()
    await expectFound(7)
    await page.reload()
    await expectFound(7)
    await page.goto(`${CHART}?number=95`)
    await expect(number).toHaveAccessibleDescription('Enter a number from 1 to 90.')
  })

  await test.step('the chart needs no sideways scrolling, or scrolls in its own box, and its head stays below the masthead', async () => {
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport)
      await visit('free', `${CHART}?number=30`)
      const heads = page.getByRole('columnheader', { name: 'Turning' })
      const boxes = page.getByRole('region', { name: /^Numbers/ })
      expect(await boxes.evaluateAll((all) => all.map((box) => box.scrollWidth - box.clientWidth))).toEqual([
        0, 0,
      ])
      await expect(numberLink(page, 30)).toBeInViewport({ ratio: 1 })
      await expect(heads.first()).toBeInViewport({ ratio: 1 })
      await expect(heads.first()).toBeVisible()
      const masthead = (await page.getByRole('banner').locator('> div').boundingBox())!
      expect((await heads.first().boundingBox())!.y).toBe(masthead.height)
      // The links to the halves.
      await page.getByRole('link', { name: '46-90' }).click()
      await expect(numberLink(page, 46)).toBeInViewport({ ratio: 1 })
    }

    await test.step('where ten columns do not fit, the table scrolls in its own box and keeps the first column', async () => {
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(CHART)
      const box = page.getByRole('region', { name: 'Numbers 1 to 45' })
      const before = (await numberLink(page, 1).boundingBox())!
      await box.evaluate((element) => element.scrollBy(1000, 0))
      expect(await box.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
      expect(await numberLink(page, 1).boundingBox()).toEqual(before)
      await expect(box.getByRole('columnheader', { name: 'Turning' })).toBeInViewport({ ratio: 1 })
      expect(await scrollsSideways(page)).toBe(false)
    })

    await test.step('it prints on one A4 sheet from a light and from a dark screen', async () => {
      await page.goto(`${CHART}?number=7`)
      for (const [colorScheme, viewport] of [
        ['light', DESKTOP],
        ['dark', PHONE],
      ] as const) {
        await page.emulateMedia({ colorScheme, media: null })
        await page.setViewportSize(viewport)
        const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1')
        expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
        await page.emulateMedia({ media: 'print' })
        await expect(page.getByRole('table')).toHaveCount(2)
        await expect(numberLink(page, 90)).toBeVisible()
        await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()
        const ink = await page
          .getByRole('cell')
          .first()
          .evaluate((cell) => getComputedStyle(cell).color)
        expect(ink).toBe('rgb(0, 0, 0)')
      }
    })
  })
})
