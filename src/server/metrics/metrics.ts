import { sql } from 'drizzle-orm'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Clock } from '../db/clock.ts'
import type { Connection, Db } from '../db/connect.ts'
import type { Space } from '../db/space.ts'
import type { Log } from '../base/log.ts'

/** Metrics for operators: requests, and the queues in the database. */
export interface Metrics {
  /** @param route the route's pattern, never a path: paths may contain personal data */
  request(method: string, route: string, status: number, milliseconds: number): void
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>
  contentType: string
}

interface Sources {
  db: Db
  clock: Clock
  log: Log
  pools: Record<string, Connection['pool']>
  space: Space
}

/** Upper bounds, around the response times that the product promises. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Counts in the database, read for each scrape: columns of `counts`, with their help texts. */
const COUNT_HELP = {
  lotto_jobs_due: 'Jobs that are due and not started.',
  lotto_jobs_failed: 'Jobs that failed and will be retried.',
  lotto_jobs_given_up: 'Jobs that failed in their last attempt.',
  lotto_webhooks_unprocessed: 'Webhooks that were received and not processed yet.',
  lotto_payments_open: 'Payments that were started and not settled.',
  lotto_alarms_open: 'Open alarms about money.',
} as const

const counts = (now: number) => sql`select
  count(*) filter (where attempts = 0 and run_at <= ${new Date(now)} and locked_at is null)::int as lotto_jobs_due,
  count(*) filter (where attempts > 0 and attempts < max_attempts)::int as lotto_jobs_failed,
  count(*) filter (where attempts >= max_attempts)::int as lotto_jobs_given_up,
  (select count(*)::int from webhook_deliveries where processed_at is null) as lotto_webhooks_unprocessed,
  (select count(*)::int from payments where state = 'open') as lotto_payments_open,
  (select count(*)::int from alarms where closed_at is null) as lotto_alarms_open
  from graphile_worker.jobs`

export function createMetrics({ db, clock, log, pools, space }: Sources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'lotto_request_duration_seconds',
    help: 'Duration of requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_S,
    registers,
  })
  const connections = new Gauge({
    name: 'lotto_database_connections',
    help: 'Connections to the database, and requests waiting for one.',
    labelNames: ['pool', 'state'],
    registers,
  })
  const reachable = new Gauge({ name: 'lotto_database_up', help: 'Whether the database answers.', registers })
  const writable = new Gauge({
    name: 'lotto_database_writable',
    help: 'Whether this process accepts writes (0 while the disk of the database is full).',
    registers,
  })
  const gauges = Object.entries(COUNT_HELP).map(([name, help]) => new Gauge({ name, help, registers }))

  async function collect(): Promise<void> {
    for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
      connections.set({ pool, state: 'busy' }, totalCount - idleCount)
      connections.set({ pool, state: 'idle' }, idleCount)
      connections.set({ pool, state: 'waited_for' }, waitingCount)
    }
    writable.set(space.writable ? 1 : 0)
    const found = await readCounts().catch((error: unknown) => {
      log.warn({ error }, 'the counts of the database could not be read')
      return null
    })
    reachable.set(found ? 1 : 0)
    // Without counts the gauges are NaN: the last values would hide the failure.
    for (const [at, name] of Object.keys(COUNT_HELP).entries()) gauges[at]!.set(found?.[name] ?? NaN)
  }

  async function readCounts(): Promise<Record<string, number> | undefined> {
    const { rows } = await db.execute<Record<string, number>>(counts(await clock.now(db)))
    return rows[0]
  }

  return {
    request: (method, route, status, milliseconds) =>
      requests.observe({ method, route, status }, milliseconds / 1000),
    async text() {
      await collect()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}
