// What this worker uses of its global scope. TypeScript's own declarations of it exclude those of pages.

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  /** The page that asks; empty for a navigation. */
  readonly clientId: string
  respondWith(response: Response | Promise<Response>): void
}

interface MessageEventOfPage extends ExtendableEvent {
  readonly data: unknown
  readonly source: Client | null
}

interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null
}

interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification
}

interface SubscriptionEvent extends ExtendableEvent {
  /** Firefox does not have it. */
  readonly newSubscription?: PushSubscription | null
}

export interface Client {
  readonly id: string
  readonly url: string
  focus(): Promise<unknown>
  postMessage(message: unknown): void
}

interface Scope {
  addEventListener(type: 'install' | 'activate' | 'sync', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void
  addEventListener(type: 'pushsubscriptionchange', listener: (event: SubscriptionEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEventOfPage) => void): void
  skipWaiting(): Promise<void>
  readonly location: Location
  readonly registration: ServiceWorkerRegistration & {
    /** Only Chromium has it. */
    readonly sync?: { register(tag: string): Promise<void> }
  }
  readonly clients: {
    claim(): Promise<void>
    get(id: string): Promise<Client | undefined>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Client[]>
    openWindow(url: string): Promise<unknown>
  }
}

export const scope = globalThis as unknown as Scope
