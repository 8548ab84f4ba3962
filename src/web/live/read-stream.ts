import { LIVE_LIMITS } from '../../domain/live/streams.ts'
import { noteServerTime } from '../api/server-time.ts'

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
export async function readStream(
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
