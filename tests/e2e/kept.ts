// What the service worker keeps, as a test sees it.
import type { BrowserContext, Page } from '@playwright/test'
import { expect } from './app.ts'

/** The reasons of a forecast: a text that only paying readers may see, and that leaves the phone with their rights. */
export const PAID_TEXT = 'For paying readers'

/** What the worker lists, and what the phone has: polled until it is enough. */
const lacking = (page: Page, isRestWanted: boolean) =>
  page.evaluate(async (all) => {
    const worker = await (await fetch('/sw.js')).text()
    const [wanted] = all ? [worker] : worker.split('"later"')
    const stored = await (await caches.open('lotto-files-1')).keys()
    const files = new Set(wanted!.match(/\/assets\/[\w-]+\.(js|css|html)/g))
    const lacks = [...files].filter((file) => !stored.some(({ url }) => url.endsWith(file)))
    for (const address of ['/kept/who', '/api/history'])
      if (!(await caches.match(address))) lacks.push(address)
    if (!navigator.serviceWorker.controller) lacks.push('a worker')
    return lacks
  }, isRestWanted)

/** Waits until the phone has what a first visit keeps. */
export const readyAfterFirst = (page: Page): Promise<void> =>
  expect.poll(() => lacking(page, false), { timeout: 25_000 }).toEqual([])

/**
 * Waits until the phone has everything that it needs without a network.
 * @param isOpenedAgain opens the page a second time, as the rest of the app waits for that
 */
export async function readyForOffline(page: Page, isOpenedAgain = true): Promise<void> {
  if (isOpenedAgain) {
    await readyAfterFirst(page)
    await page.reload()
  }
  await expect.poll(() => lacking(page, true), { timeout: 25_000 }).toEqual([])
}

/** Every address and text in the caches of the phone, without the app's files. */
export const keptTexts = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      if (name === 'lotto-files-1') continue
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        texts.push(`${name} ${request.url}`, await (await cache.match(request))!.text())
    }
    return texts.join('\n')
  })

/** The history paths that the page, or the service worker of its context, requests from now on. */
export function historyRequests(asking: Page | BrowserContext): string[] {
  const paths: string[] = []
  asking.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const isAsked = 'newPage' in asking ? request.serviceWorker() : true
    if (isAsked && pathname.startsWith('/api/history')) paths.push(pathname + search)
  })
  return paths
}

export const yearsIn = (paths: readonly string[]) =>
  paths.filter((path) => path.startsWith('/api/history/years/'))
