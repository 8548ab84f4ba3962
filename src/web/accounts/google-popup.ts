import { type GoogleOutcome, isGoogleOutcome } from '../../domain/google.ts'
import { CallError, get, send } from '../api/call.ts'
import { PATHS } from '../../domain/paths.ts'
import { ME } from './me.ts'

/** How the window that comes back tells how it went. */
const CHANNEL = 'google-popup'
const openChannel = () => ('BroadcastChannel' in window ? new BroadcastChannel(CHANNEL) : null)

/** Told by the window at its end, to the pages of this origin only. */
export function reportToOpener(outcome: GoogleOutcome): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin to name
  openChannel()?.postMessage(outcome)
}

/** A window counts as closed only when it has been for a while: its report may still be on its way. */
const LOOK_EVERY = 300
const LOOKS_AFTER_CLOSE = 4

type Trip = 'POST /api/auth/sign-in/social' | 'POST /api/auth/link-social'

/**
 * Takes the person to Google in a window and waits for how it ends. Never throws for what happens at Google.
 *
 * @param popup the window that the click opened; null where the browser did not allow it
 * @throws CallError when a link may not begin, because the person has not proven who they are
 */
export async function googlePopup(trip: Trip, popup: Window | null): Promise<GoogleOutcome> {
  if (!popup) return 'cancelled'
  const report = listen()
  try {
    const { url } = await send(trip, { provider: 'google' })
    popup.location.href = url
    const outcome = await Promise.race([report.heard, closed(popup)])
    if (outcome === 'code') return await leaveForCode()
    return outcome ?? (await unreported(trip))
  } catch (error) {
    popup.close()
    if (error instanceof CallError && error.status === 0) return 'network'
    if (error instanceof CallError && error.problem?.code === 'proof-needed') throw error
    return 'failed'
  } finally {
    report.stop()
  }
}

/** Goes on to the page that asks for the code of a second factor; never returns to the caller. */
function leaveForCode(): Promise<never> {
  location.assign(PATHS.loginCode)
  return new Promise(() => undefined)
}

function listen() {
  const channel = openChannel()
  const heard = new Promise<GoogleOutcome>((resolve) => {
    channel?.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (isGoogleOutcome(data)) resolve(data)
    })
  })
  return { heard, stop: () => channel?.close() }
}

function closed(popup: Window): Promise<null> {
  return new Promise((resolve) => {
    let left = LOOKS_AFTER_CLOSE
    const timer = setInterval(() => {
      if (popup.closed) left--
      if (left > 0) return
      clearInterval(timer)
      resolve(null)
    }, LOOK_EVERY)
  })
}

/** A window that is gone and did not report: closed, or in a browser that kept it from us. What is so now tells which. */
async function unreported(trip: Trip): Promise<GoogleOutcome> {
  if (trip === 'POST /api/auth/link-social') {
    const { google } = await get<'GET /api/profile'>('/api/profile')
    return google ? 'linked' : 'cancelled'
  }
  return get<'GET /api/me'>(ME).then(
    () => 'in',
    () => 'cancelled',
  )
}
