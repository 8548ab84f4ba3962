// What the tests of the staff's desk share.
import type { Page } from '@playwright/test'
import { expect, heading, type Person } from './app.ts'

export const RESULTS = '/admin/results'
/** Saturday 14 March 2026: Premier King 09:25, Super 12:25, Club Master 15:25, National 19:25, 06 20:00. */
export const NOON = '2026-03-14 13:10'

export const deskOf = (page: Page) => page.getByRole('form', { name: 'Upload result' })
export const cell = (page: Page, name: string) => page.getByLabel(name, { exact: true })
export const cellsOf = (page: Page) =>
  deskOf(page)
    .locator('fieldset input')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value).join(' '))
export const boxOf = (page: Page) => page.getByLabel('Type or paste what arrived')
export const saidOn = (page: Page) => deskOf(page).getByRole('alert')
export const bar = (page: Page, name: string) => page.getByRole('group', { name: `Publishing ${name}` })
export async function clear(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(cell(page, 'Winning 1')).toBeFocused()
}
export async function deleteOf(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page.getByRole('button', { name: `Delete ${name}` }).click()
}

export async function openDesk(
  page: Page,
  visit: (person: Person, path: string) => Promise<void>,
): Promise<void> {
  await visit('admin', RESULTS)
  await expect(heading(page, 'My Results')).toBeVisible()
  await expect(cell(page, 'Winning 1')).toBeFocused()
}

/** Pastes a text where the focus is, as a browser does. */
export const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement!.dispatchEvent(event)
  }, text)
