import { LIVE_LIMITS, reconnectDelayMs } from '../../../platform/rules/base/streams.ts'
import { CallError, get } from '../../../platform/web/api/call.ts'
import { noteLost, noteNotLive } from '../../../platform/web/api/connection.ts'
import { noteServerTime } from '../../../platform/web/api/server-time.ts'

interface Listener {
  /** The last change that this tab has; null before the first. */
  position: () => number | null
  /** The server has given a sign of life. */
  onAlive: () => void
  /** The history is at this version now. @param isReset this tab's position means nothing to the server */
  onVersion: (seq: number, isReset: boolean) => void
  /** The server refuses the stream: the session or the plan has ended. */
  onRefused: () => void
}

/** A stream that ends within this time without a farewell was cut. */
const SHORT_MS = 3 * LIVE_LIMITS.heartbeatMs

/** Follows the history until the signal aborts or the server refuses. */
export async function listen(listener: Listener, signal: AbortSignal): Promise<void> {
  let failures = 0
  let cuts = 0
  while (!signal.aborted) {
    const started = performance.now()
    const ended = await readStream(listener.position(), signal, ({ event, id }) => {
      listener.onAlive()
      if (id !== null) listener.onVersion(id, event === 'reset')
    })
    if (signal.aborted) return
    if (isRefused(ended.status)) return listener.onRefused()
    const isCut = ended.status === 200 && !ended.isFarewell && performance.now() - started < SHORT_MS
    cuts = isCut ? cuts + 1 : 0
    failures = ended.opened ? 0 : failures + 1
    if (cuts < LIVE_LIMITS.cutStreams) await pause(reconnectDelayMs(ended, failures, Math.random()), signal)
    else {
      cuts = 0
      if ((await poll(listener, signal)) === 'refused') return listener.onRefused()
    }
  }
}

const isRefused = (status: number) => status === 401 || status === 402 || status === 403

async function poll({ position, onVersion }: Listener, signal: AbortSignal): Promise<'refused' | 'over'> {
  for (let i = 0; i < LIVE_LIMITS.polls && !signal.aborted; i++) {
    try {
      // The news of a plan with one live game lead to that game's changes only.
      const { seq } = await get<'GET /api/live/news'>(`/api/live/news?after=${position() ?? 0}`)
      // Results are up to half a minute late.
      noteNotLive()
      onVersion(seq, false)
    } catch (error) {
      if (error instanceof CallError && isRefused(error.status)) return 'refused'
      noteLost()
    }
    await pause(LIVE_LIMITS.pollMs * (0.75 + Math.random() / 2), signal)
  }
  return 'over'
}

/** Waits; not longer than until the network returns or the signal aborts. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}

/** One block of an event stream. */
export interface StreamEvent {
  /** Null for a block that only sets `retry`. */
  event: string | null
  id: number | null
  /** Milliseconds. */
  retry: number | null
}

/** How one attempt to read the stream ended. */
interface Ended {
  /** The status of the answer; 0 without one. */
  status: number
  /** The server's Retry-After in milliseconds; 0 without one. */
  retryAfterMs: number
  /** Whether the first event arrived. */
  opened: boolean
  /** Whether the server ended the stream itself, with the time of the reconnection as the last block. */
  isFarewell: boolean
  /** The last `retry` in milliseconds. */
  retryMs: number | null
}

/**
 * Reads the stream until it ends, or until nothing has arrived for 40 seconds. EventSource does not suit: it gives up for
 * ever after one answer that is not 200.
 * @param position the last change that this tab has; null for none
 */
async function readStream(
  position: number | null,
  signal: AbortSignal,
  onEvent: (event: StreamEvent) => void,
): Promise<Ended> {
  const ended: Ended = { status: 0, retryAfterMs: 0, opened: false, isFarewell: false, retryMs: null }
  const stop = new AbortController()
  const abort = () => stop.abort()
  signal.addEventListener('abort', abort)
  let silence = setTimeout(abort, LIVE_LIMITS.silenceMs)
  try {
    const response = await fetch('/api/live', {
      credentials: 'same-origin',
      cache: 'no-store',
      signal: stop.signal,
      headers: position === null ? {} : { 'last-event-id': String(position) },
    })
    noteServerTime(response.headers.get('server-time'))
    ended.status = response.status
    ended.retryAfterMs = 1000 * (Number(response.headers.get('retry-after')) || 0)
    if (!response.ok || !response.body) {
      abort()
      return ended
    }
    const parse = createEventParser((event) => {
      ended.isFarewell = event.event === null
      if (event.retry !== null) ended.retryMs = event.retry
      if (event.event !== null) ended.opened = true
      onEvent(event)
    })
    const decoder = new TextDecoder()
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader.read()
      if (done) return ended
      clearTimeout(silence)
      silence = setTimeout(abort, LIVE_LIMITS.silenceMs)
      parse(decoder.decode(value, { stream: true }))
    }
  } catch {
    return ended
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', abort)
  }
}

/**
 * Takes an event stream in parts of any length, and calls `onEvent` for each complete block. Only for the blocks of our
 * own server: lines end with `\n`, and `data` is not needed.
 */
export function createEventParser(onEvent: (event: StreamEvent) => void): (part: string) => void {
  let rest = ''
  return (part) => {
    const blocks = (rest + part).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) {
      const found: StreamEvent = { event: null, id: null, retry: null }
      for (const line of block.split('\n')) {
        const [, field, value] = /^(\w+): ?(.*)$/.exec(line) ?? []
        if (field === 'event') found.event = value!
        else if (field === 'id' || field === 'retry') found[field] = Number(value)
      }
      onEvent(found)
    }
  }
}
