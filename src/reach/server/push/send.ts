import { createECDH, createHash } from 'node:crypto'
import webPush from 'web-push'
import { type PushPayload, PUSH_LIMITS } from '../../rules/push/notifications.ts'
import type { Settings } from '../../../platform/server/base/settings.ts'

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
 * `sent`; `gone`: the browser has no subscription any more; `other-key`: it is subscribed with another server key; `refused`:
 * another attempt would fail, too; `later`: after so many milliseconds, null if the push service does not tell.
 */
type Outcome =
  | { kind: 'sent' | 'gone' | 'other-key' }
  | { kind: 'refused'; why: string }
  | { kind: 'later'; afterMs: number | null }

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
  { endpoint: stored, p256dh, auth }: BrowserKeys & { endpoint: string },
  payload: PushPayload,
  ttlMs: number,
): Promise<Outcome> {
  const endpoint = readEndpoint(stored, standIn)
  if (endpoint === null) return { kind: 'gone' }
  try {
    const { headers, body } = requestOf(vapid, { endpoint, keys: { p256dh, auth } }, payload, ttlMs)
    if (body.length > PUSH_LIMITS.bodyBytes) return { kind: 'refused', why: `${body.length} bytes` }
    const response = await fetch(endpoint, {
      method: 'POST',
      headers,
      body,
      // A redirect could lead into this server's network.
      redirect: 'manual',
      signal: AbortSignal.timeout(PUSH_LIMITS.answerMs),
    })
    return outcomeOf(response, response.ok ? '' : await response.text())
  } catch {
    return { kind: 'later', afterMs: null }
  }
}

/** The encrypted request (RFC 8291, 8292). It is sent by our own fetch, which web-push's sending would not guard. */
function requestOf(vapid: Vapid, browser: webPush.PushSubscription, payload: PushPayload, ttlMs: number) {
  const { headers, body } = webPush.generateRequestDetails(browser, JSON.stringify(payload), {
    vapidDetails: vapid,
    TTL: Math.max(1, Math.floor(ttlMs / 1000)),
    topic: topicOf(payload.tag),
    urgency: 'high',
  })
  const { 'Content-Length': _, ...own } = headers as Record<string, string>
  return { headers: own, body: new Uint8Array(body) }
}

/** A waiting message is replaced by a newer one with the same topic. A hash does not show the push service the game. */
const topicOf = (tag: string) => createHash('sha256').update(tag).digest('base64url').slice(0, 32)

/** What FCM (403), Mozilla (401) and Apple (400 or 403) answer where a subscription belongs to another key. */
const OTHER_KEY = /do not correspond to the credentials|public key mismatch|VapidPkHashMismatch/i

function outcomeOf({ ok, status, headers }: Response, text: string): Outcome {
  if (ok) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500) {
    const afterMs = retryAfter(headers)
    return { kind: 'later', afterMs: afterMs > 0 ? Math.min(afterMs, PUSH_LIMITS.longestWaitMs) : null }
  }
  return OTHER_KEY.test(text) ? { kind: 'other-key' } : { kind: 'refused', why: `status ${status}` }
}

/** Milliseconds; NaN without a valid `Retry-After`. A date counts from the push service's own clock. */
function retryAfter(headers: Headers): number {
  const text = headers.get('retry-after') || 'none'
  return /^\d+$/.test(text) ? 1000 * Number(text) : Date.parse(text) - Date.parse(headers.get('date') ?? '')
}

/** A browser's keys for messages to it, in base64url, as the Push API gives them. */
export interface BrowserKeys {
  /** The public key on P-256, uncompressed. */
  p256dh: string
  /** A secret of 16 bytes. */
  auth: string
}

/** Whether a message can be encrypted for these: a point of the curve, and a long enough secret. */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  try {
    return webPush.encrypt(p256dh, auth, 'x', 'aes128gcm').cipherText.length > 0
  } catch {
    return false
  }
}

declare module '../../../platform/server/api/services.ts' {
  interface Services {
    /** Identifies this server to push services; null without a key. */
    push: Vapid | null
  }
}

/** Identifies this server to push services (VAPID, RFC 8292). Browsers bind their subscriptions to the public key. */
type Vapid = NonNullable<Settings['vapid']> & { publicKey: string }

export function createVapid(vapid: NonNullable<Settings['vapid']>): Vapid {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(vapid.privateKey, 'base64url')
  return { ...vapid, publicKey: pair.getPublicKey('base64url') }
}
