// A blog with a strict policy of its own shows our slip in a frame, and its script reads our data.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SLIP, slipCode, slipPath } from '../../src/domain/share/other-sites.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './app.ts'

/** A blog whose pages allow nothing but our frame, or nothing but our data at `/data`. */
async function startBlog(app: { url: string }, frame: string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, answer) => {
    const policy = request.url === '/data' ? `connect-src ${app.url}` : `frame-src ${app.url}`
    answer.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; ${policy}; frame-ancestors 'none'`,
    })
    answer.end(`<!doctype html><html lang="en"><title>My lotto blog</title><h1>Tonight</h1>${frame}</html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

for (const scheme of ['light', 'dark'] as const)
  test(`a blog shows the slip in ${scheme}, and its link opens the draw`, async ({ app, browser, ask }) => {
    const { game, date } = (await ask('/api/open/results/msp')).draws[0]
    const code = slipCode(app.url + slipPath(date), { width: SLIP.least, height: SLIP.height })
    const blog = await startBlog(app, code)
    const context = await browser.newContext({ colorScheme: scheme })
    const page = await context.newPage()
    const messages: string[] = []
    page.on('console', (message) => messages.push(message.text()))
    await page.goto(blog.url)
    const slip = page.frameLocator('iframe')
    await expect(slip.getByRole('heading', { name: 'Results' })).toBeVisible()
    await expect(slip.getByText('18+')).toBeVisible()
    const ball = slip.locator('.ball').first()
    const brand = { light: 'rgb(4, 105, 58)', dark: 'rgb(95, 211, 154)' }
    await expect(ball).toHaveCSS('background-color', brand[scheme])
    const wide = await slip.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
    expect(wide).toBe(0)
    expect(messages).toEqual([])
    const opened = context.waitForEvent('page')
    await slip.getByRole('link', { name: 'Monday Special (MSP)' }).click()
    const draw = await opened
    await draw.waitForLoadState()
    expect(draw.url()).toBe(`${app.url}/d/${game}.${date}`)
    await expect(draw.getByRole('heading', { level: 1 })).toContainText('Monday Special')
    expect(await context.cookies()).toEqual([])
    await context.close()
    blog.server.close()
  })

test('a blog’s script reads the data, and the slip alone is accessible', async ({ app, browser, page }) => {
  // Its sandbox stops the program that checks it.
  await page.setContent(await (await page.request.get(slipPath('bingo'))).text())
  await expectAccessible(page, 'the slip')
  const blog = await startBlog(app, '')
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(`${blog.url}/data`)
  const read = (path: string) =>
    other.evaluate(async (address) => {
      const answer = await fetch(address)
      const body = (await answer.json()) as { draws?: { page: string }[] }
      return { status: answer.status, etag: answer.headers.get('etag'), page: body.draws?.[0]?.page }
    }, app.url + path)
  expect(await read('/api/open/results/bingo')).toEqual({
    status: 200,
    etag: expect.stringMatching(/^"/),
    page: expect.stringContaining(`${app.url}/d/bingo.`),
  })
  expect((await read('/api/open/results/nothing')).status).toBe(404)
  await expect(read('/api/public/results')).rejects.toThrow('Failed to fetch')
  await context.close()
  blog.server.close()
})
