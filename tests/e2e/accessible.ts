import type { Page } from '@playwright/test'
import { axeFindings, DESKTOP, expect, PHONE, scrollsSideways } from './app.ts'
import { smallTargets } from './targets.ts'

/** The only rules whose results depend on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Expects that axe finds nothing on the page at both widths in both themes, that nothing scrolls sideways at 320 pixels and
 * with text at twice the size, and that targets on a phone have 44 pixels. Afterwards the page has the size of a phone and its own text size.
 *
 * @param what names the state of the page in a failure
 * @param exclude a selector of what axe leaves out
 */
export async function expectAccessible(page: Page, what: string, exclude?: string): Promise<void> {
  const findings = (rules?: string[]) =>
    axeFindings(page, { ...(exclude && { exclude }), ...(rules && { rules }) })
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await findings(), `${what}, ${viewport.width} light`).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findings(COLOUR_RULES), `${what}, ${viewport.width} dark`).toEqual([])
  }
  await page.setViewportSize(PHONE)
  expect(await smallTargets(page), `${what}, targets below 44 pixels`).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await scrollsSideways(page), `${what}, at 320 pixels`).toBe(false)
  await setTextSize(page, '200%')
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
    expect(await scrollsSideways(page), `${what}, large text at ${viewport.width}`).toBe(false)
  }
  await setTextSize(page, '')
  await page.setViewportSize(PHONE)
}

async function setTextSize(page: Page, size: string): Promise<void> {
  await page.evaluate((wanted) => {
    document.documentElement.style.fontSize = wanted
  }, size)
}
