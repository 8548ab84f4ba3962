import { LIVE_LIMITS } from '../../domain/live-limits.ts'
import { opens } from '../../domain/plans.ts'
import type { Person, Visits } from '../api/visits.ts'
import type { Log } from '../base/log.ts'
import type { Subscriber } from '../changes/subscriber.ts'
import type { Db } from '../db/connect.ts'
import type { DrawsMemory } from '../draws/memory.ts'
import { listsConnections, unacknowledged } from './half-open.ts'
import { followRecentChanges, type RecentChanges } from './recent-changes.ts'
import { type Stream, Streams } from './streams.ts'

declare module '../api/services.ts' {
  interface Services {
    /** The open streams of new results. */
    live: Live
  }
}

/** The plan's feature that opens the stream. */
export const LIVE_FEATURE = 'live-results'

/** The channel on which the database names users whose sessions or plan periods ended (migrations/*_session-bell.sql). */
const SESSIONS_CHANNEL = 'sessions'

const MINUTE_MS = 60_000
/** Every stream ends at some time, so that streams spread over all processes again after one restarts. */
const LIFE_MS = [10 * MINUTE_MS, 20 * MINUTE_MS] as const
/** Where the system does not list its connections, this alone ends those of vanished clients. */
const SHORT_LIFE_MS = [2 * MINUTE_MS, 4 * MINUTE_MS] as const
/** Heartbeats are unacknowledged for a moment. Twice in a row with this distance means that the client is gone. */
const SWEEP_MS = 20_000
const RECHECK_MS = 30_000

export interface Live {
  streams: Streams
  recent: RecentChanges
  stop(): void
}

interface Parts {
  db: Db
  log: Log
  subscriber: Subscriber
  draws: DrawsMemory
  visits: Visits
  /** Milliseconds between two checks of all sessions. */
  recheckMs?: number | undefined
}

/** The live streams of this process, with the guards that end them. */
export async function startLive({
  db,
  log,
  subscriber,
  draws,
  visits,
  recheckMs = RECHECK_MS,
}: Parts): Promise<Live> {
  const recent = await followRecentChanges(
    db,
    draws,
    (batch) => streams.publish(batch),
    () => streams.reset(),
  )
  const streams = new Streams(recent, listsConnections ? LIFE_MS : SHORT_LIFE_MS)
  const warn = (message: string) => (error: unknown) => log.warn({ error }, message)

  const check = (some: readonly Stream[]) =>
    endWithoutAccess(streams, visits, some).catch(warn('the sessions of live streams could not be checked'))
  await subscriber.subscribe(SESSIONS_CHANNEL, (userId) => {
    void check(userId === null ? [...streams.open()] : [...streams.ofUser(userId)])
  })
  const timers = [setInterval(() => void check([...streams.open()]), recheckMs)]
  if (listsConnections) {
    const sweep = createSweep(streams)
    timers.push(setInterval(() => void sweep().catch(warn('lost clients could not be found')), SWEEP_MS))
  }
  return {
    streams,
    recent,
    stop() {
      for (const timer of timers) clearInterval(timer)
      streams.stop()
    },
  }
}

/** Whether a user gets live results, by the stream and by notifications. */
export const hasLiveResults = (person: Person | undefined): person is Person =>
  person !== undefined && person.ageConfirmed && opens(person, LIVE_FEATURE)

/** Ends the streams of ended sessions and of users whose plan no longer has live results, after one query for all. */
async function endWithoutAccess(streams: Streams, visits: Visits, some: readonly Stream[]): Promise<void> {
  if (some.length === 0) return
  const people = await visits.bySessionIds(some.map(({ sessionId }) => sessionId))
  for (const stream of some)
    if (!hasLiveResults(people.get(stream.sessionId))) streams.end(stream, LIVE_LIMITS.resumeWithinMs)
}

/** Cuts the streams whose connections have unacknowledged bytes at two calls in a row. */
function createSweep(streams: Streams): () => Promise<void> {
  let before = new Set<string>()
  return async () => {
    if (streams.size === 0) return
    const now = await unacknowledged()
    for (const stream of streams.open())
      if (now.has(stream.key) && before.has(stream.key)) streams.cut(stream)
    before = now
  }
}
