// What the service worker keeps, as a test sees it.
import type { Page } from '@playwright/test'
import { expect } from './app.ts'

/** The reasons of a forecast: a text that only paying readers may see, and that leaves the phone with their rights. */
export const PAID_TEXT = 'For paying readers'

/** Waits until the phone has everything that it needs without a network. */
export async function readyForOffline(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const all = await (await fetch('/sw.js')).text()
          const files = new Set(all.match(/\/assets\/[\w-]+\.(js|css|html)/g))
          const stored = await (await caches.open('lotto-files-1')).keys()
          const isComplete = [...files].every((file) => stored.some(({ url }) => url.endsWith(file)))
          const who = await caches.match('/kept/who')
          const manifest = await caches.match('/api/history')
          return navigator.serviceWorker.controller !== null && isComplete && who && manifest
            ? 'ready'
            : 'not yet'
        }),
      { timeout: 25_000 },
    )
    .toBe('ready')
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
