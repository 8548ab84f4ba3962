import { asc, gte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { CONTROL_FIGURES, type ControlFigure, isRed } from '../../rules/metrics/control-room.ts'
import { RED_FAILURES, SWEEP_STEP_KEYS, SWEEP_STEPS } from '../../rules/metrics/sweep-steps.ts'
import { FEWEST_AUTHORITIES } from '../../../forecasts/rules/stamps.ts'
import { endpoint, type Routes } from '../../../platform/server/api/endpoint.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { statfs } from 'node:fs/promises'
import { addDays, lagosDate, type LagosDate, SECOND } from '../../../platform/rules/base/calendar.ts'
import { scheduleOf } from '../../../draws/rules/day-result.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { failingSteps } from '../../../platform/server/tables/failing-steps.ts'
import { readFigures } from './figures.ts'

const status = z.strictObject({
  /** In the order of the screen; null for what is not known. */
  lines: z.array(
    z.strictObject({ figure: z.enum(CONTROL_FIGURES), value: z.number().nullable(), isRed: z.boolean() }),
  ),
  /** The steps of the sweep that failed three times in a row, the longest first. */
  failingSteps: z.array(z.strictObject({ name: z.string(), since: z.number(), failures: z.int() })),
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
      const [figures, failing, { rows }] = await Promise.all([
        readControlFigures(services, now),
        readFailingSteps(db),
        db.execute<{ version: string; bytes: string }>(
          sql`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
        ),
      ])
      return {
        lines: CONTROL_FIGURES.map((figure) => {
          const value = figures[figure] ?? null
          return { figure, value, isRed: isRed(figure, value) }
        }),
        failingSteps: failing,
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

async function readFailingSteps(db: Db) {
  const rows = await db
    .select()
    .from(failingSteps)
    .where(gte(failingSteps.failures, RED_FAILURES))
    .orderBy(asc(failingSteps.since))
  return rows.map(({ step, since, failures }) => {
    const known = SWEEP_STEP_KEYS.find((one) => one === step)
    return { name: known ? SWEEP_STEPS[known] : step, since: since.getTime(), failures }
  })
}

type ControlFigures = Partial<Record<ControlFigure, number | null>> & { lastDraw: string | null }

/** What can be read of the figures of the control room. Those of players are of this process. */
export async function readControlFigures(
  { db, draws, live, visits, space, settings, log }: Services,
  now: number,
): Promise<ControlFigures> {
  // The room is most needed when something is broken, so each query may fail alone.
  const orNull = <T>(query: Promise<T>) =>
    query.catch((error: unknown) => {
      log.error({ error }, 'figures of the control room could not be read')
      return null
    })
  const [figures, published, disk] = await Promise.all([
    readFigures(db, now, orNull),
    orNull(publications(db, now)),
    usedDisk(settings.dataDir),
  ])
  const { games } = draws.current()
  // Not the one that was published last: a draw of yesterday that is entered today says nothing about today.
  const [last] = (published ?? [])
    .flatMap(({ game: key, date, at }) => {
      const own = scheduleOf(games, date).find(({ game }) => game.key === key)
      return own ? [{ name: own.game.name, closesAt: own.schedule.closesAt, at: Number(at) }] : []
    })
    .sort((a, b) => b.closesAt - a.closesAt)
  return {
    ...figures,
    onScreen: visits.playersSince(now - 5 * 60 * SECOND),
    streams: live.streams.size,
    closeToPublication: last ? Math.max(0, (last.at - last.closesAt) / SECOND) : null,
    lastDraw: last?.name ?? null,
    openedInVain: figures.settled === 0 ? figures.opened : figures.settled && 0,
    disk,
    missingAuthorities: missingAuthorities(settings),
    writesRefused: space.writable ? 0 : 1,
    missingCopy: settings.mode === 'production' && settings.recordCopy === null ? 1 : 0,
  }
}

/** How many authorities the record of forecasts lacks. A demo may have none. */
const missingAuthorities = ({ mode, timestamps: { authorities } }: Services['settings']) =>
  mode === 'demo' && authorities.length === 0 ? 0 : Math.max(0, FEWEST_AUTHORITIES - authorities.length)

/** Old changes are not searched: their draws were published long ago. */
const LATEST_CHANGES = 500

/** The draws of today and yesterday that are published, each with the time of its first change. */
async function publications(db: Db, now: number) {
  const { rows } = await db.execute<{ game: string; date: LagosDate; at: string }>(sql`
    select d.game_key as game, d.date::text, extract(epoch from min(c.at)) * 1000 as at
    from draws d join changes c on c.kind = 'draws' and d.id::text = any(c.ids) and c.at >= d.recorded_at
    where d.deleted_at is null and d.source <> 'sample' and d.date >= ${addDays(lagosDate(now), -1)}
      and c.seq > (select max(seq) - ${LATEST_CHANGES}::int from changes)
    group by d.id`)
  return rows
}

/** The used part of the disk with the data of this server, in percent. */
async function usedDisk(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => null)
  return found && Math.round(100 * (1 - found.bavail / found.blocks))
}
