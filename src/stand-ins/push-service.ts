import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { createMode, FAULTS, type Markup, page, time, withFaults, type Env } from './base/base.ts'

/** A browser that is subscribed here. */
interface Browser {
  id: string
  /** The app's key, in base64url: only messages that its owner signs are accepted. */
  applicationServerKey: string
  pair: ECDH
  auth: Buffer
}

/** A message as the browser receives it. */
interface Message {
  browser: string
  /** The decrypted text. */
  text: string
  /** Seconds for which it is kept for a phone that is off. */
  ttl: number
  topic: string | null
  urgency: string | null
  /** The contact of the signed token. */
  subject: string
  /** ISO 8601. */
  receivedAt: string
}

const MAX_MESSAGES = 500
const MAX_BYTES = 4096
const MAX_TOKEN_S = 24 * 3600
const SUBSCRIPTION = z.strictObject({ applicationServerKey: z.string().regex(/^[\w-]{87}$/) })
const CLAIMS = z.object({ aud: z.string(), exp: z.number(), sub: z.string().regex(/^(mailto:|https:\/\/)/) })

/** A request that a push service refuses. */
class Refused extends Error {
  readonly status: 400 | 401 | 403 | 413

  constructor(status: Refused['status'], message: string) {
    super(message)
    this.status = status
  }
}

/**
 * Stands for a browser's push service and for the browser: it makes subscriptions, checks each request as the standards
 * require (RFC 8030, 8188, 8291, 8292), and decrypts the message.
 * @param url the address of the stand-ins
 */
export function createPushService(url: string): Hono<Env> {
  const browsers = new Map<string, Browser>()
  let messages: Message[] = []
  const mode = createMode(FAULTS, '/push/mode')
  const routes = new Hono<Env>().route('/', mode.routes)

  routes.post('/push/subscriptions', async (c) => {
    const parsed = SUBSCRIPTION.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error) }, 400)
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    const browser = { id: randomUUID(), ...parsed.data, pair, auth: randomBytes(16) }
    browsers.set(browser.id, browser)
    const keys = { p256dh: pair.getPublicKey('base64url'), auth: browser.auth.toString('base64url') }
    return c.json({ endpoint: `${url}/push/${browser.id}`, expirationTime: null, keys }, 201)
  })
  routes.delete('/push/subscriptions/:id', (c) =>
    c.body(null, browsers.delete(c.req.param('id')) ? 204 : 404),
  )

  routes.post('/push/:id', withFaults(mode), async (c) => {
    const browser = browsers.get(c.req.param('id'))
    if (!browser) return c.text('This subscription does not exist any more', 410)
    try {
      const message = receive(browser, c.req.raw.headers, Buffer.from(await c.req.arrayBuffer()), url)
      messages = [message, ...messages].slice(0, MAX_MESSAGES)
      return c.body(null, 201, { location: `${url}/push/messages/${randomUUID()}` })
    } catch (error) {
      if (error instanceof Refused) return c.text(error.message, error.status)
      throw error
    }
  })

  routes.get('/push.json', (c) => c.json(messages))
  routes.delete('/push.json', (c) => {
    messages = []
    return c.body(null, 204)
  })
  routes.get('/push', (c) => c.html(messagesPage(messages)))
  return routes
}

function receive(browser: Browser, headers: Headers, body: Buffer, origin: string): Message {
  const subject = checkToken(browser, headers.get('authorization') ?? '', origin)
  const ttl = Number(headers.get('ttl') || NaN)
  const topic = headers.get('topic')
  const urgency = headers.get('urgency')
  if (!Number.isInteger(ttl) || ttl < 0) throw new Refused(400, 'TTL must be a number of seconds')
  if (topic !== null && !/^[\w-]{1,32}$/.test(topic))
    throw new Refused(400, 'Topic has at most 32 URL-safe characters')
  if (urgency !== null && !/^(very-low|low|normal|high)$/.test(urgency))
    throw new Refused(400, 'Unknown Urgency')
  if (headers.get('content-encoding') !== 'aes128gcm')
    throw new Refused(400, 'Content-Encoding must be aes128gcm')
  if (body.length > MAX_BYTES) throw new Refused(413, `A message has at most ${MAX_BYTES} bytes`)
  const text = decrypt(browser, body)
  // oxlint-disable-next-line project/clock -- another company has its own clock
  return { browser: browser.id, text, ttl, topic, urgency, subject, receivedAt: new Date().toISOString() }
}

/** Checks who sends the message (RFC 8292). @returns the sender's contact */
function checkToken({ applicationServerKey }: Browser, authorization: string, origin: string): string {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (!token || !key) throw new Refused(401, 'Authorization must be: vapid t=…, k=…')
  if (key !== applicationServerKey) {
    // In the words of Chrome's push service.
    const text = 'the VAPID credentials in the authorization header do not correspond to the credentials used'
    throw new Refused(403, `${text} to create the subscriptions.`)
  }
  const [head, body, signature] = token.split('.') as [string, string, string]
  if (!isSigned(`${head}.${body}`, Buffer.from(signature, 'base64url'), key))
    throw new Refused(403, 'The signature is wrong')
  const claims = CLAIMS.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  if (!claims.success) throw new Refused(403, z.prettifyError(claims.error))
  const { aud, exp, sub } = claims.data
  // oxlint-disable-next-line project/clock -- another company has its own clock
  const seconds = exp - Date.now() / 1000
  if (aud !== origin) throw new Refused(403, `The token is for ${aud}`)
  if (seconds <= 0 || seconds > MAX_TOKEN_S) throw new Refused(403, 'The token is valid for up to 24 hours')
  return sub
}

function isSigned(text: string, signature: Buffer, publicKey: string): boolean {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x!, y: y! } })
  return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, signature)
}

/** Decrypts a body of one record (RFC 8291 and 8188). */
function decrypt({ pair, auth }: Browser, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const record = body.subarray(21 + sender.length)
  const derive = (secret: Buffer, salted: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salted, info, length))
  try {
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
    const secret = derive(pair.computeSecret(sender), auth, info, 32)
    const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
    const decipher = createDecipheriv(
      'aes-128-gcm',
      key,
      derive(secret, salt, 'Content-Encoding: nonce\0', 12),
    )
    decipher.setAuthTag(record.subarray(-16))
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
    const end = padded.lastIndexOf(2)
    if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no last record')
    return padded.subarray(0, end).toString()
  } catch {
    throw new Refused(400, 'The message cannot be decrypted')
  }
}

const messagesPage = (messages: readonly Message[]): Markup =>
  page(
    'Push service',
    html`<p>This service receives the notifications for browsers that subscribed here. No phone gets them.</p>
      ${
        messages.length > 0
          ? html`<ul>
              ${messages.map(
                ({ text, browser, receivedAt }) =>
                  html`<li>${text}<br />To browser ${browser}<br />${time(receivedAt)}</li>`,
              )}
            </ul>`
          : html`<p>No notification yet.</p>`
      }`,
  )
