import { LIVE_LIMITS } from '../../../platform/rules/base/streams.ts'
import { opens } from '../../../platform/rules/access/plans.ts'
import type { Person, Visits } from '../../../platform/server/api/visits.ts'
import type { Log } from '../../../platform/server/base/log.ts'
import type { Subscriber } from '../../../platform/server/changes/subscriber.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { logOrWarn } from '../../../platform/server/db/outage.ts'
import type { DrawsMemory } from '../memory.ts'
import { followRecentChanges } from './recent-changes.ts'
import { type Stream, Streams } from './streams.ts'

declare module '../../../platform/server/api/services.ts' {
  interface Services {
    /** The open streams of new results. */
    live: Live
  }
}

/** The plan's feature that opens the stream. */
export const LIVE_FEATURE = 'live-results'

/** The channel on which the database names users whose sessions or plan periods ended (migrations/*_session-bell.sql), or whose live game changed. */
export const SESSIONS_CHANNEL = 'sessions'

export type Live = Awaited<ReturnType<typeof startLive>>

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
  recheckMs = LIVE_LIMITS.recheckMs,
}: Parts) {
  const recent = await followRecentChanges(
    db,
    draws,
    (batch) => streams.publish(batch),
    () => streams.reset(),
  )
  const streams = new Streams(recent)
  const check = (some: readonly Stream[]) =>
    endWithoutAccess(streams, visits, some).catch((error: unknown) =>
      logOrWarn(log, error, 'the sessions of live streams could not be checked'),
    )
  await subscriber.subscribe(SESSIONS_CHANNEL, (userId) => {
    void check(userId === null ? [...streams.open()] : [...streams.ofUser(userId)])
  })
  const timer = setInterval(() => void check([...streams.open()]), recheckMs)
  return {
    streams,
    recent,
    stop() {
      clearInterval(timer)
      streams.stop()
    },
  }
}

/** Whether a user gets live results, by the stream and by notifications. */
export const hasLiveResults = (person: Person | undefined): person is Person =>
  person !== undefined && person.ageConfirmed && opens(person, LIVE_FEATURE)

/** The only game whose results a user gets live; null for all of them. */
export const liveGameOf = (person: Person): string | null =>
  opens(person, LIVE_FEATURE) ? null : person.liveGame

/** Whether a stream is still what its user may have. */
const isAllowed = ({ game }: Stream, person: Person | undefined): boolean =>
  person !== undefined &&
  person.ageConfirmed &&
  game === liveGameOf(person) &&
  (game !== null || opens(person, LIVE_FEATURE))

/** Ends the streams of ended sessions, and of users whose plan or live game has changed, after one query for all. */
async function endWithoutAccess(streams: Streams, visits: Visits, some: readonly Stream[]): Promise<void> {
  if (some.length === 0) return
  const people = await visits.bySessionIds(some.map(({ sessionId }) => sessionId))
  for (const stream of some)
    if (!isAllowed(stream, people.get(stream.sessionId))) streams.end(stream, LIVE_LIMITS.resumeWithinMs)
}
