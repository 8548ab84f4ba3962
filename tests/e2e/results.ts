// What the tests of Games Results share.
import type { Page } from '@playwright/test'
import { type NewDraw, test } from './app.ts'

/** Few enough draws to count by hand. */
const DRAWS: NewDraw[] = [
  { game: 'diamond', date: '2024-01-04', winning: [1, 2, 3, 4, 7], machine: [80, 81, 82, 83, 84] },
  { game: 'diamond', date: '2025-06-02', winning: [7, 13, 14, 15, 16], machine: [24, 25, 26, 27, 28] },
  { game: 'diamond', date: '2026-03-12', winning: [12, 7, 8, 9, 10], machine: [7, 20, 21, 22, 23] },
  { game: 'diamond', date: '2026-03-16', serial: 9, winning: [7, 12, 33, 45, 90], machine: [1, 2, 3, 4, 5] },
  { game: 'diamond', date: '2026-03-19', status: 'no_draw' },
  { game: 'bonanza', date: '2026-03-13', winning: [7, 60, 61, 62, 63] },
]

export const row = (page: Page, number: number) =>
  page.getByRole('group', { name: `Search ${number}`, exact: true })
export const numberIn = (page: Page, place: number) => row(page, place).getByLabel('Number', { exact: true })
export const choose = (page: Page, place: number, text: string) =>
  row(page, place).getByText(text, { exact: true }).click()
export const chosen = (page: Page, place: number, group: string) =>
  row(page, place).getByRole('group', { name: group }).getByRole('radio', { checked: true })
export const game = (page: Page) => page.getByLabel('Game', { exact: true })
export const year = (page: Page) => page.getByLabel('Year', { exact: true })
export const search = (page: Page) => page.getByRole('button', { name: 'Search', exact: true }).click()
export const answer = (page: Page) => page.getByRole('status', { name: 'Answer' })
export const messages = (page: Page) => answer(page).locator('b')
export const luck = (page: Page) => answer(page).getByRole('img')
export const matches = (page: Page) => page.getByRole('region', { name: /^Draws with/ })
/** The dates of the matching draws. */
export const matchDates = (page: Page) => matches(page).getByRole('listitem').locator('.draw-name')
export const ringed = (page: Page) => page.getByRole('main').locator('.ball-hit')

/** Gives the test of a file a server with these draws. */
export function startWithDraws(): void {
  test.use({ own: true })
  test.describe.configure({ timeout: 120_000 })
  test.beforeEach(async ({ staff, setClock }) => {
    setClock('2026-03-20 12:00')
    for (const draw of DRAWS) await staff.record(draw)
  })
}
