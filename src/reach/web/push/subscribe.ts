// The subscription of this browser, for the page and for the service worker.

/** What the server answers to a subscription; see `PUT /api/push/device`. */
interface Registered {
  on: boolean
  newKey: string | null
}

/** A subscription as the server stores it. */
interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
  applicationServerKey?: string
}

/** @param publicKey the server's key, in base64url */
export const subscribe = (manager: PushManager, publicKey: string): Promise<PushSubscription> =>
  manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })

/**
 * Registers a subscription at the server. One that has ended, or that belongs to an earlier key of the server, is replaced.
 * @returns whether notifications are on here
 */
export async function register(
  manager: PushManager,
  known: PushSubscription,
  put: (subscription: Subscription) => Promise<Registered>,
): Promise<boolean> {
  const { on, newKey } = await put(storedForm(known))
  if (newKey === null) return on
  await known.unsubscribe()
  return (await put(storedForm(await subscribe(manager, newKey)))).on
}

function storedForm(known: PushSubscription): Subscription {
  const { endpoint, keys } = known.toJSON() as Subscription
  const key = known.options.applicationServerKey
  return { endpoint, keys, ...(key && { applicationServerKey: base64url(key) }) }
}

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
