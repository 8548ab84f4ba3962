import { and, isNull, ne, sql } from 'drizzle-orm'
import { lagosDate } from '../../domain/calendar.ts'
import { isGameKey, nameFromKey } from '../../domain/games.ts'
import { type IngestPlan, type IngestRow, planIngest, type RowNote } from '../../domain/ingest.ts'
import { type Actor, recordAudit } from '../audit/record.ts'
import { appendChange } from '../changes/append.ts'
import type { Db } from '../db/connect.ts'
import { inBatches } from './batches.ts'
import { writeCorrection } from './correct-draw.ts'
import { loadGames } from './memory.ts'
import { removeSamplesIn } from './samples.ts'
import { columnsOf, drawOf } from './stored.ts'
import { draws, games } from './tables.ts'

export interface ImportOptions {
  /** Where the rows come from, for the trail: a file's name. */
  name: string
  /** Add games that are not known instead of refusing their rows. */
  addGames: boolean
}

export interface ImportReport {
  inserted: number
  unchanged: number
  corrected: number
  refused: RowNote[]
  warned: RowNote[]
  gamesAdded: string[]
  samplesRemoved: number
}

/**
 * Brings real draws in, all good rows in one transaction, and lists the others. The first real draws push the samples
 * out. A second run of the same rows changes nothing.
 */
export async function importDraws(
  db: Db,
  now: number,
  actor: Actor,
  rows: readonly IngestRow[],
  options: ImportOptions,
): Promise<ImportReport> {
  return db.transaction(async (tx) => {
    // Other writers wait, from the moment they lock a row: what is decided from the stored draws must still be true when
    // it is written, and whoever holds a row's lock while waiting for the table would be waited for in turn.
    await tx.execute(sql`lock table ${draws} in exclusive mode`)
    const gamesAdded = options.addGames ? await addGames(tx, rows) : []
    const stored = await storedDraws(tx)
    const find = (game: string, date: string) => stored.get(`${game}|${date}`)
    const plan = planIngest(rows, lagosDate(now), await loadGames(tx), (game, date) => {
      const row = find(game, date)
      return row && drawOf(row)
    })

    const realDraws = plan.inserted.length + plan.corrected.length + plan.unchanged
    const removed = realDraws > 0 ? await removeSamplesIn(tx, now) : []
    const inserted = await insertAll(tx, now, actor, plan)
    const corrected: number[] = []
    for (const { to } of plan.corrected) {
      const row = find(to.game, to.date)!
      await writeCorrection(tx, now, actor, row, to, `Import of ${options.name}`)
      corrected.push(row.id)
    }

    const report: ImportReport = {
      inserted: inserted.length,
      unchanged: plan.unchanged,
      corrected: corrected.length,
      refused: plan.refused,
      warned: plan.warned,
      gamesAdded,
      samplesRemoved: removed.length,
    }
    await note(tx, now, actor, options, report)
    await appendChange(tx, 'games', gamesAdded, now)
    await appendChange(tx, 'draws', [...removed, ...inserted, ...corrected], now)
    return report
  })
}

/** The live real draws by game and date: of all games, since a row is held against the others of its day too. */
async function storedDraws(tx: Db) {
  const found = await tx
    .select()
    .from(draws)
    .where(and(isNull(draws.deletedAt), ne(draws.source, 'sample')))
  return new Map(found.map((row) => [`${row.gameKey}|${row.date}`, row]))
}

function insertAll(tx: Db, now: number, actor: Actor, plan: IngestPlan): Promise<number[]> {
  const from = { source: 'import' as const, recordedAt: new Date(now), recordedBy: actor.userId }
  return inBatches(plan.inserted, async (batch) => {
    const values = batch.map((draw) => ({ ...columnsOf(draw), ...from }))
    const added = await tx.insert(draws).values(values).returning({ id: draws.id })
    return added.map((row) => row.id)
  })
}

/** Adds every game that the rows name and nobody knows yet, behind the others and without slots. */
async function addGames(tx: Db, rows: readonly IngestRow[]): Promise<string[]> {
  const known = await loadGames(tx)
  const keys = [...new Set(rows.map((row) => String(row.game).trim()))]
  const added = keys.filter((key) => isGameKey(key) && !known.some((game) => game.key === key))
  const first = Math.max(-1, ...known.map((game) => game.order)) + 1
  if (added.length === 0) return []
  await tx
    .insert(games)
    .values(added.map((key, i) => ({ key, name: nameFromKey(key), operator: '', order: first + i })))
  return added
}

async function note(
  tx: Db,
  now: number,
  actor: Actor,
  options: ImportOptions,
  report: ImportReport,
): Promise<void> {
  const { refused, warned, ...counts } = report
  const changed = report.inserted + report.corrected + report.samplesRemoved + report.gamesAdded.length
  if (changed === 0) return
  const details = { ...counts, name: options.name, refused: refused.length, warned: warned.length }
  await recordAudit(tx, now, actor, { action: 'draws.import', subject: 'draws', details })
}
