import { sql } from 'drizzle-orm'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Clock } from '../db/clock.ts'
import type { Connection, Db } from '../db/connect.ts'
import type { Space } from '../db/space.ts'
import type { Log } from '../base/log.ts'

/** What operators watch: how requests go, and what the database holds that should not stay there. */
export interface Metrics {
  /** @param route as the server lists it, never a path: paths may name people */
  request(method: string, route: string, status: number, milliseconds: number): void
  /** Everything, as Prometheus reads it. */
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

/** Upper ends in seconds, around the figures that the product promises. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Counts in the database, read when somebody asks: columns of `counts`. */
const WAITING = {
  lotto_jobs_due: 'Jobs whose time has come and that nobody has begun.',
  lotto_jobs_failed: 'Jobs that failed and are tried again.',
  lotto_jobs_given_up: 'Jobs that failed for the last time.',
  lotto_webhooks_unprocessed: 'Webhooks that came and are not processed yet.',
  lotto_payments_open: 'Payments that were begun and are not decided.',
  lotto_alarms_open: 'Alarms about money that staff have not closed.',
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
    help: 'Requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  const connections = new Gauge({
    name: 'lotto_database_connections',
    help: 'Connections to the database, and requests that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
  })
  const reachable = new Gauge({ name: 'lotto_database_up', help: 'Whether the database answers.', registers })
  const writable = new Gauge({
    name: 'lotto_database_writable',
    help: 'Whether the disk of the database has room, as far as this process knows.',
    registers,
  })
  const waiting = Object.entries(WAITING).map(([name, help]) => new Gauge({ name, help, registers }))

  async function look(): Promise<void> {
    for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
      connections.set({ pool, state: 'busy' }, totalCount - idleCount)
      connections.set({ pool, state: 'idle' }, idleCount)
      connections.set({ pool, state: 'waited_for' }, waitingCount)
    }
    writable.set(space.writable ? 1 : 0)
    const found = await readCounts().catch((error: unknown) => {
      log.warn({ error }, 'the figures of the database could not be read')
      return null
    })
    reachable.set(found ? 1 : 0)
    // A figure that cannot be read is no figure: the last one would look like a calm that nobody saw.
    for (const [at, name] of Object.keys(WAITING).entries()) waiting[at]!.set(found?.[name] ?? NaN)
  }

  async function readCounts(): Promise<Record<string, number> | undefined> {
    const { rows } = await db.execute<Record<string, number>>(counts(await clock.now(db)))
    return rows[0]
  }

  return {
    request: (method, route, status, milliseconds) =>
      requests.observe({ method, route, status }, milliseconds / 1000),
    async text() {
      await look()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}
