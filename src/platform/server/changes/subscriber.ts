import pg from 'pg'
import type { Log } from '../base/log.ts'
import { type Address, clientConfig } from '../db/connect.ts'
import { logOrWarn } from '../db/outage.ts'

/** The process's connection that waits for notifications of the database. It reconnects when it is lost. */
export interface Subscriber {
  /**
   * Calls `notify` with the payload of each notification on a channel, and with null after each reconnection, because
   * notifications were lost meanwhile. Resolves once the channel is listened to.
   * @param channel a constant of the code
   */
  subscribe(channel: string, notify: (payload: string | null) => void): Promise<void>
  stop(): Promise<void>
}

/** Milliseconds between two attempts to reconnect. */
const RETRY_MS = 500

export async function openSubscriber(address: Address, log: Log): Promise<Subscriber> {
  const channels = new Map<string, (payload: string | null) => void>()
  let client: pg.Client | null = null
  let isConnecting = false
  let stopped = false

  async function connect(): Promise<void> {
    const next = new pg.Client(clientConfig(address))
    next.on('error', () => void next.end().catch(() => undefined))
    next.on('end', () => {
      client = null
    })
    next.on('notification', ({ channel, payload }) => channels.get(channel)?.(payload ?? ''))
    try {
      await next.connect()
      for (const channel of channels.keys()) await next.query(`listen ${channel}`)
    } catch (error) {
      // A server in recovery accepts the connection and refuses LISTEN.
      await next.end().catch(() => undefined)
      throw error
    }
    if (stopped) return next.end()
    client = next
    for (const notify of channels.values()) notify(null)
  }

  await connect()
  const timer = setInterval(() => {
    if (client || isConnecting) return
    isConnecting = true
    connect()
      .catch((error: unknown) => logOrWarn(log, error, 'changes cannot be listened to'))
      .finally(() => (isConnecting = false))
  }, RETRY_MS)
  return {
    async subscribe(channel, notify) {
      channels.set(channel, notify)
      await client?.query(`listen ${channel}`)
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
