import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type CheckedMetric, STATUS_CHECKS } from '../../domain/metrics/status-checks.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import { readDatabaseFigures } from './database-figures.ts'

const status = z.strictObject({
  checks: z.array(
    z.strictObject({
      name: z.string(),
      /** A count, or seconds. */
      value: z.number(),
      most: z.number(),
      unit: z.enum(['count', 'seconds']),
      isOk: z.boolean(),
      alert: z.string(),
    }),
  ),
  database: z.strictObject({
    version: z.string(),
    bytes: z.number(),
    /** False while its disk is full. */
    isWritable: z.boolean(),
  }),
  /** The process that answers. */
  process: z.strictObject({
    version: z.string(),
    build: z.string(),
    node: z.string(),
    /** Milliseconds. */
    startedAt: z.number(),
    memoryBytes: z.int(),
    /** Open streams of live results. */
    streams: z.int(),
    pools: z.array(z.strictObject({ name: z.string(), busy: z.int(), idle: z.int(), waiting: z.int() })),
  }),
})

export const statusRoutes = {
  'GET /api/admin/status': endpoint({
    summary: 'Whether the system is in order: the checks of the alerts, the database and this process',
    access: 'operate',
    answer: status,
    async handle({ services: { db, space, live, pools, release }, now }) {
      const [figures, { rows }] = await Promise.all([
        readDatabaseFigures(db, now),
        db.execute<{ version: string; bytes: string }>(
          sql`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
        ),
      ])
      const metrics = Object.keys(STATUS_CHECKS) as CheckedMetric[]
      return {
        checks: metrics.map((metric) => {
          const check = STATUS_CHECKS[metric]
          return { ...check, value: figures[metric], isOk: figures[metric] <= check.most }
        }),
        database: {
          version: rows[0]!.version,
          bytes: Number(rows[0]!.bytes),
          isWritable: space.writable,
        },
        process: {
          ...release,
          node: process.version,
          startedAt: now - Math.round(process.uptime() * 1000),
          memoryBytes: process.memoryUsage.rss(),
          streams: live.streams.size,
          pools: Object.entries(pools).map(([name, { totalCount, idleCount, waitingCount }]) => ({
            name,
            busy: totalCount - idleCount,
            idle: idleCount,
            waiting: waitingCount,
          })),
        },
      }
    },
  }),
} satisfies Routes
