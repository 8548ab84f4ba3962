import { expect, heading, hold, test } from './app.ts'

test('a screen whose code is loading shows it, and one whose code is gone loads the document again; the session and the predictions are waited for', async ({
  page,
  visit,
  complaints,
  grant,
  signIn,
}) => {
  await visit('free', '/dashboard')
  const letGo = await hold(page, '**/classification-page*.js')
  await page.getByText('Menu', { exact: true }).click()
  await page.getByRole('link', { name: 'Classification', exact: true }).click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading...')
  await expect(page.getByRole('main').getByText('Lotto Classification Chart')).toBeVisible()
  await expect(page.getByText('Welcome, Funmi Free').filter({ visible: true })).toBeVisible()
  letGo()
  await expect(heading(page, 'Lotto Classification Chart')).toBeVisible()

  await test.step('an expired session links back to the login', async () => {
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Results', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to load results.')
    await expect(page.getByRole('alert')).toContainText('User not signed in')
    await page.getByRole('alert').getByRole('link', { name: 'Login' }).click()
    await expect(page).toHaveURL(/\/login\?from=%2Fdashboard%2Fpast-results$/)
  })

  await page.unrouteAll()
  await test.step('a screen whose code is gone after a release loads the document again, once for each release', async () => {
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

    await page.unrouteAll()
    await test.step('the predictions say that they are loading', async () => {
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

      await page.unrouteAll()
      await test.step('the dashboard waits for the session, and then opens or redirects to the login', async () => {
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
    })
  })
})
