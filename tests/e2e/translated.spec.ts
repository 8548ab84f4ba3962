import type { Page } from '@playwright/test'
import { labFigurePath } from '../../src/statistics/rules/lab/query.ts'
import { PATHS, SCREENS } from '../../src/platform/rules/site/paths.ts'
import { expect, test } from './app.ts'

/** Replaces every text of the page as a browser's translator does: by a font within a font. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (text) =>
      text.parentElement!.closest('script, style, option, textarea, svg, font') || !text.nodeValue!.trim()
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
    )
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.append(text.nodeValue!)
      outer.append(inner)
      text.replaceWith(outer)
    }
    return texts.length
  })

/** What a reader sees of the screen. */
const shown = async (page: Page) => (await page.getByRole('main').innerText()).replaceAll(/\s+/g, '')

/** Chooses another value in each of the screen's selects. */
async function useSelects(page: Page): Promise<void> {
  const selects = page.getByRole('main').locator('select:visible:enabled')
  const count = await selects.count()
  for (let i = 0; i < count; i++) {
    const select = selects.nth(i)
    const values = await select
      .locator('option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
    const current = await select.inputValue()
    const other = values.findLast((value) => value !== '' && value !== current)
    if (other !== undefined) await select.selectOption(other)
  }
}

/** Waits until the screen has loaded, and has shown the same for half a second. */
async function settled(page: Page): Promise<string> {
  let last = ''
  await expect
    .poll(
      async () => {
        const before = last
        last = await shown(page)
        return last !== '' && last === before && !last.includes('Loading...')
      },
      { intervals: [500] },
    )
    .toBe(true)
  return last
}

const PATHS_TO_USE = [
  SCREENS.pastResults.path,
  SCREENS.frequentNumbers.path,
  SCREENS.classification.path,
  SCREENS.statistics.path,
  labFigurePath('gaps', {}),
  `${PATHS.number}/7`,
]

test('screens show the same after use as a fresh load when they are translated', async ({ page, signIn }) => {
  await signIn('pro')
  for (const path of PATHS_TO_USE)
    await test.step(path, async () => {
      await page.goto(path)
      await settled(page)
      expect(await translate(page)).toBeGreaterThan(10)
      await useSelects(page)
      await settled(page)
      // A translator replaces the new texts too.
      await translate(page)
      await useSelects(page)
      const after = await settled(page)
      await page.goto(page.url())
      expect(await settled(page)).toBe(after)
    })
})

test('the days of Day Result change on a translated page, and so do the screens of the menu', async ({
  page,
  visit,
}) => {
  await visit('pro', SCREENS.dayResult.path)
  await settled(page)
  await translate(page)
  await page.getByRole('navigation', { name: 'Days' }).getByRole('link').nth(1).click()
  await expect(page).toHaveURL(/date=/)
  const shownDay = await settled(page)
  await page.goto(page.url())
  expect(await settled(page)).toBe(shownDay)
  for (const path of [SCREENS.slip.path, SCREENS.prediction.path]) {
    await translate(page)
    await page.locator(`nav a[href="${path}"]:visible`).first().click()
    await expect(page).toHaveURL(new RegExp(path))
    const after = await settled(page)
    await page.goto(page.url())
    expect(await settled(page)).toBe(after)
  }
})
