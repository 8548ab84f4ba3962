import { ACCOUNT_LIMITS } from '../../platform/rules/access/limits.ts'
import { carriedQuery } from '../../platform/rules/site/destinations.ts'
import { type GoogleOutcome, OUTCOME_COOKIE, isGoogleOutcome } from '../rules/google.ts'
import { CallError, get, send } from '../../platform/web/api/call.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'

const POLL_INTERVAL_MS = 300

type GoogleCall = 'POST /api/auth/sign-in/social' | 'POST /api/auth/link-social'

/**
 * Opens Google in a pop-up and waits for the outcome. Failures at Google are outcomes, not errors.
 *
 * @param popup the window that the click opened; null when the browser blocked it
 * @throws CallError proof-needed when linking needs a fresh proof of identity
 */
export async function googlePopup(call: GoogleCall, popup: Window | null): Promise<GoogleOutcome> {
  if (!popup) return 'blocked'
  try {
    const { url } = await send(call, { provider: 'google' })
    popup.location.href = url
    const outcome = (await outcomeOf(popup)) ?? (await unreportedOutcome(call))
    return outcome === 'code' ? await leaveForCode() : outcome
  } catch (error) {
    if (error instanceof CallError && error.status === 0) return 'network'
    if (error instanceof CallError && error.problem?.code === 'proof-needed') throw error
    return 'failed'
  } finally {
    popup.close()
  }
}

/** Navigates to the page that asks for the code of a second factor. The promise never settles. */
function leaveForCode(): Promise<never> {
  location.assign(PATHS.loginCode + carriedQuery(location.search))
  return new Promise(() => undefined)
}

/**
 * The outcome that the server gave this browser with the end of the sign-in; null without one ten seconds after the close.
 * A site that cuts off its opener makes the pop-up look closed while a person still types there, so only seconds count in
 * which this page has the focus.
 */
function outcomeOf(popup: Window): Promise<GoogleOutcome | null> {
  return new Promise((resolve) => {
    let left = ACCOUNT_LIMITS.popupMs
    const timer = setInterval(() => {
      if (popup.closed && document.hasFocus()) left -= POLL_INTERVAL_MS
      const outcome = keptOutcome()
      if (outcome === null && left > 0) return
      clearInterval(timer)
      resolve(outcome)
    }, POLL_INTERVAL_MS)
  })
}

function keptOutcome(): GoogleOutcome | null {
  const cookie = document.cookie.split('; ').find((pair) => pair.split('=')[0]!.endsWith(OUTCOME_COOKIE))
  const outcome = cookie?.split('=')[1] ?? null
  return isGoogleOutcome(outcome) ? outcome : null
}

/** The answer to a link may be lost after the server made it. The session of a sign-in comes with its outcome. */
async function unreportedOutcome(call: GoogleCall): Promise<GoogleOutcome> {
  if (call !== 'POST /api/auth/link-social') return 'cancelled'
  const { google } = await get<'GET /api/profile'>('/api/profile')
  return google ? 'linked' : 'cancelled'
}
