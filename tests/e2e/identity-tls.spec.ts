// The production set-up: a TLS proxy in front, and a sibling host next to the app's.
import { readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { BrowserContext } from '@playwright/test'
import type { Running } from '../../src/app/server/server.ts'
import { expect, heading, openServer, test as base } from './app.ts'
import { newEmail, throughGoogle } from './stand-ins.ts'

const tls = (name: string) => readFileSync(new URL(`../support/tls/${name}.pem`, import.meta.url))

/** Forwards requests to the app. As the sibling host, it answers with the names of the received cookies. */
function proxy(target: () => number): Promise<Server> {
  const server = createServer({ key: tls('key'), cert: tls('cert') }, (incoming, outgoing) => {
    if (incoming.headers.host?.startsWith('results.')) {
      const cookies = (incoming.headers.cookie ?? '').split('; ').map((pair) => pair.split('=')[0])
      outgoing.setHeader('content-type', 'application/json')
      return outgoing.end(JSON.stringify(cookies))
    }
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress }
    const { method, url: path } = incoming
    const passed = httpRequest({ host: '127.0.0.1', port: target(), method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(passed)
  })
  return new Promise((resolve) => server.listen(0, () => resolve(server)))
}

interface Site {
  app: Running
  sibling: string
}

const test = base.extend<{ site: Site; sibling: string }>({
  // oxlint-disable-next-line no-empty-pattern -- a fixture must destructure what it takes, and this one takes nothing
  site: async ({}, provide) => {
    let port = 0
    const server = await proxy(() => port)
    const hosts = `lotto.localhost:${(server.address() as AddressInfo).port}`
    const { app, close } = await openServer(
      'installed',
      {
        APP_URL: `https://app.${hosts}`,
        RESULTS_APP_URL: `https://results.${hosts}`,
        COOKIE_DOMAIN: 'lotto.localhost',
      },
      { standIns: true, jobs: true },
    )
    port = app.services.settings.port
    await provide({ app, sibling: `https://results.${hosts}` })
    server.closeAllConnections()
    server.close()
    await close()
  },
  app: ({ site }, provide) => provide(site.app),
  sibling: ({ site }, provide) => provide(site.sibling),
})
test.use({ ignoreHTTPSErrors: true })

const namesIn = async (context: BrowserContext, url: string) =>
  (await context.cookies(url)).map(({ name }) => name).sort()

test('a free player lands on the results host, which receives only the short-lived cookie; Google’s window works over https, and a logout deletes the short-lived cookie', async ({
  page,
  context,
  app,
  sibling,
  complaints,
}) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('free@lotto.test')
  await page.getByLabel('Password').fill('lotto-forecast-demo')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`${sibling}/`)
  expect(await page.evaluate(() => JSON.parse(document.body.innerText) as string[])).toEqual([
    '__Secure-lotto',
  ])
  expect(await namesIn(context, sibling)).toEqual(['__Secure-lotto'])
  const own = await context.cookies(app.url)
  expect(own.map(({ name }) => name).sort()).toEqual([
    '__Host-lotto.device',
    '__Host-lotto.session_token',
    '__Secure-lotto',
  ])
  for (const cookie of own) expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax' })
  const short = own.find(({ name }) => name === '__Secure-lotto')!
  expect(short.domain).toBe('.lotto.localhost')
  expect(short.expires * 1000 - Date.now()).toBeLessThanOrEqual(3_600_000)
  const [, payload] = short.value.split('.')
  const said = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as Record<string, unknown>
  expect(Object.keys(said).sort()).toEqual(['aud', 'exp', 'iss', 'plan', 'role', 'sub'])

  // The short-lived cookie gives no access to the app.
  await context.clearCookies({ name: /session_token/ })
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login$/)
  complaints.splice(0)

  await test.step('Google’s window works over https, and a logout deletes the short-lived cookie', async () => {
    await page.goto('/login')
    await throughGoogle(page, 'Sign in with Google', { email: newEmail('tls'), name: 'Ife' })
    await expect(heading(page, 'Welcome, Ife')).toBeVisible()
    expect(await namesIn(context, app.url)).toContain('__Secure-lotto')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login$/)
    // The outcome is a word that says nothing about a person. It expires after ten minutes.
    expect(await namesIn(context, app.url)).toEqual(['__Host-lotto.device', '__Host-lotto.google_outcome'])
    complaints.splice(0)
  })
})
