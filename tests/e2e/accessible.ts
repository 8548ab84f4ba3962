import type { Page } from '@playwright/test'
import { axeFindings, DESKTOP, expect, PHONE, scrollsSideways } from './app.ts'
import { smallTargets } from './targets.ts'

/** The only rules whose results depend on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Expects that axe finds nothing on the page of a phone in both themes, and that its targets have 44 pixels. Afterwards the
 * page has the size of a phone and the dark theme.
 *
 * @param what names the state of the page in a failure
 * @param exclude a selector of what axe leaves out
 */
export async function expectAccessible(page: Page, what: string, exclude?: string): Promise<void> {
  await page.setViewportSize(PHONE)
  await expectNoFindings(page, what, exclude)
  expect(await smallTargets(page), `${what}, targets below 44 pixels`).toEqual([])
}

/** Expects that axe finds nothing on the page of a desktop, and that large text fits. A screen of each layout suffices. */
export async function expectAccessibleAtADesk(page: Page, what: string, exclude?: string): Promise<void> {
  await page.setViewportSize(DESKTOP)
  await expectNoFindings(page, `${what}, at a desk`, exclude)
  await expectLargeTextFits(page, `${what}, at a desk`)
}

async function expectNoFindings(page: Page, what: string, exclude = ''): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await axeFindings(page, { exclude }), `${what}, light`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await axeFindings(page, { exclude, rules: COLOUR_RULES }), `${what}, dark`).toEqual([])
}

/** Expects that nothing of a phone scrolls sideways at 320 pixels, and with text at twice the size. */
export async function expectFits(page: Page, what: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await scrollsSideways(page), `${what}, at 320 pixels`).toBe(false)
  await page.setViewportSize(PHONE)
  await expectLargeTextFits(page, what)
}

async function expectLargeTextFits(page: Page, what: string): Promise<void> {
  await setTextSize(page, '200%')
  expect(await scrollsSideways(page), `${what}, large text`).toBe(false)
  await setTextSize(page, '')
}

async function setTextSize(page: Page, size: string): Promise<void> {
  await page.evaluate((wanted) => {
    document.documentElement.style.fontSize = wanted
  }, size)
}
