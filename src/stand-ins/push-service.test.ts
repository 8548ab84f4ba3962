import { generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import webPush from 'web-push'
import { type Sandbox, startSandbox } from './start.ts'

// The stand-in refuses what a real push service refuses, so that the tests of the app mean something.
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, appUrl: 'http://localhost:3999' })
})
afterAll(() => sandbox.stop())

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { x, y } = publicKey.export({ format: 'jwk' })
const applicationServerKey = Buffer.concat([
  Buffer.from([4]),
  Buffer.from(x!, 'base64url'),
  Buffer.from(y!, 'base64url'),
]).toString('base64url')

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
function token(claims: object = {}, key = privateKey): string {
  const all = { aud: sandbox.url, exp: inSeconds(3600), sub: 'mailto:a@example.com', ...claims }
  const text = [{ typ: 'JWT', alg: 'ES256' }, all]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

async function subscription() {
  const response = await fetch(`${sandbox.url}/push/subscriptions`, {
    method: 'POST',
    body: JSON.stringify({ applicationServerKey }),
  })
  return (await response.json()) as { endpoint: string; keys: { p256dh: string; auth: string } }
}

const bodyFor = ({ p256dh, auth }: { p256dh: string; auth: string }, text: string) =>
  new Uint8Array(webPush.encrypt(p256dh, auth, text, 'aes128gcm').cipherText)

async function send(headers: Record<string, string> = {}, text = 'hello') {
  const { endpoint, keys } = await subscription()
  const { status } = await fetch(endpoint, {
    method: 'POST',
    headers: {
      authorization: `vapid t=${token()}, k=${applicationServerKey}`,
      'content-encoding': 'aes128gcm',
      ttl: '60',
      ...headers,
    },
    body: bodyFor(keys, text),
  })
  return status
}

test('decrypts a message and shows it, also on its page', async () => {
  expect(await send({ topic: 'gold', urgency: 'high' }, 'New <result>')).toBe(201)
  const [message] = (await (await fetch(`${sandbox.url}/push.json`)).json()) as object[]
  expect(message).toMatchObject({
    text: 'New <result>',
    ttl: 60,
    topic: 'gold',
    subject: 'mailto:a@example.com',
  })
  expect(await (await fetch(`${sandbox.url}/push`)).text()).toContain('New &lt;result&gt;')
})

const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const vapid = (claims: object, key = privateKey) => ({
  authorization: `vapid t=${token(claims, key)}, k=${applicationServerKey}`,
})
test.each([
  ['no token', () => ({ authorization: '' }), 401],
  ['a token that another key signed', () => vapid({}, other), 403],
  ['a token for another service', () => vapid({ aud: 'https://example.com' }), 403],
  ['an expired token', () => vapid({ exp: inSeconds(-1) }), 403],
  ['a token for more than a day', () => vapid({ exp: inSeconds(90_000) }), 403],
  ['a contact that is none', () => vapid({ sub: 'someone' }), 403],
  ['a long topic', () => ({ topic: 'x'.repeat(33) }), 400],
  ['no time to live', () => ({ ttl: '' }), 400],
  ['another encoding', () => ({ 'content-encoding': 'aesgcm' }), 400],
])('refuses %s', async (_, headers, status) => {
  expect(await send(headers())).toBe(status)
})

test('refuses a message for another browser, and one for a subscription that has ended', async () => {
  const [one, two] = [await subscription(), await subscription()]
  const post = async () =>
    (
      await fetch(one.endpoint, {
        method: 'POST',
        headers: { ...vapid({}), 'content-encoding': 'aes128gcm', ttl: '60' },
        body: bodyFor(two.keys, 'hello'),
      })
    ).status
  expect(await post()).toBe(400)
  await fetch(one.endpoint.replace('/push/', '/push/subscriptions/'), { method: 'DELETE' })
  expect(await post()).toBe(410)
})
