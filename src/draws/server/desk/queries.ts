import type { Context, SignedIn } from '../../../platform/server/audit/context.ts'
import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import { addDays, dayOf, type LagosDate, lagosDate, MINUTE } from '../../../platform/rules/base/calendar.ts'
import { scheduleOf } from '../../rules/day-result.ts'
import type { Draw } from '../../rules/draw.ts'
import { gapNotes, nextSerial, recordsBefore } from '../../rules/draw-warnings.ts'
import type { Game } from '../../rules/games.ts'
import { gapsOf } from '../../rules/gaps.ts'
import { findDraw, firstOnOrAfter, drawAt, type History, hasSamples } from '../../rules/history.ts'
import { present } from '../../../platform/rules/base/lists.ts'
import { DESK_LIMITS } from '../../rules/desk.ts'
import { users } from '../../../platform/server/tables/accounts.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import type { DrawsMemory, Snapshot } from '../memory.ts'
import { drawCorrections, draws, heldResults } from '../tables.ts'

type Stored = typeof draws.$inferSelect

/** A stored draw on the desk. */
const deskDraw = (row: Stored) => ({ id: row.id, version: row.version, source: row.source, ...valuesOf(row) })

const valuesOf = ({ date, state, serial, winning, machine }: Stored | typeof heldResults.$inferSelect) => ({
  date: date as LagosDate,
  state,
  serial,
  winning,
  machine,
})

/** One day for the desk: every game with its slots and its stored draw, and the missing draws of earlier days. */
export async function deskDay(
  { db, now, actor: { userId: uid } }: Context<SignedIn>,
  snapshot: Snapshot,
  date: LagosDate,
) {
  const { games, history } = snapshot
  const today = lagosDate(now)
  const stored = await db
    .select()
    .from(draws)
    .where(and(eq(draws.date, date), isNull(draws.deletedAt)))
  const schedules = new Map(scheduleOf(games, date).map(({ game, schedule }) => [game.key, schedule]))
  return {
    date,
    today,
    samples: hasSamples(history),
    games: games.map((game) => {
      const { key, name, operator, order, active, slots, changes = [] } = game
      const row = stored.find((draw) => draw.gameKey === key)
      return {
        key,
        name,
        operator,
        order,
        active,
        slots,
        changes,
        schedule: schedules.get(key) ?? null,
        draw: row ? deskDraw(row) : null,
        ...beforeDay(history, game, date),
      }
    }),
    held: await heldList(db, uid),
    saved: await lastSaved(db, uid, now),
    missing: missingBefore(snapshot, today),
  }
}

/** The results that can still be undone, in the order of their entry, with who entered them. */
async function heldList(db: Db, uid: string) {
  const rows = await db
    .select({ row: heldResults, by: users.username })
    .from(heldResults)
    .leftJoin(users, eq(users.id, heldResults.heldBy))
    .where(isNotNull(heldResults.publishAt))
    .orderBy(asc(heldResults.id))
  return rows.map(({ row, by }) => ({
    ...valuesOf(row),
    id: row.id,
    game: row.gameKey,
    by,
    mine: row.heldBy === uid,
    publishAt: present(row.publishAt).getTime(),
  }))
}

/** The draw of a user that was published last, if that is no longer ago than a look at what was done. */
async function lastSaved(db: Db, uid: string, now: number) {
  const newest = db
    .select()
    .from(draws)
    .orderBy(desc(draws.id))
    .limit(DESK_LIMITS.latestSaved.rows)
    .as('newest')
  const [row] = await db
    .select()
    .from(newest)
    .where(
      and(
        eq(newest.recordedBy, uid),
        eq(newest.source, 'staff'),
        isNull(newest.deletedAt),
        gt(newest.recordedAt, new Date(now - DESK_LIMITS.latestSaved.minutes * MINUTE)),
      ),
    )
    .orderBy(desc(newest.id))
    .limit(1)
  return row ? { game: row.gameKey, ...deskDraw(row) } : null
}

/**
 * What the desk knows before a draw is typed: the game's latest real draw, because the same five numbers again are most
 * likely a typing error; a sentence about missing draws; the serial number to propose.
 */
function beforeDay(history: History, game: Game, date: LagosDate) {
  const records = realRecords(history, game.key, date)
  const { lastNumbered, daysBefore } = recordsBefore({ date }, records)
  const last = records.findLast(({ state }) => state === 'drawn')
  return {
    before: last ? { date: last.date, winning: [...last.winning], machine: [...last.machine] } : null,
    gap: gapNotes({ date }, game, daysBefore)[0] ?? null,
    nextSerial:
      nextSerial(game, date, lastNumbered) ?? (records.length === 0 ? (game.firstSerial ?? null) : null),
  }
}

/** The game's last records before a day, without samples, oldest first. */
function realRecords(history: History, game: string, date: LagosDate): Draw[] {
  const draws = history.games.get(game)
  if (!draws) return []
  const end = firstOnOrAfter(draws, dayOf(date))
  const first = Math.max(0, end - DESK_LIMITS.precedingRecords)
  return Array.from({ length: end - first }, (_, i) => drawAt(draws, first + i)).filter(
    ({ sample }) => !sample,
  )
}

/** The draws of the days before `today` that are not recorded, newest first. */
export function missingBefore({ games, history }: Snapshot, today: LagosDate) {
  return Array.from({ length: DESK_LIMITS.daysBack }, (_, i) => addDays(today, -1 - i)).flatMap((date) =>
    scheduleOf(games, date)
      .filter(({ game }) => !findDraw(history, game.key, dayOf(date)))
      .map(({ game, schedule }) => ({ game: game.key, date, schedule }))
      .toReversed(),
  )
}

interface DrawsFilter {
  game?: string | undefined
  from?: LagosDate | undefined
  to?: LagosDate | undefined
}

/** The last draw of a page; the next page starts after it. */
interface DrawCursor {
  date: LagosDate
  id: number
}

/**
 * The live draws, newest first.
 * @returns at most {@link DESK_LIMITS.drawsPage} draws, and the cursor of the next page or null
 */
export async function drawsPage(db: Db, { game, from, to }: DrawsFilter, after: DrawCursor | null) {
  const corrections = sql<number>`(select count(*)::int from ${drawCorrections} where ${drawCorrections.drawId} = ${draws.id})`
  const rows = await db
    .select({ row: draws, by: users.username, corrections })
    .from(draws)
    .leftJoin(users, eq(users.id, draws.recordedBy))
    .where(
      and(
        isNull(draws.deletedAt),
        game === undefined ? undefined : eq(draws.gameKey, game),
        from === undefined ? undefined : gte(draws.date, from),
        to === undefined ? undefined : lte(draws.date, to),
        after === null ? undefined : isAfter(after),
      ),
    )
    .orderBy(desc(draws.date), desc(draws.id))
    .limit(DESK_LIMITS.drawsPage + 1)
  const shown = rows.slice(0, DESK_LIMITS.drawsPage)
  const last = shown[shown.length - 1]?.row
  return {
    draws: shown.map(({ row, by, corrections: times }) => ({
      ...deskDraw(row),
      game: row.gameKey,
      by,
      at: row.recordedAt.getTime(),
      corrections: times,
    })),
    next: last && rows.length > DESK_LIMITS.drawsPage ? `${last.date}.${last.id}` : null,
  }
}

const isAfter = ({ date, id }: DrawCursor): SQL | undefined =>
  or(lt(draws.date, date), and(eq(draws.date, date), lt(draws.id, id)))

/** The last gap of a page; the next page starts after it. */
interface GapCursor {
  date: LagosDate
  game: string
}

/**
 * The days up to yesterday for which a game that still draws has no record, newest first.
 * @returns at most {@link DESK_LIMITS.gapsPage} gaps, the total, and the cursor of the next page or null
 */
export function gapsPage(draws: DrawsMemory, now: number, game: string | undefined, after: GapCursor | null) {
  const yesterday = addDays(lagosDate(now), -1)
  const all = draws.derived(`gaps ${yesterday}`, ({ games, history }) =>
    gapsOf(
      history,
      games.filter(({ active }) => active),
      yesterday,
    ),
  )
  const matching = game === undefined ? all : all.filter((gap) => gap.game === game)
  const order = new Map(draws.current().games.map(({ key }, i) => [key, i]))
  const orderOf = (key: string) => order.get(key) ?? -1
  const rest = after
    ? matching.filter(
        (gap) =>
          gap.date < after.date || (gap.date === after.date && orderOf(gap.game) > orderOf(after.game)),
      )
    : matching
  const gaps = rest.slice(0, DESK_LIMITS.gapsPage)
  const last = gaps[gaps.length - 1]
  return {
    gaps,
    total: matching.length,
    next: last && rest.length > gaps.length ? `${last.date}.${last.game}` : null,
  }
}
