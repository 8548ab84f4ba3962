// Every screen, light and dark, on phone and desktop: axe finds nothing, and the screen fits narrow widths and large text.
import { addDays, lagosDate } from '../../src/platform/rules/base/calendar.ts'
import { LEGAL_PATHS } from '../../src/platform/rules/legal/legal.ts'
import { PATHS, publicResultsPath } from '../../src/platform/rules/site/paths.ts'
import { STAFF_PATHS } from '../../src/platform/rules/access/staff.ts'
import { expectAccessible, expectAccessibleAtADesk, expectFits } from './accessible.ts'
import { axeFindings, expect, type Person, test } from './app.ts'

const SEARCH = 'number=7&type=winning&position=any_box_winning&number=91&type=machine&position=&number=3'

/** Paths that only redirect, only receive a form, or close their window. */
const WITHOUT_SCREEN = new Set<string>([PATHS.start, PATHS.logout, PATHS.resendVerification, PATHS.popupDone])

function visitorOf(path: string): Person | null {
  if (path.startsWith('/admin')) return 'admin'
  if (path === PATHS.confirmation) return 'free'
  return path.startsWith('/dashboard') ? 'pro' : null
}

const SCREENS: [name: string, person: Person | null, path: string][] = [
  ...[...Object.values(PATHS), ...Object.values(LEGAL_PATHS), ...Object.values(STAFF_PATHS)]
    .filter((path) => !WITHOUT_SCREEN.has(path))
    .map((path): [string, Person | null, string] => [path, visitorOf(path), path]),
  ['404', null, '/nowhere'],
  ['record of a player', 'pro', PATHS.record],
  ['overview with locked cards', 'free', '/dashboard'],
  ['locked prediction', 'free', '/dashboard/prediction'],
  ['columns of the lab', 'pro', '/dashboard/statistics?figure=frequency'],
  ['dots of the lab, own draws', 'pro', '/dashboard/statistics?figure=gaps&games=diamond'],
  ['the map of pairs', 'pro', '/dashboard/statistics?figure=pairs'],
  ['all proofs', 'pro', '/dashboard/statistics/fair'],
  ['bars of the lab', 'pro', '/dashboard/statistics?figure=high-low&set=both'],
  ['a choice of the lab that is wrong', 'pro', '/dashboard/statistics?figure=followers&number=91'],
  ['draws behind a figure', 'pro', '/dashboard/statistics?figure=carry&mark=lag.1'],
  ['share and download', 'free', `${PATHS.downloads}?${SEARCH}`],
  ['results today', null, PATHS.results],
  ['results of a game', null, publicResultsPath('diamond')],
  ['a public day', null, publicResultsPath(addDays(lagosDate(Date.now()), -2))],
  ['a wrong day', 'free', '/dashboard/day-result?date=x'],
  ['a number search', 'free', `/dashboard/past-results?${SEARCH}&game=diamond`],
  ['an answer of the assistant', 'free', '/dashboard/ai?chosen=ask%3Dcount%26numbers%3D45%26games%3Ddiamond'],
]

/** Of long tables and lists axe reads the first rows; the others have the same structure. */
const LATER_ROWS = 'tbody tr:nth-child(n + 5), main li:nth-child(n + 9)'

/** One screen of each layout, which axe also reads at a desk. */
const LAYOUTS = new Set<string>([
  PATHS.login,
  PATHS.results,
  PATHS.record,
  PATHS.help,
  PATHS.overview,
  PATHS.classification,
  PATHS.prediction,
  PATHS.dayResult,
  PATHS.profile,
  '/dashboard/statistics?figure=frequency',
  PATHS.admin,
  STAFF_PATHS.results,
  STAFF_PATHS.users,
])

/** The screens of one person in parts, so that two workers share them. */
const PARTS = [...Map.groupBy(SCREENS, ([, person]) => person)].flatMap(([person, screens]) =>
  Array.from({ length: Math.ceil(screens.length / 8) }, (_, i) => ({
    person,
    screens: screens.slice(8 * i, 8 * i + 8),
  })),
)

for (const { person, screens } of PARTS)
  test(`${screens[0]![0]} to ${screens.at(-1)![0]}: accessible, and fitting for ${person ?? 'a stranger'}`, async ({
    page,
    signIn,
  }) => {
    test.setTimeout(480_000)
    if (person) await signIn(person)
    for (const [name, , path] of screens) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page, name, LATER_ROWS)
      await expectFits(page, name)
      if (LAYOUTS.has(path)) await expectAccessibleAtADesk(page, name, LATER_ROWS)
    }
  })

test('the open menu is accessible, and animations stop with reduced motion', async ({ page, visit }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visit('free', '/dashboard')
  await page.getByText('Menu', { exact: true }).click()
  expect(await axeFindings(page, { exclude: LATER_ROWS })).toEqual([])
  await page.keyboard.press('Escape')

  await page.route('**/classification-page*.js', () => new Promise(() => {}))
  await page.getByText('Menu', { exact: true }).click()
  await page.getByRole('link', { name: 'Classification', exact: true }).click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading...')
  await expect(page.locator('.skeleton').first()).toHaveCSS('animation-name', 'none')
  const moving = await page
    .locator('*')
    .evaluateAll((all) => all.filter((one) => getComputedStyle(one).transitionDuration !== '0s').length)
  expect(moving).toBe(0)
})

test('text in the colour of its ground fails the check, which axe alone calls incomplete', async ({
  page,
}) => {
  const show = (colour: string) =>
    page.setContent(
      `<html lang="en"><title>A button</title><style>button { padding: 1rem; border: 0; background: #0a6b3d }</style>
       <main><h1>A button</h1><button style="color: ${colour}">Share</button></main>`,
    )
  await show('#fff')
  await expectAccessible(page, 'white on green')
  await show('#0a6b3d')
  await expect(expectAccessible(page, 'green on green')).rejects.toThrow('color-contrast: button')
})
