import type { ServerResponse } from 'node:http'
import { LIVE_LIMITS } from '../../../platform/rules/base/streams.ts'
import type { Change } from '../follow-changes.ts'
import { changesFor, type RecentChanges } from './recent-changes.ts'

/** Headers of the stream, besides those of every answer. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'private, no-store, no-transform',
  // nginx sends each event on at once.
  'x-accel-buffering': 'no',
  connection: 'close',
} as const

/** One change: its kind and its ids. The browser reads what it may see. */
const changeFrame = ({ seq, kind, ids }: Pick<Change, 'seq' | 'kind' | 'ids'>): string =>
  `id: ${seq}\nevent: ${kind}\ndata: ${ids.slice(0, LIVE_LIMITS.listedDraws).join(' ')}\n\n`

/** The first event: the position from which the stream continues. */
const openFrame = (seq: number): string => `id: ${seq}\nevent: open\ndata: ${seq}\n\n`

/** The client's position is unknown here: it must read everything again. */
const resetFrame = (seq: number): string => `id: ${seq}\nevent: reset\ndata: ${seq}\n\n`

/** An event, because comments do not reach the page. */
const HEARTBEAT = 'event: beat\ndata: beat\n\n'

/** The time within which the client reconnects after the end of the stream. */
const retryFrame = (milliseconds: number): string => `retry: ${milliseconds}\n\n`

/** An open stream. There may be ten thousand: no closures, no timers. */
export interface Stream {
  response: ServerResponse
  userId: string
  sessionId: string
  /** The one game whose draws it carries; null for every change. */
  game: string | null
  /** When it is ended so that it can move to another process, by `performance.now()`. */
  endsAt: number
}

/** The open streams of this process. */
export class Streams {
  private readonly all = new Set<Stream>()
  private readonly byUser = new Map<string, Set<Stream>>()
  private readonly timer: NodeJS.Timeout
  private readonly recent: RecentChanges

  constructor(recent: RecentChanges) {
    this.recent = recent
    this.timer = setInterval(() => this.beat(), LIVE_LIMITS.heartbeatMs)
  }

  get size(): number {
    return this.all.size
  }

  open(): IterableIterator<Stream> {
    return this.all.values()
  }

  ofUser(userId: string): ReadonlySet<Stream> {
    return this.byUser.get(userId) ?? NONE
  }

  /**
   * Sends the changes that the client missed and adds it, without a turn of the event loop in between: a change is either
   * replayed here or published later.
   * @param seen the client's last change; null for a first visit
   */
  add(
    response: ServerResponse,
    { userId, sessionId, game }: Pick<Stream, 'userId' | 'sessionId' | 'game'>,
    seen: number | null,
  ) {
    const last = this.recent.last()
    const missed = seen === null ? [] : this.recent.since(seen, game)
    const first = missed ? openFrame(seen ?? last) : resetFrame(last)
    const endsAt = performance.now() + LIVE_LIMITS.shortestLifeMs * (1 + Math.random())
    const stream: Stream = { response, userId, sessionId, game, endsAt }
    response.write(
      retryFrame(LIVE_LIMITS.reconnectWithinMs) + first + (missed ?? []).map(changeFrame).join(''),
    )
    this.all.add(stream)
    const own = this.byUser.get(userId) ?? new Set()
    this.byUser.set(userId, own.add(stream))
    response.once('close', () => this.forget(stream))
    response.on('error', () => undefined)
  }

  /** Sends each stream its changes: `add` has sent the earlier ones, and each change is published once, in order. */
  publish(changes: readonly Change[]): void {
    this.writeAll((game) => changesFor(changes, game).map(changeFrame).join(''))
  }

  /** Tells every client to read all again, because the database has lost changes. */
  reset(): void {
    this.writeAll(() => resetFrame(this.recent.last()))
  }

  /** Ends a stream. Its client reconnects at a random moment within `withinMs`. */
  end(stream: Stream, withinMs: number): void {
    this.forget(stream)
    stream.response.end(retryFrame(withinMs))
  }

  /** Closes the connection of a client that is gone. */
  cut(stream: Stream): void {
    this.forget(stream)
    stream.response.socket?.resetAndDestroy()
  }

  /** Ends all streams. The time is long, so that the next process is not flooded. */
  stop(): void {
    clearInterval(this.timer)
    for (const stream of this.all) this.end(stream, LIVE_LIMITS.reconnectWithinMs)
  }

  private writeAll(framesOf: (game: string | null) => string): void {
    const known = new Map<string | null, Buffer>()
    for (const stream of this.all) {
      const bytes = known.get(stream.game) ?? Buffer.from(framesOf(stream.game))
      known.set(stream.game, bytes)
      if (bytes.length > 0) this.write(stream, bytes)
    }
  }

  private write(stream: Stream, bytes: Buffer): void {
    if (stream.response.writableLength > LIVE_LIMITS.queueBytes) this.cut(stream)
    else stream.response.write(bytes)
  }

  private forget(stream: Stream): void {
    if (!this.all.delete(stream)) return
    const own = this.byUser.get(stream.userId)
    own?.delete(stream)
    if (own?.size === 0) this.byUser.delete(stream.userId)
  }

  /** Sends each stream a heartbeat, or ends it when its time is over. */
  private beat(): void {
    const now = performance.now()
    for (const stream of this.all)
      if (now >= stream.endsAt) this.end(stream, LIVE_LIMITS.resumeWithinMs)
      else this.write(stream, BEAT)
  }
}

const BEAT = Buffer.from(HEARTBEAT)
const NONE: ReadonlySet<Stream> = new Set()
