// A day of results on a TV in simulated time, with draws that come in and a network that goes: the page keeps its memory.
import { chromium } from '@playwright/test'
import installed from '../../scripts/browsers.json' with { type: 'json' }
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from '../../src/app/server/server.ts'
import { HOUR } from '../../src/platform/rules/base/calendar.ts'
import { newDatabase, startPostgres } from '../support/postgres.ts'
import { testSettings } from '../support/settings.ts'
import { Visitor } from '../support/test-server.ts'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'

const START = Date.parse('2026-11-23T05:00+01:00')
const HOURS = 24
const GAMES = [
  ['diamond', 10],
  ['peoples', 13],
  ['bingo', 16],
  ['metro', 21],
] as const

process.env.TEST_RUN = `wall_${process.pid}`
const { stop, ...postgres } = await startPostgres()
const database = await newDatabase(postgres)
const app = await startServer(testSettings(), { address: database.address, jobs: false, standIns: false })
const moveTo = (instant: number) => app.services.clock.setOffset(instant - Date.now())
const staff = new Visitor(app.url)
moveTo(START)

const executablePath = process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path))
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) })
const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
const page = await context.newPage()
const errors: string[] = []
page.on('pageerror', ({ message }) => errors.push(message))
await page.clock.install({ time: START })
await page.goto(`${app.url}/tv`)
const devtools = await context.newCDPSession(page)

/** The memory of the page's script after a collection, in bytes, and the elements of the document. */
async function size(): Promise<{ bytes: number; elements: number }> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return { bytes: usedSize, elements: await page.locator('*').count() }
}

const sizes: Awaited<ReturnType<typeof size>>[] = []
for (let hour = 1; hour <= HOURS; hour++) {
  for (const [game, at] of GAMES)
    if (hour + 4 === at) {
      // A session of staff ends after some idle time.
      await staff.post('/api/auth/sign-in/email', { email: 'admin@lotto.test', password: DEMO_PASSWORD })
      const draw = { game, date: '2026-11-23', winning: [1, 2, 3, 4, at], machine: [86, 87, 88, 89, 90] }
      const { status, text } = await staff.post('/api/admin/draws', draw)
      if (status !== 201) throw new Error(`The draw of ${game} was not recorded: ${text}`)
    }
  await context.setOffline(hour % 6 === 0)
  for (let minute = 0; minute < 60; minute += 5) {
    moveTo(START + (hour - 1) * HOUR + minute * 60_000)
    await page.clock.runFor(5 * 60_000)
  }
  sizes.push(await size())
}
await context.setOffline(false)
/** Whether the page says that it is not live. The network's answer takes real time, of which a minute of the page has little. */
async function isAway(): Promise<boolean> {
  await page.clock.runFor(60_000)
  await sleep(500)
  return /Not live/.test((await page.locator('main').textContent()) ?? '')
}
let staysAway = await isAway()
for (let minute = 1; staysAway && minute < 20; minute++) staysAway = await isAway()

await browser.close()
await app.stop({ lingerMs: 0 })
await database.drop()
await stop()

const [first, last] = [sizes[1]!, sizes[sizes.length - 1]!]
console.log(`heap ${sizes.map(({ bytes }) => Math.round(bytes / 1024)).join(', ')} kB`)
const faults = [
  ...errors,
  ...(last.bytes > 1.25 * first.bytes ? [`The heap grew from ${first.bytes} to ${last.bytes} bytes.`] : []),
  ...(last.elements > 2 * first.elements ? [`The document grew to ${last.elements} elements.`] : []),
  ...(staysAway ? ['The page is not live after the network came back.'] : []),
]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
