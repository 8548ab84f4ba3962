import type { Change } from '../changes/follow.ts'

/** Headers of the stream, besides those of every answer. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'private, no-store, no-transform',
  // nginx sends each event on at once.
  'x-accel-buffering': 'no',
  connection: 'close',
} as const

/** One change: its kind and its ids. The browser reads what it may see. */
export const changeFrame = ({ seq, kind, ids }: Pick<Change, 'seq' | 'kind' | 'ids'>): string =>
  `id: ${seq}\nevent: ${kind}\ndata: ${ids.slice(0, LONGEST_LIST).join(' ')}\n\n`

/** An import may change thousands of draws at once. */
const LONGEST_LIST = 20

/** The first event: the position from which the stream continues. */
export const openFrame = (seq: number): string => `id: ${seq}\nevent: open\ndata: ${seq}\n\n`

/** The client's position is unknown here: it must read everything again. */
export const resetFrame = (seq: number): string => `id: ${seq}\nevent: reset\ndata: ${seq}\n\n`

/** An event, because comments do not reach the page. */
export const HEARTBEAT = 'event: beat\ndata: beat\n\n'

/** The time within which the client reconnects after the end of the stream. */
export const retryFrame = (milliseconds: number): string => `retry: ${milliseconds}\n\n`
