import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { RateLimit } from '../../../platform/rules/access/rate-limits.ts'
import type { Log } from '../../../platform/server/base/log.ts'
import type { Clock } from '../../../platform/server/db/clock.ts'
import type { Connection, Db } from '../../../platform/server/db/connect.ts'
import { logOrWarn } from '../../../platform/server/db/outage.ts'
import type { Space } from '../../../platform/server/db/space.ts'
import type { Hono } from 'hono'
import { timingSafeEqual } from 'hono/utils/buffer'
import type { Env } from '../../../platform/server/api/env.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { CACHE } from '../../../platform/server/http/reply.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { METRIC_FIGURES, readMetricFigures } from './figures.ts'

declare module '../../../platform/server/api/services.ts' {
  interface Services {
    /** Null without METRICS_TOKEN. */
    metrics: Metrics | null
  }
}

type Metrics = ReturnType<typeof createMetrics>

interface Sources {
  db: Db
  clock: Clock
  log: Log
  pools: Record<string, Connection['pool']>
  space: Space
  /** The number of open live streams. */
  liveStreams: () => number
  /** The running release: its version, and the id of its files. */
  release: { version: string; build: string }
}

/** Upper bounds, around the response times that the product promises. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Metrics for the server's owner: this process and its requests, and the queues in the database. */
export function createMetrics({ db, clock, log, pools, space, liveStreams, release }: Sources) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const requests = new Histogram({
    name: 'lotto_request_duration_seconds',
    help: 'Duration of requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_S,
    registers,
  })
  const limitHits = new Counter({
    name: 'lotto_limits_hit_total',
    help: 'Tries that a rate limit refused, by limit.',
    labelNames: ['limit'],
    registers,
  })
  const refused = new Counter({
    name: 'lotto_requests_refused_total',
    help: 'Requests that this process refused because it was overloaded.',
    registers,
  })
  const connections = new Gauge({
    name: 'lotto_database_connections',
    help: 'Connections to the database, and requests waiting for one.',
    labelNames: ['pool', 'state'],
    registers,
  })
  const build = new Gauge({
    name: 'lotto_build_info',
    help: 'The release that this process runs. Always 1.',
    labelNames: ['version', 'build', 'node'],
    registers,
  })
  build.set({ ...release, node: process.version }, 1)
  const reachable = gauge('lotto_database_up', 'Whether the database answers.')
  const writable = gauge(
    'lotto_database_writable',
    'Whether this process accepts writes (0 while the disk of the database is full).',
  )
  const streams = gauge('lotto_live_streams', 'Open streams of live results of this process.')
  const gauges = METRIC_FIGURES.map(({ name, help }) => ({ name, gauge: gauge(name, help) }))

  async function collect(): Promise<void> {
    for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
      connections.set({ pool, state: 'busy' }, totalCount - idleCount)
      connections.set({ pool, state: 'idle' }, idleCount)
      connections.set({ pool, state: 'waited_for' }, waitingCount)
    }
    streams.set(liveStreams())
    writable.set(space.writable ? 1 : 0)
    const found: Record<string, number | null> | null = await readFigures().catch((error: unknown) => {
      logOrWarn(log, error, 'the figures of the database could not be read')
      return null
    })
    reachable.set(found ? 1 : 0)
    // Without figures the gauges are NaN: the last values would hide the failure.
    for (const { name, gauge } of gauges) gauge.set(found?.[name] ?? NaN)
  }

  const readFigures = async () => readMetricFigures(db, await clock.now(db))

  return {
    /** @param route the route's pattern, never a path: paths may contain personal data */
    request: (method: string, route: string, status: number, milliseconds: number) =>
      requests.observe({ method, route, status }, milliseconds / 1000),
    /** Counts a try that a rate limit refused. */
    limitHit: (limit: RateLimit) => limitHits.inc({ limit }),
    /** Counts requests that the overloaded process refused. */
    refused: (count: number) => refused.inc(count),
    /** All metrics in Prometheus' text format. */
    async text() {
      await collect()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

const LOG_INTERVAL_MS = 1000

/** Counts refused requests, and logs their number at most once a second: a line for each would add to the load. */
export function reportRefusals(log: Log, metrics: Metrics | null): () => void {
  let count = 0
  const report = () => {
    log.warn({ count }, 'requests were refused because the server is overloaded')
    count = 0
  }
  return () => {
    metrics?.refused(1)
    if (count === 0) setTimeout(report, LOG_INTERVAL_MS).unref()
    count++
  }
}

/** Adds `/metrics`, which requires METRICS_TOKEN. Without that setting the path does not exist. */
export function addMetrics(app: Hono<Env>, { settings, metrics }: Services): void {
  const { metricsToken } = settings
  if (metricsToken === null || !metrics) return
  app.get('/metrics', async (c) => {
    const token = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    if (!(await timingSafeEqual(token, metricsToken))) {
      const headers = { 'www-authenticate': 'Bearer' }
      throw new Refusal('not-signed-in', 'The token for metrics is missing or wrong.', { headers })
    }
    const headers = { 'content-type': metrics.contentType, 'cache-control': CACHE.none }
    return new Response(await metrics.text(), { headers })
  })
}
