import { expect, heading, openServer, test } from './app.ts'
import { freePort } from '../support/programs.ts'
import { slowNetworkTo } from '../support/slow-network.ts'

const EDGE_OF_THE_CELL = { kbits: 400, roundTripMs: 400, lossPercent: 5 }
const SEED = 20261122

// NET-05: the time limits of the pages and of the server leave room for such a network.
test('on a slow network that loses packets a player logs in and searches every year', async ({ browser }) => {
  const port = await freePort()
  const network = await slowNetworkTo(port, EDGE_OF_THE_CELL, SEED)
  const url = `http://localhost:${network.port}`
  const { close } = await openServer('blank', { SAMPLE_DATA: 'on', PORT: String(port), APP_URL: url })
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('requestfailed', (request) => complaints.push(`${request.url()} ${request.failure()?.errorText}`))
    const patient = expect.configure({ timeout: 30_000 })

    await page.goto(`${url}/login`)
    await page.getByLabel('Email').fill('free@lotto.test')
    await page.getByLabel('Password').fill('lotto-forecast-demo')
    await page.getByRole('button', { name: 'Login' }).click()
    await patient(heading(page, 'Games Results')).toBeVisible()
    const row = page.getByRole('group', { name: 'Search 1', exact: true })
    await row.getByLabel('Number', { exact: true }).fill('7')
    await patient(page.getByRole('status', { name: 'Answer' }).locator('b')).toHaveText(
      /^"7" in Any box \(winning\) is found \d+ time\(s\)\.$/,
    )
    expect(complaints).toEqual([])
    expect(network.lost()).toBeGreaterThan(0)
  } finally {
    await context.close()
    await close()
    await network.close()
  }
})
