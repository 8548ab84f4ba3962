// Clients of the live stream: one that shows every event as it arrives, and one that reconnects as a browser does.
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Visitor } from './test-server.ts'
import { waitFor } from './wait.ts'

export interface LiveEvent {
  event: string
  id?: number
  data: string
}

export interface LiveClient {
  status: number
  headers: IncomingHttpHeaders
  /** What arrived, without heartbeats. */
  events: LiveEvent[]
  /** How many heartbeats arrived. */
  beats(): number
  /** The last `retry` in milliseconds. */
  retry(): number | null
  /** Whether the stream is over, by its end or by a cut. */
  ended(): boolean
  /** Whether the server ended the stream: false for one that was cut. */
  complete(): boolean
  /** Waits for the change with this number. */
  until(seq: number): Promise<void>
  untilEnded(): Promise<void>
  close(): void
}

const cookiesOf = ({ cookies }: Visitor) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

interface Options {
  /** The number of the last change that the client has. */
  seen?: number
  /** The client's address. */
  from?: string
  headers?: Record<string, string>
}

export const openLive = (url: string, visitor: Visitor, options?: Options) =>
  openStream(url, cookiesOf(visitor), options)

/** Opens the stream of a server. Resolves with its headers. */
export function openStream(url: string, cookie: string, { seen, from, headers = {} }: Options = {}) {
  return new Promise<LiveClient>((resolve, reject) => {
    const asked = request(
      `${url}/api/live`,
      {
        agent: false,
        ...(from && { localAddress: from }),
        headers: { cookie, ...headers, ...(seen !== undefined && { 'last-event-id': String(seen) }) },
      },
      (response) => resolve(follow(response, () => asked.destroy())),
    )
    asked.on('error', reject).end()
  })
}

function follow(response: IncomingMessage, close: () => void): LiveClient {
  const events: LiveEvent[] = []
  let beats = 0
  let retry: number | null = null
  let ended = false
  let text = ''
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part
    const blocks = text.split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => line.split(/: ?/, 2) as [string, string]))
      if (fields.has('retry')) retry = Number(fields.get('retry'))
      const event = fields.get('event')
      if (event === 'beat') beats++
      else if (event)
        events.push({
          event,
          ...(fields.has('id') && { id: Number(fields.get('id')) }),
          data: fields.get('data') ?? '',
        })
    }
  })
  const end = () => (ended = true)
  response.on('end', end).on('error', end).on('close', end)
  return {
    status: response.statusCode!,
    headers: response.headers,
    events,
    beats: () => beats,
    retry: () => retry,
    ended: () => ended,
    complete: () => response.complete,
    until: (seq) => waitFor(`change ${seq}`, () => events.some(({ id }) => id === seq)),
    untilEnded: () => waitFor('the stream ends', () => ended),
    close,
  }
}

/** The tests shorten the time within which clients reconnect. */
const RECONNECT_MS = 500

/** A browser's reader: it reconnects with its position and notes every change that arrives. */
export function followLive(url: string, cookie: string, from: number) {
  const seen: number[] = []
  let opened = 0
  const stop = new AbortController()
  let close: (() => void) | undefined
  const running = (async () => {
    for (let last = from; !stop.signal.aborted; await sleep(Math.random() * RECONNECT_MS)) {
      const client = await openStream(url, cookie, { seen: last }).catch(() => null)
      if (client?.status !== 200) continue
      opened++
      close = client.close
      while (!client.ended() && !stop.signal.aborted) {
        await sleep(20)
        for (const { event, id } of client.events.splice(0)) {
          if (event === 'open') continue
          if (event === 'reset') throw new Error('a client was reset')
          seen.push(id!)
          last = id!
        }
      }
      client.close()
    }
  })()
  return {
    /** The numbers of the changes that arrived, in their order. */
    seen,
    /** How often a stream was opened. */
    opened: () => opened,
    async stop() {
      stop.abort()
      close?.()
      await running
    },
  }
}
