import { and, asc, between, eq, isNull, min, sql } from 'drizzle-orm'
import { addDays, type LagosDate } from '../../domain/base/calendar.ts'
import { planOf } from '../../domain/draws/draw-calendar.ts'
import type { Game } from '../../domain/draws/games.ts'
import type { Chain, NewEntry } from '../../domain/ledger/entries.ts'
import {
  byDraw,
  type DrawLedger,
  drawName,
  entriesAfterWrite,
  type RecordedDraw,
} from '../../domain/ledger/follow.ts'
import { drawOfDay, MOVED_DAYS, scheduledDayOf } from '../../domain/ledger/scheduled-day.ts'
import { closeLateDraws } from '../alarms/late-draws.ts'
import type { Change } from '../audit/context.ts'
import { isAnyOf } from '../db/columns.ts'
import type { Db } from '../db/connect.ts'
import { draws } from '../tables/draws.ts'
import { ledgerEntries } from '../tables/forecast-ledger.ts'
import { predictions } from '../tables/predictions.ts'
import { appendEntries, type ChainEnd, lockLedger } from './append.ts'
import { numberOf } from './authors.ts'
import { entryOf } from './entries.ts'

/** A day of a game whose draw was written. */
export interface GameDay {
  game: string
  date: LagosDate
  /** The scheduled day of the draw, where staff moved it to a day that does not say so. */
  scheduledDate?: LagosDate | null
}

/**
 * The days that got, changed or lost a draw; both days of a draw that moved. A function reads them after the lock of the
 * ledger: those from {@link firstForecastDay} on are enough, and an import has many before.
 */
export type WrittenDays = readonly GameDay[] | ((chain: Chain) => Promise<GameDay[]>)

/**
 * Appends what follows from a write to draws, in its transaction: the result of each draw that has forecasts, and a lock
 * that moves because the draw is recorded early, or because such a record was a mistake. Results are the only input of
 * scores, so the forecasts are scored with the same commit. The alarm of a draw that was late closes too. `writeDraws` calls
 * it after the rows are written and before it appends to the change log.
 */
export async function followDraws(
  { tx, now, actor }: Change,
  games: readonly Game[],
  written: WrittenDays,
): Promise<void> {
  if (written.length === 0 && typeof written !== 'function') return
  await closeLateDraws(tx, now, games)
  // Also without forecasts: a forecast that is published meanwhile must see the draw.
  const end = await lockLedger(tx)
  const gameOf = new Map(games.map((game) => [game.key, game]))
  const writtenDays = scheduledDays(
    gameOf,
    typeof written === 'function' ? await written(end.chain) : written,
  )
  const known = await entriesOf(tx, end.chain, writtenDays)
  if (known.size === 0) return
  const days = writtenDays.filter((day) => known.has(drawName(day)))
  const recorded = await recordedDraws(tx, days)
  const at = Math.max(now, end.at)
  const entriesBy = (number: number | null) =>
    days.flatMap((day) => {
      const draw = known.get(drawName(day))
      const game = gameOf.get(day.game)
      if (!draw || !game) return []
      const ofGame = recorded.filter((one) => one.game === day.game)
      const planned = planOf(game, day.date).draw?.date
      return entriesAfterWrite(draw, drawOfDay(game, day.date, ofGame), { ...day, at, by: number }, planned)
    })
  // Most writes to draws change no result, and a person without entries needs no number.
  if (entriesBy(null).length === 0) return
  await appendAndMoveLocks(tx, end, entriesBy(await numberOf(tx, now, actor.userId)))
}

/** The first day whose draw can have forecasts, or be moved from such a day; null without forecasts. */
export async function firstForecastDay(tx: Db, chain: Chain): Promise<LagosDate | null> {
  const [first] = await tx
    .select({ date: min(ledgerEntries.drawDate) })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.chain, chain))
  return first?.date ? addDays(first.date as LagosDate, -MOVED_DAYS) : null
}

/** The different scheduled days of the draws that were written. */
function scheduledDays(games: ReadonlyMap<string, Game>, written: readonly GameDay[]): GameDay[] {
  const days = written.map((draw) => {
    const known = games.get(draw.game)
    return { game: draw.game, date: known ? scheduledDayOf(known, draw) : draw.date }
  })
  return [...new Map(days.map((day) => [drawName(day), day])).values()]
}

/** The entries of a chain about some days, by the name of the draw. Days without forecasts are left out. */
export async function entriesOf(
  tx: Db,
  chain: Chain,
  days: readonly GameDay[],
): Promise<Map<string, DrawLedger>> {
  const rows = await tx
    .select()
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.chain, chain),
        isAnyOf(ledgerEntries.gameKey, [...new Set(days.map(({ game }) => game))]),
        isAnyOf(ledgerEntries.drawDate, [...new Set(days.map(({ date }) => date))]),
      ),
    )
    .orderBy(asc(ledgerEntries.entry))
  const wanted = new Set(days.map(drawName))
  return byDraw(rows.map(entryOf).filter((entry) => entry.kind !== 'restore' && wanted.has(drawName(entry))))
}

/** The live draw of a scheduled day of a game, also one that took place on another day; null without one. */
export async function recordedDrawOf(tx: Db, game: Game, date: LagosDate): Promise<RecordedDraw | null> {
  return drawOfDay(game, date, await recordedDraws(tx, [{ game: game.key, date }]))
}

/** The live draws of the games on some days and on the days to which they may have been moved, oldest first. */
async function recordedDraws(tx: Db, days: readonly GameDay[]) {
  const dates = days.map(({ date }) => date).sort()
  const rows = await tx
    .select({
      game: draws.gameKey,
      date: draws.date,
      scheduledDate: draws.scheduledDate,
      state: draws.state,
      winning: draws.winning,
      recordedAt: draws.recordedAt,
    })
    .from(draws)
    .where(
      and(
        isNull(draws.deletedAt),
        isAnyOf(draws.gameKey, [...new Set(days.map(({ game }) => game))]),
        between(draws.date, addDays(dates[0]!, -MOVED_DAYS), addDays(dates[dates.length - 1]!, MOVED_DAYS)),
      ),
    )
    .orderBy(asc(draws.date))
  return rows.map((row) => ({
    ...row,
    date: row.date as LagosDate,
    scheduledDate: row.scheduledDate as LagosDate | null,
    recordedAt: row.recordedAt.getTime(),
  }))
}

/** Appends entries, and moves the copied locks of the predictions with the locks of their draws. */
export async function appendAndMoveLocks(
  tx: Db,
  end: ChainEnd,
  entries: readonly NewEntry[],
): Promise<ChainEnd> {
  const after = await appendEntries(tx, end, entries)
  for (const entry of entries) {
    if (entry.kind !== 'lock') continue
    await tx.execute(sql`
      update ${predictions} set lock_at = least(published.lock_at, ${new Date(entry.to!)}::timestamptz)
      from (
        select prediction_id, max(lock_at) as lock_at from ${ledgerEntries}
        where chain = ${end.chain} and game_key = ${entry.game} and draw_date = ${entry.date} and kind = 'version'
        group by prediction_id
      ) as published
      where ${predictions.id} = published.prediction_id and ${predictions.gameKey} = ${entry.game}
        and ${predictions.drawDate} = ${entry.date} and ${predictions.lockAt} is not null`)
  }
  return after
}
