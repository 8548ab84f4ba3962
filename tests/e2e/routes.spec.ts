import { MESSAGES } from '../../src/domain/messages.ts'
import { expect, heading, test } from './app.ts'

test('a visitor is led to the login from everywhere, and unknown paths are 404 everywhere', async ({
  page,
}) => {
  for (const path of ['/', '/dashboard', '/dashboard/past-results', '/confirmation', '/admin']) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/login$/)
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
  await page.getByRole('link', { name: 'Go to the start' }).click()
  await expect(heading(page, 'LOTTO FORECAST')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})

const HOMES = {
  admin: '/admin',
  pro: '/dashboard',
  basic: '/dashboard/frequent-numbers',
  free: '/dashboard/past-results',
} as const

for (const person of ['admin', 'pro', 'basic', 'free'] as const) {
  test(`${person} is routed past the login, and only staff see the staff's area`, async ({ page, visit }) => {
    await visit(person, '/')
    await expect(page).toHaveURL(new RegExp(`${HOMES[person]}$`))
    for (const path of ['/login', '/signup']) {
      await page.goto(path)
      await expect(page, path).toHaveURL(new RegExp(`${HOMES[person]}$`))
    }
    await page.goto('/admin')
    if (person === 'admin') await expect(heading(page, 'Welcome, Admin!')).toBeVisible()
    else await expect(heading(page, 'Overview')).toBeVisible()
    const response = await page.goto('/admin/nowhere')
    expect(response?.status()).toBe(404)
    await expect(heading(page, MESSAGES.notFound)).toBeVisible()
  })
}

test('a screen whose code is still under way says so, and comes', async ({ page, visit }) => {
  await visit('free', '/dashboard')
  let letGo!: () => void
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/classification-page*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: 'Chart', exact: true }).click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading...')
  await expect(page.getByText('Welcome, Funmi Free')).toBeVisible()
  letGo()
  await expect(heading(page, 'Lotto Classification Chart')).toBeVisible()
})

test('a session that has ended in the meantime leads back to the login', async ({ page, visit }) => {
  await visit('free', '/dashboard/classification')
  await page.context().clearCookies()
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to load results.')
  await expect(page.getByRole('alert')).toContainText('User not signed in')
  await page.getByRole('alert').getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/login$/)
})
