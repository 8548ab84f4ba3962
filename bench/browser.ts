// Bytes and requests of a phone's first visit, and times on a slow network and processor.
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import config from '../playwright.config.ts'
import {
  drawOfDay,
  PATHS,
  publicDrawPath,
  publicResultsPath,
  publicYearPath,
} from '../src/platform/rules/site/paths.ts'
import { atMost, type BenchServer, DEMO_PASSWORD, median, type Row } from './measure.ts'

const KILO = 1000

/** A page's measurements of its own visit: times in milliseconds since navigation, and the layout shift. */
interface Marks {
  shift: number
  visible?: number
  attached?: number
}

declare global {
  interface Window {
    marks: Marks
  }
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch(config.use!.launchOptions)
}

export async function phone(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 360, height: 640 }, deviceScaleFactor: 2 })
}

export async function logIn(page: Page, url: string, person: string): Promise<void> {
  await page.request.post(`${url}/api/auth/sign-in/email`, {
    headers: { origin: url },
    data: { email: `${person}@lotto.test`, password: DEMO_PASSWORD },
  })
}

interface Transfer {
  url: string
  type: string
  /** Bytes of the body on the wire, compressed. */
  bytes: number
}

/** Opens a page with an empty cache and records every response. */
async function transfersOf(context: BrowserContext, address: string): Promise<Transfer[]> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  const found = new Map<string, Transfer>()
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    found.set(requestId, { url: response.url, type, bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const transfer = found.get(requestId)
    if (transfer) transfer.bytes = encodedDataLength
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  const sizes = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
      (entry) => {
        const { name, encodedBodySize } = entry as PerformanceResourceTiming
        return { name, encodedBodySize }
      },
    ),
  )
  await page.close()
  return [...found.values()].map((transfer) => ({
    ...transfer,
    bytes: sizes.find(({ name }) => name === transfer.url)?.encodedBodySize ?? transfer.bytes,
  }))
}

export async function measureBytes(browser: Browser, { url }: BenchServer): Promise<Row[]> {
  const context = await phone(browser)
  const login = await transfersOf(context, `${url}/login`)
  const page = await context.newPage()
  await logIn(page, url, 'free')
  const results = await transfersOf(context, `${url}/dashboard/past-results`)
  await context.close()

  const sum = (transfers: Transfer[], test: (transfer: Transfer) => boolean) =>
    transfers.filter(test).reduce((total, { bytes }) => total + bytes, 0)
  const isScript = ({ type }: Transfer) => type === 'Script'
  const foreign = [...login, ...results].filter(({ url: address }) => !address.startsWith(url)).length
  return [
    atMost('Scripts of the login, brotli', sum(login, isScript) / KILO, 70, 'kB'),
    atMost('Scripts of the results, brotli', sum(results, isScript) / KILO, 82, 'kB'),
    atMost(
      'HTML of the login with its styles',
      sum(login, ({ type }) => type === 'Document') / KILO,
      14,
      'kB',
    ),
    atMost('Requests of the first visit, login', login.length, 10, '', 0),
    atMost('Requests until results can be read', results.length, 10, '', 0),
    atMost('Requests to other hosts', foreign, 0, '', 0),
  ]
}

/** A slow phone: its network in kbit/s and milliseconds, and how many times slower its processor is. */
export const SLOW = { kbits: 400, latency: 400, cpu: 6 }

/** A visit with an empty cache on a slow phone: when the selector is visible, when React has attached, and the shift. */
export async function coldVisit(
  browser: Browser,
  address: string,
  signIn: string | null,
  selector: string,
  url: string,
  { hasScript = true } = {},
) {
  const context = await phone(browser)
  const page = await context.newPage()
  if (signIn) await logIn(page, url, signIn)
  const session = await context.newCDPSession(page)
  const { kbits, latency, cpu } = SLOW
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: (kbits * 1000) / 8,
    uploadThroughput: (kbits * 1000) / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  await page.addInitScript((wanted) => {
    const marks: Marks = { shift: 0 }
    window.marks = marks
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        marks.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    const look = () => {
      const element = document.querySelector(wanted)
      if (element && !marks.visible && element.getClientRects().length > 0) {
        // It is laid out now and painted with the next frame.
        requestAnimationFrame(() => setTimeout(() => (marks.visible ??= performance.now())))
      }
      const root = document.getElementById('root')
      if (root && !marks.attached && Object.keys(root).some((key) => key.startsWith('__react'))) {
        marks.attached = performance.now()
      }
      if (!marks.visible || !marks.attached) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, selector)
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForFunction(
    (scripted) => window.marks.visible && (window.marks.attached || !scripted),
    hasScript,
  )
  // Layout shifts that follow are part of the figure.
  await page.waitForTimeout(1500)
  const marks = await page.evaluate(() => window.marks)
  await context.close()
  return marks
}

export async function measureSlowPhone(browser: Browser, { url }: BenchServer): Promise<Row[]> {
  const visits = async (address: string, person: string | null, selector: string) => {
    const all: Marks[] = []
    for (let i = 0; i < 5; i++) all.push(await coldVisit(browser, url + address, person, selector, url))
    const of = (mark: keyof Marks) => median(all.map((marks) => marks[mark] ?? 0))
    return { visible: of('visible') / 1000, attached: of('attached') / 1000, shift: of('shift') }
  }
  const login = await visits('/login', null, 'form')
  const results = await visits('/dashboard/past-results?game=metro', 'free', 'table.year tbody tr')
  return [
    atMost('Slow phone: login form visible', login.visible, 0.8, 's', 2),
    atMost('Slow phone: login answers', login.attached, 3.5, 's', 2),
    atMost('Slow phone: results visible', results.visible, 0.9, 's', 2),
    atMost('Slow phone: results answer', results.attached, 3.5, 's', 2),
    atMost('Slow phone: layout shift', Math.max(login.shift, results.shift), 0.02, '', 3),
  ]
}

/** Until the draws of each kind of public page can be read, without script. */
export async function measurePublicPages(browser: Browser, { url }: BenchServer): Promise<Row[]> {
  const game = 'bingo'
  const { draws } = (await (await fetch(`${url}/api/public/results?of=${game}`)).json()) as {
    draws: { date: string }[]
  }
  const { date } = draws[0]!
  const rows: Row[] = []
  for (const [name, path, selector] of [
    ['today', PATHS.results, 'nav[aria-label=Games]'],
    ['a day', publicResultsPath(date), '.draw-rows .ball'],
    ['a game', publicResultsPath(game), '.draw-rows .ball'],
    ['a year of a game', publicYearPath(game, Number(date.slice(0, 4)) - 1), '.draw-rows .ball'],
    ['a draw', publicDrawPath(drawOfDay(game, date)), '.draw .ball'],
  ] as const) {
    const visits: Marks[] = []
    for (let i = 0; i < 5; i++)
      visits.push(await coldVisit(browser, url + path, null, selector, url, { hasScript: false }))
    const of = (mark: 'visible' | 'shift') => median(visits.map((marks) => marks[mark] ?? 0))
    rows.push(
      atMost(`Slow phone: ${name}, public, readable`, of('visible') / 1000, 0.7, 's', 2),
      atMost(`Slow phone: ${name}, public, layout shift`, of('shift'), 0.02, '', 3),
    )
  }
  return rows
}

/** The browser's path, for tools that start it themselves. */
export function browserPath(): string {
  const path = config.use!.launchOptions!.executablePath ?? chromium.executablePath()
  if (!existsSync(path)) throw new Error(`There is no browser at ${path}.`)
  return path
}
