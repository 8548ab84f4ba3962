import { createHash } from 'node:crypto'
import { and, isNull, ne, sql } from 'drizzle-orm'
import {
  type Draw,
  type DrawState,
  sameNumbers,
  stateOnEntry,
  type ValueChange,
} from '../../../domain/draw.ts'
import { isGameKey, nameFromKey } from '../../../domain/games.ts'
import { gameMatcher } from '../../../domain/game-names.ts'
import {
  type IngestPlan,
  type IngestRow,
  planIngest,
  type PlannedChange,
  refusedRows,
  type RowNote,
  shownChanges,
  type UnknownGame,
  withoutCorrections,
} from '../../../domain/ingest.ts'
import { type Actor, recordAudit } from '../../audit/record.ts'
import { appendChange } from '../../changes/append.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../http/refusal.ts'
import { followDraws } from '../../ledger/follow-draws.ts'
import { writeCorrection } from './correct-draw.ts'
import { loadGames } from '../memory.ts'
import { lockDraws } from '../lock-draws.ts'
import { removeSamplesIn } from '../samples.ts'
import { needsSecondPerson } from './second-person.ts'
import { columnsOf, drawOf, type StoredDraw } from './stored.ts'
import { draws, games } from '../../tables/draws.ts'

export interface ImportOptions {
  /** The source of the rows for the audit trail: a file's name. */
  name: string
  /** Add unknown games instead of refusing their rows. */
  addGames: boolean
  /** Change recorded draws that the rows contradict. Samples are replaced in any case. */
  correct: boolean
  /** How to allow corrections, as a sentence for the list of refused rows. */
  howToCorrect: string
  /** The hash from {@link checkDraws} that the user confirmed; left out without a check. */
  plan?: string | undefined
  /** Called after each batch of new draws, with the number written so far and in all. */
  onWritten?: (written: number, all: number) => void
}

/** A recorded draw that an import changed: the line of its row, and each old and new value. */
export interface ImportedChange {
  line: number
  game: string
  date: string
  changes: ValueChange[]
}

export interface ImportReport {
  inserted: number
  unchanged: number
  /** Recorded draws whose missing values were added. */
  completed: ImportedChange[]
  corrected: ImportedChange[]
  refused: RowNote[]
  unknownGames: UnknownGame[]
  warned: RowNote[]
  gamesAdded: string[]
  samplesRemoved: number
}

/**
 * Imports all valid rows in one transaction and lists the others. The first real draws replace all samples. A second run
 * of the same rows changes nothing.
 * @throws Refusal conflict when it would write something other than the confirmed plan
 */
export async function importDraws(
  db: Db,
  now: number,
  actor: Actor,
  rows: readonly IngestRow[],
  options: ImportOptions,
): Promise<ImportReport> {
  return db.transaction(async (tx) => {
    // The plan must still hold when it is written.
    await lockDraws(tx)
    const gamesAdded = options.addGames ? await addGames(tx, rows) : []
    const { plan: fullPlan, find, needsConfirmation } = await planFor(tx, now, actor, rows)
    refuseUnconfirmed(fullPlan, options.plan)
    const plan = options.correct ? fullPlan : withoutCorrections(fullPlan, options.howToCorrect)

    const changes = [...plan.completed, ...plan.corrected]
    const realDraws = plan.inserted.length + changes.length + plan.unchanged
    const removed = realDraws > 0 ? await removeSamplesIn(tx, now) : []
    const inserted = await insertAll(tx, now, actor, plan, needsConfirmation, options.onWritten)
    const changed: number[] = []
    for (const { to } of changes) {
      const row = find(to.game, to.date)!
      const state = correctedState(row, to, actor, needsConfirmation)
      await writeCorrection(tx, now, actor, row, { ...to, state }, `Import of ${options.name}`)
      changed.push(row.id)
    }

    const report: ImportReport = {
      inserted: inserted.length,
      unchanged: plan.unchanged,
      completed: plan.completed.map(changeOf),
      corrected: plan.corrected.map(changeOf),
      refused: plan.refused,
      unknownGames: plan.unknownGames,
      warned: plan.warned,
      gamesAdded,
      samplesRemoved: removed.length,
    }
    await recordImport(tx, now, actor, options, report)
    const written = [...plan.inserted, ...changes.map(({ to }) => to)]
    await followDraws(tx, now, actor, await loadGames(tx), written)
    await appendChange(tx, now, 'games', gamesAdded)
    await appendChange(tx, now, 'draws', [...removed, ...inserted, ...changed])
    return report
  })
}

function changeOf({ line, from, to }: PlannedChange): ImportedChange {
  return { line, game: to.game, date: to.date, changes: shownChanges(from, to) }
}

/** Refuses to write anything that the user has not confirmed. */
function refuseUnconfirmed(plan: IngestPlan, confirmed: string | undefined): void {
  const changes = plan.inserted.length + plan.completed.length + plan.corrected.length
  if (confirmed === undefined || changes === 0 || planHash(plan) === confirmed) return
  throw new Refusal('conflict', 'The draws have changed since the check. Review the verdicts again.')
}

/** A hash of everything that a plan writes. */
function planHash({ inserted, completed, corrected }: IngestPlan): string {
  return createHash('sha256')
    .update(JSON.stringify([inserted, completed, corrected]))
    .digest('base64url')
}

/**
 * Reports what an import of the rows would do, row by row, and writes nothing. `plan` is a hash of what would be written,
 * which {@link importDraws} compares again.
 */
export async function checkDraws(db: Db, now: number, actor: Actor, rows: readonly IngestRow[]) {
  const { plan } = await planFor(db, now, actor, rows)
  return {
    inserted: plan.inserted.length,
    completed: plan.completed.length,
    corrected: plan.corrected.length,
    unchanged: plan.unchanged,
    refused: refusedRows(plan),
    warned: plan.warned.length,
    verdicts: plan.verdicts,
    plan: planHash(plan),
  }
}

async function planFor(db: Db, now: number, actor: Actor, rows: readonly IngestRow[]) {
  // The command line on the server is exempt from the second person. Signed-in users are not.
  const needsConfirmation = actor.userId !== null && (await needsSecondPerson(db))
  const stored = await storedDraws(db)
  const find = (game: string, date: string) => stored.get(`${game}|${date}`)
  const known = [...stored.values()].map((row): Draw => {
    const own = needsConfirmation && row.state === 'unconfirmed' && row.recordedBy === actor.userId
    return own ? { ...drawOf(row), state: 'drawn' } : drawOf(row)
  })
  return { plan: planIngest(rows, now, await loadGames(db), known), find, needsConfirmation }
}

/** The state of a stored draw after a row of an import. A user cannot confirm their own numbers. */
function correctedState(row: StoredDraw, to: Draw, actor: Actor, needsConfirmation: boolean): DrawState {
  if (!needsConfirmation) return to.state
  if (!sameNumbers(drawOf(row), to)) return stateOnEntry(to, needsConfirmation)
  return row.recordedBy === actor.userId ? row.state : to.state
}

/** The live real draws of all games, by game and date. */
async function storedDraws(tx: Db) {
  const found = await tx
    .select()
    .from(draws)
    .where(and(isNull(draws.deletedAt), ne(draws.source, 'sample')))
  return new Map(found.map((row) => [`${row.gameKey}|${row.date}`, row]))
}

/** Inserts the new draws. @returns their ids */
async function insertAll(
  tx: Db,
  now: number,
  actor: Actor,
  plan: IngestPlan,
  needsConfirmation: boolean,
  onWritten: ImportOptions['onWritten'],
): Promise<number[]> {
  const ids: number[] = []
  for (let at = 0; at < plan.inserted.length; at += ROWS_PER_STATEMENT) {
    const batch = plan.inserted.slice(at, at + ROWS_PER_STATEMENT)
    const rows = batch.map((draw) => ({ ...columnsOf(draw), state: stateOnEntry(draw, needsConfirmation) }))
    ids.push(...(await insertRows(tx, now, actor, rows)))
    onWritten?.(ids.length, plan.inserted.length)
  }
  return ids
}

const ROWS_PER_STATEMENT = 5000

/** One parameter for all rows. A parameter for each value took ten times as long to build. */
async function insertRows(tx: Db, now: number, actor: Actor, rows: readonly object[]): Promise<number[]> {
  const found = await tx.execute<{ id: string }>(sql`
    insert into ${draws} (game_key, date, state, serial, winning, machine, source, recorded_at, recorded_by)
    select "gameKey", date, state, serial, winning, machine, 'import', ${new Date(now)}::timestamptz, ${actor.userId}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as row("gameKey" text, date date, state text, serial smallint, winning smallint[], machine smallint[])
    returning id`)
  return found.rows.map(({ id }) => Number(id))
}

/** Adds each unknown game that the rows name, after the others and without slots. */
async function addGames(tx: Db, rows: readonly IngestRow[]): Promise<string[]> {
  const known = await loadGames(tx)
  const findGame = gameMatcher(known)
  const keys = [...new Set(rows.map((row) => String(row.game).trim()))]
  const added = keys.filter((key) => isGameKey(key) && !findGame(key).game)
  const first = Math.max(-1, ...known.map((game) => game.order)) + 1
  if (added.length === 0) return []
  await tx
    .insert(games)
    .values(added.map((key, i) => ({ key, name: nameFromKey(key), operator: '', order: first + i })))
  return added
}

async function recordImport(
  tx: Db,
  now: number,
  actor: Actor,
  options: ImportOptions,
  report: ImportReport,
): Promise<void> {
  const { inserted, unchanged, completed, corrected, warned, gamesAdded, samplesRemoved } = report
  const changed = inserted + completed.length + corrected.length + samplesRemoved + gamesAdded.length
  if (changed === 0) return
  const details = {
    name: options.name,
    inserted,
    unchanged,
    completed: completed.length,
    corrected: corrected.length,
    refused: refusedRows(report),
    warned: warned.length,
    gamesAdded,
    samplesRemoved,
  }
  await recordAudit(tx, now, actor, { action: 'draws.import', subject: 'draws', details })
}
