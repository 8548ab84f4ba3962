import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { LIVE_LIMITS } from '../../../platform/rules/base/streams.ts'
import { numberIn } from '../../../platform/server/api/form-fields.ts'
import { endpoint, type Routes } from '../../../platform/server/api/endpoint.ts'
import { tableRow } from '../shapes.ts'
import { NodeStream } from '../../../platform/server/http/answer.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { STREAM_HEADERS, type Streams } from './streams.ts'
import { LIVE_FEATURE, liveGameOf } from './live.ts'
import { newsAfter } from './recent-changes.ts'

const news = z.strictObject({
  /** The version of the history that the news lead to. */
  seq: z.int(),
  /** How many draws changed. */
  total: z.int(),
  /** The changed draws; empty if there are more than a screen can announce, and after `reset`. */
  draws: z.array(
    tableRow.extend({
      game: z.string(),
      name: z.string(),
      removed: z.boolean(),
      /** The earlier values, if this is a correction. */
      changes: z.array(z.strictObject({ what: z.string(), old: z.string(), new: z.string() })),
    }),
  ),
})

/** The position of a client that was connected before: the `seq` of the last event that it has. */
function lastEventId(request: Request): number | null {
  const id = Number(request.headers.get('last-event-id') || NaN)
  return Number.isSafeInteger(id) && id >= 0 ? id : null
}

/** @throws Refusal too-many with Retry-After when a user has as many streams as allowed */
function refuseMoreStreams(streams: Streams, userId: string): void {
  if (streams.ofUser(userId).size < LIVE_LIMITS.streamsOfUser) return
  throw new Refusal('too-many', 'Live results are open on too many devices of this account.', {
    headers: { 'retry-after': '60' },
  })
}

export const liveRoutes = {
  'GET /api/live': endpoint({
    summary:
      'The stream of changes as server-sent events: kinds, ids and the version of the history. Resumes after Last-Event-ID. A plan without live results gets the draws of its one game',
    access: LIVE_FEATURE,
    forFollowers: true,
    answer: { media: 'text/event-stream' },
    async handle({ services: { live, draws, lifecycle }, person, request }) {
      const { session, seeing, uid: userId } = person
      const sessionId = session?.id ?? seeing?.sessionId
      if (lifecycle.phase !== 'serving' || !sessionId)
        throw new Refusal('unavailable', undefined, { headers: { 'retry-after': '1' } })
      const seen = lastEventId(request)
      // A process that is behind its client catches up first.
      if (seen !== null) await draws.atLeast(seen)
      const start = (response: ServerResponse) =>
        live.streams.add(response, { userId, sessionId, game: liveGameOf(person) }, seen)
      return new NodeStream(STREAM_HEADERS, start, () => refuseMoreStreams(live.streams, userId))
    },
  }),

  'GET /api/live/news': endpoint({
    summary: 'The draws that changed after a version of the history, with the earlier values of corrections',
    access: LIVE_FEATURE,
    forFollowers: true,
    query: z.strictObject({
      after: numberIn('Give the version as a whole number.'),
    }),
    answer: news,
    async handle({ services, person, query }) {
      const { seq } = await services.draws.atLeast(query.after)
      if (query.after > seq) throw new Refusal('invalid-input', 'There is no such version of the history.')
      return newsAfter(services, query.after, liveGameOf(person))
    },
  }),
} satisfies Routes
