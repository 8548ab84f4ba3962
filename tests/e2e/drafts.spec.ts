// What is typed into a form and not sent: it survives a reload, the way back and a crashed tab, and belongs to one person.
import type { Page, Route } from '@playwright/test'
import { axeFindings, DESKTOP, expect, logOut, type Person, test } from './app.ts'

test.use({ own: true })
test.describe.configure({ timeout: 120_000 })

interface Form {
  person: Person
  path: () => string
  /** The values by the label of their field. */
  typed: Record<string, string>
}

const FORMS: Record<string, Form> = {
  'a prediction': {
    person: 'admin',
    path: () => '/admin/predictions',
    typed: { 'Game name': 'Diamond', Numbers: '7, 12, 45', Reasons: 'The turning of 21 is due.' },
  },
  'an announcement': {
    person: 'admin',
    path: () => '/admin/talk',
    typed: { Text: 'Diamond is late today.', Until: '2026-03-17T18:00' },
  },
  'a note': {
    person: 'admin',
    path: () => `/admin/users/${uid}`,
    typed: { 'New note': 'Paid in cash at Yaba.\nReceipt 41.' },
  },
  'a ticket': {
    person: 'free',
    path: () => '/dashboard/ticket',
    typed: { 'Number 1': '41', 'Stake a line, ₦': '250', 'More bets, one per line (41-21)': '7-12\n9-90' },
  },
  'an entry of My slip': {
    person: 'free',
    path: () => '/dashboard/slip/add',
    typed: { 'Number 1': '41', 'Number 2': '21', 'Stake, ₦': '300' },
  },
}
let uid = ''

test.beforeEach(async ({ signIn, ask, setClock }) => {
  setClock('2026-03-16 08:00')
  await signIn('free')
  uid = ((await ask('/api/me')) as { uid: string }).uid
})

/** A field of the form for something new, which is the first with its label. */
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true }).first()

/** What is behind a line is opened by a tap. */
async function openTicket(page: Page) {
  if (new URL(page.url()).pathname === '/dashboard/ticket')
    await page.getByText('Change', { exact: true }).click()
}
async function type(page: Page, typed: Form['typed']) {
  await openTicket(page)
  for (const [label, value] of Object.entries(typed)) await field(page, label).fill(value)
}
async function expectTyped(page: Page, typed: Form['typed']) {
  for (const [label, value] of Object.entries(typed)) await expect(field(page, label)).toHaveValue(value)
}
const note = (page: Page) => page.getByText('Your draft is back.')
/** What this browser keeps. The form writes a moment after the last key. */
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('drafts') ?? '')

/** Each form keeps what is typed until it is dropped. */
async function expectKept(
  page: Page,
  names: string[],
  visit: (person: Person, path: string) => Promise<void>,
) {
  for (const name of names) {
    const { person, path, typed } = FORMS[name]!
    await visit(person, path())
    const before = await Promise.all(
      Object.keys(typed).map((label) => field(page, label).inputValue({ timeout: 15_000 })),
    )
    await type(page, typed)
    await expect.poll(() => kept(page)).toContain(Object.values(typed).at(-1)!.split('\n')[0]!)
    await page.reload()
    await expect(note(page)).toBeVisible()
    await expectTyped(page, typed)

    await page
      .getByRole('button', { name: /^Discard/ })
      .first()
      .click()
    for (const [i, label] of Object.keys(typed).entries())
      await expect(field(page, label)).toHaveValue(before[i]!)
    await expect(note(page)).toHaveCount(0)
    expect(await kept(page)).toBe('')
  }
}

test('what is typed into a form is kept until it is dropped or sent, and a secret never is', async ({
  page,
  visit,
}) => {
  await expectKept(page, ['a prediction', 'an announcement', 'a note'], visit)

  await test.step('a draft that was sent is gone, and the screen follows a restored one', async () => {
    await page.goto('/admin/talk')
    await type(page, FORMS['an announcement']!.typed)
    await page.reload()
    await expect(note(page)).toBeVisible()
    await expect(page.getByText('The line appears here.')).toHaveCount(0)
    await field(page, 'Reason').fill('The operator said so')
    await page
      .getByRole('form', { name: 'A line above the app' })
      .getByRole('button', { name: 'Show it to players' })
      .click()
    await expect(page.getByText('Players see it now.')).toBeVisible()
    await expect(note(page)).toHaveCount(0)
    await page.reload()
    await expect(field(page, 'Text')).toHaveValue('')
    expect(await kept(page)).toBe('')

    await test.step('a secret is never kept', async () => {
      await page.goto('/admin/settings')
      await page.getByText('Connect a channel').first().click()
      await page.getByLabel('Token of the bot').fill('123456:secret-of-the-bot')
      await page.getByLabel('Name of the channel').fill('@lotto_results')
      await expect.poll(() => kept(page)).toContain('@lotto_results')
      expect(await kept(page)).not.toContain('secret-of-the-bot')
    })
  })

  await test.step('a ticket and an entry of My slip are kept until they are dropped', async () => {
    await expectKept(page, ['a ticket', 'an entry of My slip'], visit)

    await test.step('a complete ticket is in the address, and no draft', async () => {
      await page.goto('/dashboard/ticket')
      await field(page, 'Number 1').fill('41')
      await expect.poll(() => kept(page)).toContain('41')
      await field(page, 'Number 2').fill('21')
      await expect(page).toHaveURL(/number=41&number=21/)
      await expect.poll(() => kept(page)).toBe('')
    })
  })
})

test('a form behind a line opens with its draft, and what was typed outlives the way back, a crash and the session, and no logout and no other person', async ({
  page,
  context,
  visit,
  signIn,
  ask,
}) => {
  await visit('admin', `/admin/users/${uid}`)
  await page.getByText('Add days').first().click()
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Add days' }) })
  await form.getByLabel('Reason').fill('Apology')
  await form.getByLabel('Days').fill('30')
  await expect.poll(() => kept(page)).toContain('Apology')
  await page.reload()
  await expect(form.getByLabel('Reason')).toHaveValue('Apology')
  await expect(form.getByText('Your draft is back.')).toBeVisible()

  const button = form.getByRole('button', { name: 'Add days' })
  // The server has done it, and the network breaks before its answer arrives.
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/grants', lose)
  await button.click()
  await expect(form.getByRole('alert')).toBeVisible()
  await button.click()
  await expect(button).toBeEnabled()
  await page.unroute('**/grants', lose)
  await page.reload()
  await expect(form.getByLabel('Reason')).toHaveValue('Apology')
  await button.click()
  await expect(form.getByText(/^Pro now runs until/)).toBeVisible()
  expect(((await ask(`/api/admin/users/${uid}`)) as { periods: unknown[] }).periods).toHaveLength(1)

  await test.step('a link away from a forecast that is not published asks first, and so does the logout', async () => {
    await page.setViewportSize(DESKTOP)
    await page.goto('/admin/predictions')
    const numbers = field(page, 'Numbers')
    const link = page.getByRole('link', { name: 'Forecast record' }).first()
    const question = page.getByRole('dialog', { name: 'Leave without publishing?' })
    const press = (name: string) => question.getByRole('button', { name }).click()
    await field(page, 'Game name').fill('Diamond')
    await numbers.fill('7, 12')
    await link.click()
    await expect(question).toContainText(
      'Diamond, 7, 12 is not published. Forecasts for this draw close today at 09:15.',
    )
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(numbers).toHaveValue('7, 12')

    await link.click()
    await press('Leave, keep the draft')
    await expect(page).toHaveURL(/\/admin\/record$/)
    await page.goBack()
    await expect(page.getByRole('status').filter({ hasText: 'Your draft is back.' })).toContainText(
      /Diamond, 7, 12, typed today at 08:0\d on this device\. Not published\. Forecasts for this draw close today/,
    )
    await page.getByRole('button', { name: 'Keep writing' }).click()
    await expect(numbers).toBeFocused()

    await page.getByRole('button', { name: 'Logout' }).first().click()
    await expect(question).toContainText('A logout deletes the draft.')
    await expect(question.getByRole('button', { name: 'Leave, keep the draft' })).toHaveCount(0)
    await press('Keep writing')
    await link.click()
    await press('Discard')
    await expect(page).toHaveURL(/\/admin\/record$/)
    await page.goBack()
    await expect(numbers).toHaveValue('')
    await expect(note(page)).toHaveCount(0)
    // Nothing is typed, so nothing asks.
    await link.click()
    await expect(page).toHaveURL(/\/admin\/record$/)
  })

  await test.step('what was typed outlives the way back, a crash and the session, and no logout and no other person', async () => {
    const { path, typed } = FORMS['a note']!
    await visit('admin', path())
    await type(page, typed)
    await expect.poll(() => kept(page)).toContain('Yaba')
    await page.goto('/admin/audit')
    await page.goBack()
    await expect(note(page)).toBeVisible()
    await expectTyped(page, typed)
    // A tab that crashes says nothing before it ends.
    const second = await context.newPage()
    await page.close({ runBeforeUnload: false })
    await second.goto(path())
    await expectTyped(second, typed)

    await context.clearCookies()
    await second.goto('/login')
    await logInAgain('admin', path())
    await expectTyped(second, typed)

    await second.goto('/admin/audit')
    await logOut(second)
    await expect(second).toHaveURL(/login$/)
    expect(await kept(second)).toBe('')

    await logInAgain('admin', path())
    await type(second, typed)
    await expect.poll(() => kept(second)).toContain('Yaba')
    await logInAgain('free', '/dashboard')
    await expect.poll(() => kept(second)).toBe('')

    /** The fixture signs in the context of the closed page, which is that of the second. */
    async function logInAgain(person: Person, to: string) {
      await signIn(person)
      await second.goto(to)
    }
  })
})
