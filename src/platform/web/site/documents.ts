import { CALL_LIMITS } from '../../rules/offline/offline.ts'
import type { ToPage } from '../offline/messages.ts'
import { call, CallError } from '../api/call.ts'
import type { PagePolicy } from '../../../app/web/pages.ts'

/** This document. Navigation within the app changes the address, never the policy. */
const page: { policy: PagePolicy } = { policy: 'plain' }

/** Marks a document that continues a visit. As after navigation within the app, its heading gets the focus. */
const CONTINUES = 'step'

/** Starts a document that was served with a policy. The state of its history entry does not outlive the load. */
export function startDocument(served: PagePolicy): void {
  page.policy = served
  history.replaceState(null, '')
  if (!sessionStorage.getItem(CONTINUES)) return
  sessionStorage.removeItem(CONTINUES)
  document.querySelector('h1')?.focus()
}

/** Whether this document may show a page with the wanted policy. */
export const allowsPolicy = (wanted: PagePolicy): boolean => wanted === 'plain' || wanted === page.policy

/** Continues the visit in a new document. */
export function loadDocument(address: string, replace = false): void {
  sessionStorage.setItem(CONTINUES, 'yes')
  location[replace ? 'replace' : 'assign'](address)
}

/**
 * Reloads the document soon after the network returns, unless it already allows the policy of its page. The browser also
 * reports a return to a document that is being left, where an immediate reload would replace the new address.
 */
export function reloadWithNetwork(wanted?: () => PagePolicy): void {
  addEventListener('online', () =>
    setTimeout(() => (wanted && allowsPolicy(wanted())) || location.reload(), CALL_LIMITS.networkMs),
  )
}

/**
 * Reloads the document when its person has left in another tab. The browser keeps the service worker's messages until the
 * document is complete, so a call from its first script misses none.
 */
export function reloadWhenLeft(): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
    if (data.kind === 'left') location.reload()
  })
}

const RELOADED = 'reloaded-for-new-build'

/**
 * Reloads the document once after code could not be fetched although the server answers: the code belongs to an older
 * build. Without a network the tab stays as it is.
 *
 * @returns why the server does not answer; null if it does
 */
export async function reloadForNewBuild(): Promise<CallError | null> {
  try {
    // A file that the service worker never keeps.
    await call('HEAD', '/manifest.webmanifest')
  } catch (error) {
    if (error instanceof CallError) return error
    throw error
  }
  if (!sessionStorage.getItem(RELOADED)) {
    sessionStorage.setItem(RELOADED, 'yes')
    location.reload()
  }
  return null
}

/** The document has its code, so that it may reload for the next build. */
export const noteLoaded = (): void => sessionStorage.removeItem(RELOADED)
