import { and, asc, between, eq, isNull, or } from 'drizzle-orm'
import { type LagosDate, lagosDate, weekOf } from '../../../domain/base/calendar.ts'
import { scheduleOf } from '../../../domain/draws/day-result.ts'
import { noteOn, planOf, slotOn } from '../../../domain/draws/draw-calendar.ts'
import type { Db } from '../../db/connect.ts'
import { users } from '../../tables/accounts.ts'
import { calendarChanges, draws } from '../../tables/draws.ts'
import type { StoredGame } from '../memory.ts'
import { itemAt } from '../../../domain/base/lists.ts'

/** The week of a date by game: each day with its draw, its record and what staff changed. */
export async function calendarWeek(db: Db, games: readonly StoredGame[], date: LagosDate, now: number) {
  const week = weekOf(date)
  const [first, last] = [itemAt(week, 0), itemAt(week, 6)]
  const records = await db
    .select({ game: draws.gameKey, date: draws.date, state: draws.state, at: draws.recordedAt })
    .from(draws)
    .where(and(between(draws.date, first, last), isNull(draws.deletedAt)))
  const recordOf = new Map(records.map((row) => [`${row.date} ${row.game}`, row]))
  return {
    today: lagosDate(now),
    week,
    games: games.map((game) => ({
      key: game.key,
      name: game.name,
      operator: game.operator,
      colour: game.colour,
      active: game.active,
      days: week.map((day) => {
        const record = recordOf.get(`${day} ${game.key}`)
        return {
          date: day,
          schedule: scheduleOf([game], day)[0]?.schedule ?? null,
          record: record ? { state: record.state, at: record.at.getTime() } : null,
          note: game.active ? noteOn(game, day) : null,
          /** The last change of the draw, which a form has seen. */
          seen: planOf(game, slotOn(game, day)?.scheduled ?? day).change?.id ?? null,
        }
      }),
    })),
    changes: await changesOf(db, games, first, last),
  }
}

/** The changes in force of some days, oldest first, with who made them. */
async function changesOf(db: Db, games: readonly StoredGame[], first: LagosDate, last: LagosDate) {
  const rows = await db
    .select({ row: calendarChanges, by: users.username })
    .from(calendarChanges)
    .leftJoin(users, eq(users.id, calendarChanges.by))
    .where(or(between(calendarChanges.date, first, last), between(calendarChanges.toDate, first, last)))
    .orderBy(asc(calendarChanges.date), asc(calendarChanges.id))
  const inForce = new Set(
    games.flatMap((game) =>
      (game.changes ?? []).flatMap((one) =>
        one.kind === 'holiday' || planOf(game, one.date).change?.id === one.id ? one.id : [],
      ),
    ),
  )
  const nameOf = new Map(games.map(({ key, name }) => [key, name]))
  return rows.flatMap(({ row, by }) => {
    const { id, gameKey, kind, date, toDate, close, reason, at } = row
    if (kind === 'undone' || !inForce.has(id)) return []
    return {
      id,
      /** Null for a holiday of all games. */
      name: gameKey === null ? null : (nameOf.get(gameKey) ?? gameKey),
      kind,
      date: date as LagosDate,
      toDate: toDate as LagosDate | null,
      close,
      reason,
      at: at.getTime(),
      by,
    }
  })
}
