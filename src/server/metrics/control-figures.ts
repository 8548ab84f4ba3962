import { statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { addDays, HOUR, lagosDate, type LagosDate, SECOND } from '../../domain/base/calendar.ts'
import { scheduleOf } from '../../domain/draws/day-result.ts'
import type { ControlFigure } from '../../domain/metrics/control-room.ts'
import type { Services } from '../api/services.ts'
import type { Db } from '../db/connect.ts'
import { readDatabaseFigures } from './database-figures.ts'
import { itemAt } from '../../domain/base/lists.ts'

/** The figures of the control room; null for what is not known. Those of players are of this process. */
export async function readControlFigures(
  { db, draws, live, visits, space, settings }: Services,
  now: number,
): Promise<Record<ControlFigure, number | null> & { lastDraw: string | null }> {
  const [figures, hour, last, disk] = await Promise.all([
    readDatabaseFigures(db, now),
    lastHour(db, now),
    lastPublication(db, now),
    usedDisk(settings.dataDir),
  ])
  const { games } = draws.current()
  const drawn = last && scheduleOf(games, last.date).find(({ game }) => game.key === last.game)
  return {
    ...figures,
    ...hour,
    onScreen: visits.playersSince(now - 5 * 60 * SECOND),
    streams: live.streams.size,
    closeToPublication: drawn ? Math.max(0, (last.at - drawn.schedule.closesAt) / SECOND) : null,
    lastDraw: drawn?.game.name ?? null,
    openedInVain: hour.settled === 0 ? hour.opened : 0,
    disk,
    writesRefused: space.writable ? 0 : 1,
  }
}

type LastHour = Record<'opened' | 'settled' | 'delivered' | 'failed', number> &
  Record<'publicationToPhones' | 'backup', number | null>

async function lastHour(db: Db, now: number): Promise<LastHour> {
  const at = new Date(now)
  const since = new Date(now - HOUR)
  const { rows } = await db.execute<LastHour>(sql`select
    (select count(*)::int from payments where source = 'checkout' and created_at > ${since}) as opened,
    (select count(*)::int from payments where source = 'checkout' and settled_at > ${since}) as settled,
    (select extract(epoch from ${at}::timestamptz - backup_at)::float8 from installation) as backup,
    coalesce(sum(delivered), 0)::int as delivered, coalesce(sum(failed), 0)::int as failed,
    max(slowest) as "publicationToPhones"
    from push_hours where hour > ${new Date(now - 2 * HOUR)}`)
  return itemAt(rows, 0)
}

/** Old changes are not searched: their draws were published long ago. */
const LATEST_CHANGES = 500

/** The draw of today or yesterday that was published last, with the time of its first change. */
async function lastPublication(db: Db, now: number) {
  const { rows } = await db.execute<{ game: string; date: LagosDate; at: string }>(sql`
    select d.game_key as game, d.date::text, extract(epoch from min(c.at)) * 1000 as at
    from draws d join changes c on c.kind = 'draws' and d.id::text = any(c.ids) and c.at >= d.recorded_at
    where d.deleted_at is null and d.source <> 'sample' and d.date >= ${addDays(lagosDate(now), -1)}
      and c.seq > (select max(seq) - ${LATEST_CHANGES}::int from changes)
    group by d.id order by min(c.at) desc limit 1`)
  return rows[0] ? { ...rows[0], at: Number(rows[0].at) } : null
}

/** The used part of the disk with the data of this server, in percent. */
async function usedDisk(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => null)
  return found && Math.round(100 * (1 - found.bavail / found.blocks))
}
