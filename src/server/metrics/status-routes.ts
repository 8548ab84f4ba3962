import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { CONTROL_FIGURES, isRed } from '../../domain/metrics/control-room.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import { readControlFigures } from './control-figures.ts'
import { itemAt } from '../../domain/base/lists.ts'

const status = z.strictObject({
  /** In the order of the screen; null for what is not known. */
  lines: z.array(
    z.strictObject({ figure: z.enum(CONTROL_FIGURES), value: z.number().nullable(), isRed: z.boolean() }),
  ),
  /** The draw that was published last. */
  lastDraw: z.string().nullable(),
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
    summary: 'The control room: whether the business is in order, the database and this process',
    access: 'operate',
    answer: status,
    async handle({ services, now }) {
      const { db, space, live, pools, release } = services
      const [figures, { rows }] = await Promise.all([
        readControlFigures(services, now),
        db.execute<{ version: string; bytes: string }>(
          sql`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
        ),
      ])
      return {
        lines: CONTROL_FIGURES.map((figure) => {
          const value = figures[figure]
          return { figure, value, isRed: isRed(figure, value) }
        }),
        lastDraw: figures.lastDraw,
        database: {
          version: itemAt(rows, 0).version,
          bytes: Number(itemAt(rows, 0).bytes),
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
