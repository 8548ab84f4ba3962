// The offline app on a slow processor, and the bytes of a repeat visit, headers included.
import type { Browser, CDPSession, Page } from '@playwright/test'
import { OFFLINE_LIMITS } from '../src/platform/rules/offline/offline.ts'
import { freePort } from '../tests/support/programs.ts'
import { type CountedSocket, openCountedSocket } from '../tests/support/socket.ts'
import { logIn, phone, SLOW } from './browser.ts'
import { cpuMs } from './inspect.ts'
import { atMost, filledWith, median, type Row, startShipped } from './measure.ts'

const YEARS = 40
const RELOADS = 7
/** By then every reload has ended, also on a busy machine. */
const RELOAD_MS = 5000
/** By then the worker has everything of a first visit. */
const FIRST_MS = 12_000
const RESULTS = '/dashboard/past-results?game=metro'
const SEARCH = `/dashboard/past-results?number=7&type=winning&position=any_box&game=`
const ROWS = 'table.year tbody tr'

/** Waits until the phone has the app's files, some years and the document, and the worker answers its pages. */
async function waitUntilKept(page: Page, mostYears: number): Promise<void> {
  const isKept = () =>
    page.evaluate(
      async ([path, most]) => {
        const all = new Set((await (await fetch('/sw.js')).text()).match(/\/assets\/[\w-]+\.(js|css|html)/g))
        const stored = await (await caches.open('lotto-files-1')).keys()
        const manifest = await caches.match('/api/history')
        if (!manifest || !(await caches.match(path))) return false
        const { years } = (await manifest.json()) as { years: unknown[] }
        const kept = await (await caches.open('lotto-public-2')).keys()
        return (
          navigator.serviceWorker.controller !== null &&
          stored.length >= all.size &&
          kept.filter(({ url }) => url.includes('/api/history/years/')).length >= Math.min(most, years.length)
        )
      },
      [RESULTS, mostYears] as const,
    )
  const deadline = performance.now() + 120_000
  while (!(await isKept())) {
    if (performance.now() > deadline) throw new Error('the phone does not keep the app')
    await page.waitForTimeout(1000)
  }
}

export async function measureOffline(browser: Browser): Promise<Row[]> {
  const filled = await filledWith(YEARS)
  const port = await freePort()
  const server = await startShipped(filled.dataDir, { APP_URL: `http://localhost:${port}` })
  const wire = await openCountedSocket(port, () => Number(new URL(server.url).port))
  try {
    const context = await phone(browser)
    const page = await context.newPage()
    await logIn(page, wire.url, 'free')
    const first = await firstVisit(page, wire, server.pid)
    await page.goto(wire.url + RESULTS)
    await waitUntilKept(page, OFFLINE_LIMITS.years)
    // The older years wait for a search.
    await page.goto(wire.url + SEARCH)
    await waitUntilKept(page, YEARS)
    const repeat = await repeatVisits(page, wire)
    const session = await context.newCDPSession(page)
    await context.setOffline(true)
    const reloads: Reload[] = []
    await markReloads(page)
    for (let i = 0; i < RELOADS; i++) reloads.push(await offlineReload(page, session, wire.url))
    const search = await offlineSearch(page, session)
    const of = (mark: keyof Reload) => median(reloads.map((times) => times[mark])) / 1000
    await context.close()
    return [
      atMost('First visit with everything that it starts, on the wire', first.bytes / 1000, 180, 'kB'),
      atMost('Requests of the same', first.requests, 45, '', 0),
      atMost('Processor time of the server for the same', first.cpu, 25, 'ms', 0),
      atMost('Repeat visit of unchanged results, on the wire with headers', repeat / 1000, 2, 'kB', 2),
      atMost('Slow phone without a network: results visible', of('visible'), 1, 's', 2),
      atMost('Slow phone without a network: results answer', of('attached'), 2, 's', 2),
      atMost(`Slow phone without a network: search over ${filled.draws} draws`, search / 1000, 0.2, 's', 2),
    ]
  } finally {
    wire.stop()
    await server.stop()
    filled.remove()
  }
}

/** A visit of a phone that has nothing: what its page and the worker fetch, until both are quiet. */
async function firstVisit(page: Page, wire: CountedSocket, pid: number) {
  const before = { bytes: wire.received(), requests: wire.requests(), cpu: cpuMs(pid) }
  await page.goto(wire.url + RESULTS, { waitUntil: 'networkidle' })
  await page.waitForTimeout(FIRST_MS)
  return {
    bytes: wire.received() - before.bytes,
    requests: wire.requests() - before.requests,
    cpu: cpuMs(pid) - before.cpu,
  }
}

/** The bytes that an unchanged visit receives, with everything that its page and the worker fetch afterwards. */
async function repeatVisits(page: Page, wire: CountedSocket): Promise<number> {
  const bytes: number[] = []
  for (let i = 0; i < 3; i++) {
    await page.goto('about:blank')
    const before = wire.received()
    await page.goto(wire.url + RESULTS, { waitUntil: 'networkidle' })
    await page.waitForTimeout(6000)
    bytes.push(wire.received() - before)
  }
  return median(bytes)
}

interface Reload {
  /** Milliseconds from the start of the navigation until the newest year is painted. */
  visible: number
  /** Until the app's scripts answer. */
  attached: number
}

/** Marks the times within the page: a look from outside would run on its slow processor. */
async function markReloads(page: Page): Promise<void> {
  await page.addInitScript((rows) => {
    const times = { visible: 0, attached: 0 }
    Object.assign(window, { reload: times })
    const look = () => {
      if (!times.visible && document.querySelector(rows))
        requestAnimationFrame(() => setTimeout(() => (times.visible ||= performance.now())))
      const root = document.getElementById('root')
      // The remembered search over all games has no table.
      if (root && Object.keys(root.firstElementChild ?? {}).length > 0) times.attached ||= performance.now()
      if (!times.visible || !times.attached) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, ROWS)
}

async function offlineReload(page: Page, session: CDPSession, url: string): Promise<Reload> {
  await page.goto('about:blank')
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu })
  await page.goto(url + RESULTS, { waitUntil: 'commit' })
  await page.waitForTimeout(RELOAD_MS)
  const times = await page.evaluate(() => (window as unknown as { reload: Reload }).reload)
  if (!times.visible || !times.attached) throw new Error(`no results without a network in ${RELOAD_MS} ms`)
  return times
}

/** Milliseconds from a typed digit until its answer, once every year is in the page's memory. */
async function offlineSearch(page: Page, session: CDPSession): Promise<number> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.waitForTimeout(2000)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu })
  const times: number[] = []
  for (const number of ['7', '33', '88', '5', '61']) {
    times.push(
      await page.evaluate(async (typed) => {
        const field = document.querySelector<HTMLInputElement>('input[name=number]')!
        const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
        const began = performance.now()
        value.set!.call(field, typed)
        field.dispatchEvent(new Event('input', { bubbles: true }))
        const isAnswered = () =>
          document.body.textContent.includes(`"${typed}" in Any box (winning) is found`)
        while (!isAnswered()) await new Promise((resolve) => requestAnimationFrame(resolve))
        return performance.now() - began
      }, number),
    )
  }
  return median(times)
}
