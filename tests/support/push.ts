// Browsers that are subscribed at the stand-in for push services, and what they received.
import type { PushPayload } from '../../src/reach/rules/push/notifications.ts'
import type { TestServer, Visitor } from './test-server.ts'

export interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

export interface Received extends PushPayload {
  /** The id of the browser. */
  browser: string
  /** Seconds. */
  ttl: number
  topic: string
  urgency: string
}

type HasSandbox = Pick<TestServer, 'sandboxUrl'>

const call = async (server: HasSandbox, method: string, path: string, body?: unknown) => {
  const response = await fetch(`${server.sandboxUrl}${path}`, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
  return response.status === 204 ? null : response.json()
}

/** A new subscription of a browser, as `PushManager.subscribe` gives it. */
export const newSubscription = async (
  server: HasSandbox,
  applicationServerKey: string,
): Promise<Subscription> =>
  (await call(server, 'POST', '/push/subscriptions', { applicationServerKey })) as Subscription

/** The messages that all browsers received, oldest first. */
export async function received(server: HasSandbox): Promise<Received[]> {
  const messages = (await call(server, 'GET', '/push.json')) as { text: string }[]
  return messages.toReversed().map(({ text, ...about }) => ({ ...about, ...JSON.parse(text) }) as Received)
}

export const clearReceived = (server: HasSandbox) => call(server, 'DELETE', '/push.json')

export const endSubscription = (server: HasSandbox, { endpoint }: Subscription) =>
  call(server, 'DELETE', `/push/subscriptions/${endpoint.split('/').at(-1)}`)

/** Sets how the push service answers. */
export const pushMode = (server: HasSandbox, mode: object) => call(server, 'PUT', '/push/mode', mode)

/** Chooses games and turns notifications on in a visitor's browser. */
export async function turnOn(
  server: HasSandbox,
  visitor: Visitor,
  { games = ['gold'], ...choice }: { games?: string[]; quiet?: object | null; lateDraws?: boolean } = {},
): Promise<Subscription> {
  const { publicKey } = (await visitor.get('/api/push')).body
  const subscription = await newSubscription(server, publicKey)
  const body = { quiet: null, lateDraws: false, ...choice }
  const saved = await visitor.request('PUT', '/api/push', { body })
  for (const game of games)
    await visitor.request('PUT', `/api/follows/${game}`, { body: { following: 'every' } })
  const { endpoint, keys } = subscription
  const added = await visitor.request('PUT', '/api/push/device', { body: { endpoint, keys } })
  if (saved.status !== 200 || added.status !== 200) throw new Error(`not on: ${saved.text} ${added.text}`)
  return subscription
}
