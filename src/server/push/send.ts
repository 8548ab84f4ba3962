import { createHash } from 'node:crypto'
import { type PushPayload, PUSH_LIMITS } from '../../domain/push/notifications.ts'
import { type BrowserKeys, encryptFor } from './encrypt.ts'
import type { Vapid } from './vapid.ts'

/** The push services of Chrome and Samsung, Firefox, Safari and Edge. A `*` is one or more labels. */
const SERVICES = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

/**
 * The address of a subscription, normalised; null if it does not belong to a push service. It comes from the browser, so
 * without this check anyone could make the server send requests into its own network.
 * @param standIn addresses that begin with this are allowed, too: the demo's stand-in
 */
export function readEndpoint(text: string, standIn: string | null): string | null {
  if (!URL.canParse(text)) return null
  const { href, protocol, hostname, port, username, password } = new URL(text)
  if (standIn !== null && href.startsWith(standIn)) return href
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === ''
  return isPlain && SERVICES.some((service) => isOf(service, hostname)) ? href : null
}

const isOf = (service: string, host: string) =>
  service.startsWith('*') ? host.endsWith(service.slice(1)) : host === service

/**
 * `sent`; `gone`: the browser has no subscription any more; `refused`: another attempt would fail, too; `later`: after so
 * many milliseconds, null if the push service does not tell.
 */
type Outcome =
  { kind: 'sent' | 'gone' } | { kind: 'refused'; why: string } | { kind: 'later'; afterMs: number | null }

interface Sender {
  vapid: Vapid
  /** See {@link readEndpoint}. */
  standIn: string | null
}

/**
 * Sends a message to a browser's push service.
 * @param ttlMs milliseconds for which the push service keeps the message for a phone that is off
 */
export async function sendToBrowser(
  { vapid, standIn }: Sender,
  { endpoint: stored, ...keys }: BrowserKeys & { endpoint: string },
  payload: PushPayload,
  ttlMs: number,
): Promise<Outcome> {
  const endpoint = readEndpoint(stored, standIn)
  if (endpoint === null) return { kind: 'gone' }
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        authorization: vapid.authorization(endpoint),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(Math.max(1, Math.floor(ttlMs / 1000))),
        topic: topicOf(payload.tag),
        urgency: 'high',
      },
      body: encryptFor(keys, JSON.stringify(payload)),
      // A redirect could lead into this server's network.
      redirect: 'manual',
      signal: AbortSignal.timeout(PUSH_LIMITS.answerMs),
    })
    await response.body?.cancel()
    return outcomeOf(response)
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'refused', why: error.message }
    return { kind: 'later', afterMs: null }
  }
}

/** A waiting message is replaced by a newer one with the same topic. A hash does not show the push service the game. */
const topicOf = (tag: string) => createHash('sha256').update(tag).digest('base64url').slice(0, 32)

function outcomeOf({ ok, status, headers }: Response): Outcome {
  if (ok) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500) {
    const afterMs = retryAfter(headers)
    return { kind: 'later', afterMs: afterMs > 0 ? Math.min(afterMs, PUSH_LIMITS.longestWaitMs) : null }
  }
  return { kind: 'refused', why: `status ${status}` }
}

/** Milliseconds; NaN without a valid `Retry-After`. A date counts from the push service's own clock. */
function retryAfter(headers: Headers): number {
  const text = headers.get('retry-after') || 'none'
  return /^\d+$/.test(text) ? 1000 * Number(text) : Date.parse(text) - Date.parse(headers.get('date') ?? '')
}
