import { carriedQuery } from '../../domain/site/destinations.ts'
import { type GoogleOutcome, isGoogleOutcome } from '../../domain/accounts/google.ts'
import { CallError, get, send } from '../api/call.ts'
import { PATHS } from '../../domain/site/paths.ts'

/** The pop-up reports its outcome on this BroadcastChannel. */
const CHANNEL = 'google-popup'
const openChannel = () => ('BroadcastChannel' in window ? new BroadcastChannel(CHANNEL) : null)

/** Reports the outcome from the pop-up to the pages of this origin. */
export function reportToOpener(outcome: GoogleOutcome): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin to name
  openChannel()?.postMessage(outcome)
}

/** The report of a closed pop-up may still arrive, so polling continues a few times after the close. */
const POLL_INTERVAL_MS = 300
const POLLS_AFTER_CLOSE = 4

type GoogleCall = 'POST /api/auth/sign-in/social' | 'POST /api/auth/link-social'

/**
 * Opens Google in a pop-up and waits for the outcome. Failures at Google are outcomes, not errors.
 *
 * @param popup the window that the click opened; null when the browser blocked it
 * @throws CallError proof-needed when linking needs a fresh proof of identity
 */
export async function googlePopup(call: GoogleCall, popup: Window | null): Promise<GoogleOutcome> {
  if (!popup) return 'cancelled'
  const report = listen()
  try {
    const { url } = await send(call, { provider: 'google' })
    popup.location.href = url
    const outcome = await Promise.race([report.received, closed(popup)])
    if (outcome === 'code') return await leaveForCode()
    return outcome ?? (await unreportedOutcome(call))
  } catch (error) {
    popup.close()
    if (error instanceof CallError && error.status === 0) return 'network'
    if (error instanceof CallError && error.problem?.code === 'proof-needed') throw error
    return 'failed'
  } finally {
    report.stop()
  }
}

/** Navigates to the page that asks for the code of a second factor. The promise never settles. */
function leaveForCode(): Promise<never> {
  location.assign(PATHS.loginCode + carriedQuery(location.search))
  return new Promise(() => undefined)
}

function listen() {
  const channel = openChannel()
  const received = new Promise<GoogleOutcome>((resolve) => {
    channel?.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (isGoogleOutcome(data)) resolve(data)
    })
  })
  return { received, stop: () => channel?.close() }
}

function closed(popup: Window): Promise<null> {
  return new Promise((resolve) => {
    let left = POLLS_AFTER_CLOSE
    const timer = setInterval(() => {
      if (popup.closed) left--
      if (left > 0) return
      clearInterval(timer)
      resolve(null)
    }, POLL_INTERVAL_MS)
  })
}

/** The outcome of a pop-up that closed without a report, read from the server's current state. */
async function unreportedOutcome(call: GoogleCall): Promise<GoogleOutcome> {
  if (call === 'POST /api/auth/link-social') {
    const { google } = await get<'GET /api/profile'>('/api/profile')
    return google ? 'linked' : 'cancelled'
  }
  return get<'GET /api/me'>('/api/me').then(
    () => 'in',
    () => 'cancelled',
  )
}
