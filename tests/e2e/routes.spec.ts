import { expect, heading, hold, test } from './app.ts'

test('a visitor is redirected to the login, and unknown paths are 404', async ({ page }) => {
  for (const path of ['/', '/dashboard', '/dashboard/past-results', '/confirmation', '/admin']) {
    await page.goto(path)
    const leadsBack = path === '/admin' || path.startsWith('/dashboard/')
    await expect(page, path).toHaveURL(`/login${leadsBack ? `?from=${encodeURIComponent(path)}` : ''}`)
  }
  for (const path of ['/nowhere', '/dashboard/nowhere', '/dashboard/ai/x', '/admin/nowhere', '/login/x']) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(heading(page, '404 Page Not Found')).toBeVisible()
    await expect(page).toHaveTitle('404 Page Not Found | Lotto Forecast')
  }
  const response = await page.goto('/not-authorized')
  expect(response?.status()).toBe(200)
  await expect(heading(page, 'Access Denied: You are not authorized to view this page.')).toBeVisible()
  await page.getByRole('link', { name: 'Go home' }).click()
  await expect(heading(page, 'LOTTO FORECAST')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})

const HOMES = {
  admin: '/admin',
  pro: '/dashboard',
  basic: '/dashboard/frequent-numbers',
  free: '/dashboard/past-results',
} as const

test('signed-in users skip the login, and only staff see the staff area', async ({ page, signIn }) => {
  const pathAfter = async (path: string) => new URL((await page.request.get(path)).url()).pathname
  for (const [person, home] of Object.entries(HOMES) as [keyof typeof HOMES, string][]) {
    await signIn(person)
    for (const path of ['/', '/login', '/signup']) expect(await pathAfter(path), person).toBe(home)
    expect(await pathAfter('/admin'), person).toBe(person === 'admin' ? '/admin' : '/dashboard')
    for (const path of ['/admin/nowhere', '/dashboard/nowhere'])
      expect((await page.request.get(path)).status(), person).toBe(404)
  }
  await signIn('admin')
  await page.goto('/login')
  await expect(heading(page, 'My Dashboard')).toBeVisible()
  await page.goto('/admin/nowhere')
  await expect(heading(page, '404 Page Not Found')).toBeVisible()
})

test('a screen whose code is loading shows it', async ({ page, visit }) => {
  await visit('free', '/dashboard')
  const letGo = await hold(page, '**/classification-page*.js')
  await page.getByText('Menu', { exact: true }).click()
  await page.getByRole('link', { name: 'Classification', exact: true }).click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading...')
  await expect(page.getByRole('main').getByText('Lotto Classification Chart')).toBeVisible()
  await expect(page.getByText('Welcome, Funmi Free').filter({ visible: true })).toBeVisible()
  letGo()
  await expect(heading(page, 'Lotto Classification Chart')).toBeVisible()
})

test('a screen whose code is gone after a release loads the document again, once for each release', async ({
  page,
  visit,
  complaints,
}) => {
  await visit('free', '/dashboard')
  let loads = 0
  page.on('load', () => loads++)
  const isGone = { classification: true, 'past-results': true }
  for (const name of Object.keys(isGone) as (keyof typeof isGone)[])
    await page.route(`**/${name}-page*.js`, (route) =>
      isGone[name] ? route.fulfill({ status: 404 }) : route.continue(),
    )
  await page.getByText('Menu', { exact: true }).click()
  await page.getByRole('link', { name: 'Classification', exact: true }).click()
  await expect(heading(page, 'Lotto Classification Chart')).toBeVisible()
  await expect.poll(() => loads).toBe(1)
  // Its code is still gone: the page stays as the server rendered it.
  await page.reload()
  await expect(heading(page, 'Lotto Classification Chart')).toBeVisible()
  isGone.classification = false
  await page.reload()
  await page.getByRole('link', { name: 'Overview' }).filter({ visible: true }).first().click()
  await expect(heading(page, 'Overview')).toBeVisible()
  expect(loads).toBe(3)
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  await expect(heading(page, 'Games Results')).toBeVisible()
  await expect.poll(() => loads).toBe(4)
  complaints.splice(0)
})

test('the predictions say that they are loading', async ({ page, visit, grant, complaints }) => {
  await grant('pro', 'pro')
  // The page without its predictions, like an app shell.
  await page.route('**/dashboard/prediction', async (route) => {
    const html = await (await route.fetch()).text()
    const body = html
      .replace(/<div id="root">.*<\/div>/s, '<div id="root"></div>')
      .replace(/(?<=<script[^>]*id="answers">).*?(?=<\/script>)/s, (text) => {
        const answers = JSON.parse(text) as { calls: Record<string, unknown> }
        delete answers.calls['/api/predictions']
        return JSON.stringify(answers).replaceAll('<', '\\u003c')
      })
    await route.fulfill({ body, contentType: 'text/html' })
  })
  const letGo = await hold(page, '**/api/predictions*')
  await visit('pro', '/dashboard/prediction')
  const text = page.getByText('Loading predictions...')
  await expect.poll(async () => (await text.boundingBox())?.height ?? 0).toBeGreaterThan(10)
  letGo()
  await expect(text).toHaveCount(0)
  // React reports that the empty page differs from its own.
  expect(complaints.splice(0).every((complaint) => complaint.includes('418'))).toBe(true)
})

test('the dashboard waits for the session, and then opens or redirects to the login', async ({
  page,
  signIn,
  complaints,
}) => {
  await signIn('free')
  // A page without embedded answers, like an app shell.
  await page.route('**/dashboard', async (route) => {
    const html = await (await route.fetch()).text()
    const body = html
      .replace(/<div id="root">.*<\/div>/s, '<div id="root"></div>')
      .replace(/(<script[^>]*id="answers">).*?(<\/script>)/s, `$1{"now":${Date.now()},"calls":{}}$2`)
    await route.fulfill({ body, contentType: 'text/html' })
  })
  for (const signedIn of [true, false]) {
    const letGo = await hold(page, '**/api/me')
    await page.goto('/dashboard')
    await expect(page.getByRole('status')).toHaveText('Loading...')
    await expect(page.getByRole('heading')).toHaveCount(0)
    if (!signedIn) await page.context().clearCookies()
    letGo()
    if (signedIn) await expect(heading(page, 'Overview')).toBeVisible()
    else await expect(page).toHaveURL(/\/login$/)
    await page.unroute('**/api/me')
  }
  await expect(page.getByLabel('Email')).toBeVisible()
  // React reports that the empty page differs from its own. A real shell would contain the loading view.
  expect(complaints.splice(0).every((complaint) => complaint.includes('418'))).toBe(true)
})

test('an expired session links back to the login', async ({ page, visit }) => {
  await visit('free', '/dashboard/classification')
  await page.context().clearCookies()
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to load results.')
  await expect(page.getByRole('alert')).toContainText('User not signed in')
  await page.getByRole('alert').getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/login\?from=%2Fdashboard%2Fpast-results$/)
})
