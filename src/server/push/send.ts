import {
  createHash,
  createCipheriv,
  createECDH,
  hkdfSync,
  randomBytes,
  createPrivateKey,
  sign,
} from 'node:crypto'
import { type PushPayload, PUSH_LIMITS } from '../../domain/push/notifications.ts'
import { HOUR } from '../../domain/base/calendar.ts'
import type { Settings } from '../base/settings.ts'

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

/** A browser's keys for messages to it, in base64url, as the Push API gives them. */
export interface BrowserKeys {
  /** The public key on P-256, uncompressed. */
  p256dh: string
  /** A secret of 16 bytes. */
  auth: string
}

/** Of each message; given by the test vector of RFC 8291 only. */
interface Randomness {
  privateKey: Buffer
  salt: Buffer
}

const CURVE = 'prime256v1'
const POINT_BYTES = 65
const SECRET_BYTES = 16

/** Whether these are a point of the curve and a secret of the right length. */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  if (decoded(p256dh).length !== POINT_BYTES || decoded(auth).length !== SECRET_BYTES) return false
  const probe = createECDH(CURVE)
  probe.generateKeys()
  try {
    probe.computeSecret(decoded(p256dh))
    return true
  } catch {
    return false
  }
}

/**
 * Encrypts a message for a browser (RFC 8291 with one record of RFC 8188): the body of a request with the content encoding
 * aes128gcm.
 * @throws RangeError when the message is too long for push services
 */
export function encryptFor(keys: BrowserKeys, message: string, given?: Randomness): Buffer<ArrayBuffer> {
  const own = createECDH(CURVE)
  if (given) own.setPrivateKey(given.privateKey)
  else own.generateKeys()
  const salt = given?.salt ?? randomBytes(16)
  const theirs = decoded(keys.p256dh)
  const shared = own.computeSecret(theirs)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, own.getPublicKey()])
  const secret = derive(shared, decoded(keys.auth), info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)

  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const record = [
    cipher.update(message, 'utf8'),
    cipher.update(LAST_RECORD),
    cipher.final(),
    cipher.getAuthTag(),
  ]
  const size = Buffer.alloc(4)
  size.writeUInt32BE(PUSH_LIMITS.bodyBytes)
  const body = Buffer.concat([salt, size, Buffer.from([POINT_BYTES]), own.getPublicKey(), ...record])
  if (body.length > PUSH_LIMITS.bodyBytes)
    throw new RangeError(`a message of ${body.length} bytes is too long`)
  return body
}

/** Ends the last record. */
const LAST_RECORD = Buffer.from([2])

const decoded = (text: string) => Buffer.from(text, 'base64url')

const derive = (key: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))

declare module '../api/services.ts' {
  interface Services {
    /** Identifies this server to push services; null without a key. */
    push: Vapid | null
  }
}

/** Push services accept a day at most. */
const TOKEN_LIFE_MS = 12 * HOUR

/** Identifies this server to push services (VAPID, RFC 8292). */
interface Vapid {
  /** In base64url. Browsers bind their subscriptions to it. */
  publicKey: string
  /** The Authorization header of a request to a push service. */
  authorization(endpoint: string): string
}

export function createVapid({ privateKey, subject }: NonNullable<Settings['vapid']>): Vapid {
  const pair = createECDH(CURVE)
  pair.setPrivateKey(privateKey, 'base64url')
  const point = pair.getPublicKey()
  const publicKey = point.toString('base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [
    string,
    string,
  ]
  const key = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', d: privateKey, x, y } })
  return {
    publicKey,
    authorization(endpoint) {
      // oxlint-disable-next-line project/clock -- push services check tokens by the real time
      const exp = Math.floor((Date.now() + TOKEN_LIFE_MS) / 1000)
      const claims = { aud: new URL(endpoint).origin, exp, sub: subject }
      const parts = [{ typ: 'JWT', alg: 'ES256' }, claims].map(encoded).join('.')
      const signature = sign('sha256', Buffer.from(parts), { key, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${parts}.${signature.toString('base64url')}, k=${publicKey}`
    },
  }
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
