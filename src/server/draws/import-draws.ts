import { createHash } from 'node:crypto'
import { and, isNull, ne, sql } from 'drizzle-orm'
import { lagosDate } from '../../domain/calendar.ts'
import { type Draw, type DrawState, sameNumbers, stateOnEntry } from '../../domain/draw.ts'
import { isGameKey, nameFromKey } from '../../domain/games.ts'
import { type IngestPlan, type IngestRow, planIngest, type RowNote } from '../../domain/ingest.ts'
import { type Actor, recordAudit } from '../audit/record.ts'
import { appendChange } from '../changes/append.ts'
import type { Db } from '../db/connect.ts'
import { Refusal } from '../http/refusal.ts'
import { inBatches } from './batches.ts'
import { writeCorrection } from './correct-draw.ts'
import { loadGames } from './memory.ts'
import { removeSamplesIn } from './samples.ts'
import { needsSecondPerson } from './second-person.ts'
import { columnsOf, drawOf, type StoredDraw } from './stored.ts'
import { draws, games } from './tables.ts'

export interface ImportOptions {
  /** Where the rows come from, for the trail: a file's name. */
  name: string
  /** Add games that are not known instead of refusing their rows. */
  addGames: boolean
  /** What {@link checkDraws} said would be written and somebody confirmed; left out where nobody looked before. */
  plan?: string | undefined
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
 * @throws Refusal conflict when it would write something else than was confirmed
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
    const { plan, find, twoPeople } = await planFor(tx, now, actor, rows)
    refuseUnconfirmed(plan, options.plan)

    const realDraws = plan.inserted.length + plan.corrected.length + plan.unchanged
    const removed = realDraws > 0 ? await removeSamplesIn(tx, now) : []
    const inserted = await insertAll(tx, now, actor, plan, twoPeople)
    const corrected: number[] = []
    for (const { to } of plan.corrected) {
      const row = find(to.game, to.date)!
      const state = correctedState(row, to, actor, twoPeople)
      await writeCorrection(tx, now, actor, row, { ...to, state }, `Import of ${options.name}`)
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

/** Nobody's entry is changed by somebody who has not seen it. */
function refuseUnconfirmed(plan: IngestPlan, confirmed: string | undefined): void {
  const changes = plan.inserted.length + plan.corrected.length
  if (confirmed === undefined || changes === 0 || nameOf(plan) === confirmed) return
  throw new Refusal('conflict', 'The draws have changed since the check. Look at the verdicts again.')
}

/** A name of what a plan writes: another one as soon as anything of that is different. */
function nameOf({ inserted, corrected }: IngestPlan): string {
  return createHash('sha256')
    .update(JSON.stringify([inserted, corrected]))
    .digest('base64url')
}

/**
 * Says what an import of the rows would do, row by row. Writes nothing; what other people write before the import
 * itself is looked at again then. `plan` names what would be written, for {@link importDraws}.
 */
export async function checkDraws(db: Db, now: number, actor: Actor, rows: readonly IngestRow[]) {
  const { plan } = await planFor(db, now, actor, rows)
  return {
    inserted: plan.inserted.length,
    corrected: plan.corrected.length,
    unchanged: plan.unchanged,
    refused: plan.refused.length,
    warned: plan.warned.length,
    verdicts: plan.verdicts,
    plan: nameOf(plan),
  }
}

async function planFor(db: Db, now: number, actor: Actor, rows: readonly IngestRow[]) {
  // The command on the server's own machine stands above the desk's rule; everybody at the desk keeps it.
  const twoPeople = actor.userId !== null && (await needsSecondPerson(db))
  const stored = await storedDraws(db)
  const find = (game: string, date: string) => stored.get(`${game}|${date}`)
  const plan = planIngest(rows, lagosDate(now), await loadGames(db), (game, date) => {
    const row = find(game, date)
    if (!row) return undefined
    const own = twoPeople && row.state === 'unconfirmed' && row.recordedBy === actor.userId
    return own ? { ...drawOf(row), state: 'drawn' } : drawOf(row)
  })
  return { plan, find, twoPeople }
}

/** How a stored draw stands after a row of an import: nobody confirms their own numbers. */
function correctedState(row: StoredDraw, to: Draw, actor: Actor, twoPeople: boolean): DrawState {
  if (!twoPeople) return to.state
  if (!sameNumbers(drawOf(row), to)) return stateOnEntry(to, twoPeople)
  return row.recordedBy === actor.userId ? row.state : to.state
}

/** The live real draws by game and date: of all games, since a row is held against the others of its day too. */
async function storedDraws(tx: Db) {
  const found = await tx
    .select()
    .from(draws)
    .where(and(isNull(draws.deletedAt), ne(draws.source, 'sample')))
  return new Map(found.map((row) => [`${row.gameKey}|${row.date}`, row]))
}

function insertAll(
  tx: Db,
  now: number,
  actor: Actor,
  plan: IngestPlan,
  twoPeople: boolean,
): Promise<number[]> {
  const from = { source: 'import' as const, recordedAt: new Date(now), recordedBy: actor.userId }
  return inBatches(plan.inserted, async (batch) => {
    const values = batch.map((draw) => ({
      ...columnsOf(draw),
      ...from,
      state: stateOnEntry(draw, twoPeople),
    }))
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
