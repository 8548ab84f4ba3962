// Games Results: bytes, load, and the answer to each key on a slow phone.
import { brotliCompressSync, constants } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'
import autocannon from 'autocannon'
import { logIn, phone, SLOW } from './browser.ts'
import { cpuMs } from './inspect.ts'
import { atLeast, atMost, type BenchServer, BROWSER_ENCODINGS, cookieOf, type Row } from './measure.ts'

const KILO = 1000
const RESULTS = '/dashboard/past-results?game=metro'
/** A game with two draws a week, so about 100 rows. */
const wholeYear = (year: number) => `/dashboard/past-results?game=metro&year=${year}&all=year`

async function textOf(url: string, cookie: string, path: string): Promise<string> {
  return (await fetch(url + path, { headers: { cookie } })).text()
}

/** The HTML of a page without the style sheet. */
async function htmlOf(url: string, cookie: string, path: string): Promise<string> {
  return (await textOf(url, cookie, path)).replace(/<style.*?<\/style>/s, '')
}

/** @param quality by default the level that the server uses for large pages */
const brotliBytes = (text: string, quality = 4) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length

export async function measureResultsPage({ url, pid }: BenchServer): Promise<Row[]> {
  const cookie = await cookieOf(url, 'free')
  const html = await htmlOf(url, cookie, RESULTS)
  const { years } = (await (await fetch(`${url}/api/results`, { headers: { cookie } })).json()) as {
    years: [number]
  }
  const year = await htmlOf(url, cookie, wholeYear(years[0]))
  const [, style] = /<style>(.*?)<\/style>/s.exec(await textOf(url, cookie, RESULTS))!
  const visits = await visitsOf(url, pid, cookie)
  return [
    atMost('HTML of the results without styles', html.length / KILO, 40, 'kB'),
    atMost('HTML of the results without styles, brotli', brotliBytes(html) / KILO, 9, 'kB'),
    atMost('HTML of a whole year without styles, brotli', brotliBytes(year) / KILO, 10, 'kB'),
    atMost('Styles, brotli', brotliBytes(style!, constants.BROTLI_MAX_QUALITY) / KILO, 8, 'kB'),
    atMost('Server time of a visit of the results', visits.cpuMs, 2, 'ms', 2),
    atLeast('Visits of the results, 10 connections', visits.perSecond, 500, 'a second'),
  ]
}

/** Seconds of visits before a measurement. Node.js compiles what runs often: the first seconds cost a third more. */
const WARM_UP_SECONDS = 8

/** Visits of the results on 10 connections: processor time of the server for each, and how many a second. */
async function visitsOf(url: string, pid: number, cookie: string) {
  const visit = {
    url: url + RESULTS,
    headers: { cookie, 'accept-encoding': BROWSER_ENCODINGS },
    connections: 10,
  }
  await autocannon({ ...visit, duration: WARM_UP_SECONDS })
  const before = cpuMs(pid)
  const { requests, non2xx, errors } = await autocannon({ ...visit, duration: 8, workers: 1 })
  if (non2xx + errors > 0) throw new Error('visits of Games Results failed')
  return { cpuMs: (cpuMs(pid) - before) / requests.total, perSecond: requests.average }
}

/** Taps from the Overview to the answer for a number in any box of the remembered game. */
async function tapsToAnswer(page: Page, url: string): Promise<number> {
  let taps = 0
  const tap = async (name: string, role: 'link' | 'textbox') => {
    taps++
    await page.getByRole(role, { name, exact: true }).first().click()
  }
  await page.goto(`${url}/dashboard`)
  await tap('Results', 'link')
  await tap('Number', 'textbox')
  await page.keyboard.type('81')
  await page
    .getByRole('status', { name: 'Answer' })
    .getByText(/"81" in Any box/)
    .waitFor()
  return taps
}

/** The longest time from a key or a tap to the next painted frame, in milliseconds, on a phone six times slower. */
async function slowestResponse(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu })
  await page.evaluate(() => {
    const slowest = { ms: 0 }
    Object.assign(window, { slowest })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) slowest.ms = Math.max(slowest.ms, entry.duration)
      // TypeScript's list of options lacks the threshold.
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  const number = page.getByRole('textbox', { name: 'Number', exact: true })
  for (const ball of ['7', '12', '81', '90', '33']) {
    await number.press('Control+A')
    await number.pressSequentially(ball, { delay: 400 })
    await page.waitForTimeout(600)
  }
  for (const segment of ['1st', 'Machine', 'Both', 'Any']) {
    await page.getByRole('search').getByText(segment, { exact: true }).click()
    await page.waitForTimeout(1000)
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return page.evaluate(() => (window as unknown as { slowest: { ms: number } }).slowest.ms)
}

export async function measureResultsUse(browser: Browser, { url }: BenchServer): Promise<Row[]> {
  const context = await phone(browser)
  const page = await context.newPage()
  await logIn(page, url, 'free')
  const taps = await tapsToAnswer(page, url)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.waitForLoadState('networkidle')
  const response = await slowestResponse(page)
  await context.close()
  return [
    atMost('Taps to a number in any box of a game', taps, 2, '', 0),
    atMost('Height of the results at 360 px', height, 3000, 'px', 0),
    atMost('Slow phone: response to a key or a tap', response, 150, 'ms', 0),
  ]
}
