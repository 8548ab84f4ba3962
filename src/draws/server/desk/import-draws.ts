import { desc, inArray, and, gte, isNull, max, ne, or, gt, type SQL, sql } from 'drizzle-orm'
import { DESK_LIMITS } from '../../rules/desk.ts'
import type { Change, Context } from '../../../platform/server/audit/context.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import type { Basis, ImportPlan, ImportLists } from '../ingest/import-plan.ts'
import { loadRealDraws } from '../load-draws.ts'
import { lockDraws, writeDraws, type Written } from '../write-draws.ts'
import { loadGames } from '../memory.ts'
import { changes } from '../../../platform/server/tables/changes.ts'
import { columnsOf, drawOf, type StoredDraw } from './stored.ts'
import { countSamples, removeSamplesIn } from '../samples.ts'
import type { LagosDate } from '../../../platform/rules/base/calendar.ts'
import type { DateQuestion, PlannedChange, UnknownGame } from '../../rules/ingest/ingest-plan.ts'
import type { AuditEntry } from '../../../platform/server/audit/record.ts'
import { isAnyOf } from '../../../platform/server/db/columns.ts'
import type { GameDay } from '../followers.ts'
import { drawCorrections, draws } from '../tables.ts'
import { present } from '../../../platform/rules/base/lists.ts'

/**
 * Imports all valid rows in one transaction and lists the others. The first real draws replace all samples. A second run
 * of the same rows changes nothing.
 *
 * The plan is made before the transaction, because it takes seconds and other writers of draws would wait for it. When a
 * draw or a game has changed meanwhile, it is made again.
 * @param makePlan its errors refuse the import
 */
export async function importDraws(
  context: Context,
  makePlan: (basis: Basis) => Promise<ImportPlan>,
  options: ImportOptions,
): Promise<ImportReport> {
  for (let stale = 0; stale < DESK_LIMITS.stalePlans; stale++) {
    const basis = await loadBasis(context.db)
    const plan = await makePlan(basis)
    const report = await writeDraws<ImportReport | null>(context, async (unit) => {
      await lockDraws(unit.tx)
      const isPlanned = (await lastChange(unit.tx)) === basis.seq
      return isPlanned ? writeImport(unit, plan, options) : { result: null }
    })
    if (report) return report
  }
  return writeDraws(context, async (unit) => {
    await lockDraws(unit.tx)
    return writeImport(unit, await makePlan(await readBasis(unit.tx)), options)
  })
}

/** Plans an import and writes nothing. @returns the plan, and the report that {@link importDraws} would give */
export async function checkImport<Plan extends ImportPlan>(
  context: Context,
  makePlan: (basis: Basis) => Promise<Plan>,
): Promise<{ plan: Plan; report: ImportReport }> {
  const plan = await makePlan(await loadBasis(context.db))
  const samplesRemoved = removesSamples(plan) ? await countSamples(context.db) : 0
  return { plan, report: reportOf(plan, samplesRemoved) }
}

/** What a plan is made from, at one instant. */
export const loadBasis = (db: Db): Promise<Basis> =>
  db.transaction(readBasis, { isolationLevel: 'repeatable read', accessMode: 'read only' })

const readBasis = async (tx: Db): Promise<Basis> => ({
  seq: await lastChange(tx),
  games: await loadGames(tx),
  stored: await loadRealDraws(tx),
})

/** The last change of draws or games; each write to them appends one. */
async function lastChange(tx: Db): Promise<number> {
  const [last] = await tx
    .select({ seq: changes.seq })
    .from(changes)
    .where(inArray(changes.kind, ['draws', 'games']))
    .orderBy(desc(changes.seq))
    .limit(1)
  return last?.seq ?? 0
}

interface ImportOptions {
  /** The source of the rows for the audit trail: a file's name. */
  name: string
}

export interface ImportReport {
  inserted: number
  unchanged: number
  lists: ImportLists
  unknownGames: UnknownGame[]
  /** Refused rows, with those of unknown games. */
  refusedRows: number
  /** Those of them that are only text without a draw. */
  unreadRows: number
  samplesRemoved: number
  dateQuestion: DateQuestion | null
}

/** What an import of a plan reports. */
function reportOf(plan: ImportPlan, samplesRemoved: number): ImportReport {
  const { inserted, unchanged, unknownGames, unknownRows, dateQuestion, lists, unreadRows } = plan
  const refusedRows = lists.totals.refused + unknownRows
  const found = { unknownGames, refusedRows, unreadRows, dateQuestion }
  return { inserted, unchanged, lists, samplesRemoved, ...found }
}

/** Samples go when an import has any real draw. */
const removesSamples = ({ inserted, changed, unchanged }: ImportPlan) => inserted + changed + unchanged > 0

/** Writes a plan, inside `writeDraws`, under the lock of the draws. */
async function writeImport(
  unit: Change,
  plan: ImportPlan,
  options: ImportOptions,
): Promise<Written<ImportReport>> {
  const { tx, now } = unit
  const removed = removesSamples(plan) ? await removeSamplesIn(tx, now) : []
  const lastId = await lastDrawId(tx)
  const written = plan.inserted
  await insertDraws(unit, plan.inserts)
  const changed: number[] = []
  for (const batch of plan.changes) {
    // Each batch is parsed when it is written, so that no step holds up the requests of others.
    const changes = JSON.parse(batch) as PlannedChange[]
    changed.push(...(await writeChanges(unit, changes, `Import of ${options.name}`)))
  }
  const report = reportOf(plan, removed.length)
  return {
    result: report,
    audit: auditOf(options, report),
    ...(written + changed.length > 0 && { days: (from) => writtenDays(tx, from, lastId, changed) }),
    ...(written + changed.length + removed.length > 0 && {
      ids: idsSince(lastId, [...removed, ...changed]),
    }),
  }
}

async function lastDrawId(tx: Db): Promise<number> {
  const [last] = await tx.select({ id: max(draws.id) }).from(draws)
  return last?.id ?? 0
}

/** The ids of the inserted draws and some others, without a copy in this process. */
const idsSince = (lastId: number, others: readonly number[]): SQL =>
  sql`${sql.param(others.map(String))}::text[]
    || array(select ${draws.id}::text from ${draws} where ${gt(draws.id, lastId)} order by ${draws.id})`

/** The days of inserted and changed draws from a day on. */
async function writtenDays(
  tx: Db,
  from: LagosDate,
  lastId: number,
  changed: readonly number[],
): Promise<GameDay[]> {
  const rows = await tx
    .select({ game: draws.gameKey, date: draws.date })
    .from(draws)
    .where(and(gte(draws.date, from), or(gt(draws.id, lastId), isAnyOf(draws.id, changed))))
  return rows.map(({ game, date }) => ({ game, date: date as LagosDate }))
}

/** One parameter for all draws. A parameter for each value took ten times as long to build. */
async function insertDraws({ tx, now, actor }: Change, added: string): Promise<void> {
  await tx.execute(sql`
    insert into ${draws}
      (public_id, game_key, date, state, serial, winning, machine, source, recorded_at, recorded_by)
    select id, game, date, state, serial, winning, machine, 'import', ${new Date(now)}::timestamptz, ${actor.userId}
    from json_to_recordset(${added}::json)
      as row(id text, game text, date date, state text, serial smallint, winning smallint[], machine smallint[])`)
}

/** Writes the new values and keeps the old ones. @returns the ids of the draws */
async function writeChanges(
  { tx, now, actor }: Change,
  batch: readonly PlannedChange[],
  reason: string,
): Promise<number[]> {
  const stored = await storedDraws(tx, batch)
  const written = batch.map(({ to }) => ({ row: present(stored.get(`${to.game}|${to.date}`)), to }))
  const values = written.map(({ row, to }) => ({ id: row.id, ...columnsOf(to) }))
  await tx.execute(sql`
    update ${draws} set state = row.state, serial = row.serial, winning = row.winning, machine = row.machine,
      version = version + 1
    from json_to_recordset(${JSON.stringify(values)}::json)
      as row(id bigint, state text, serial smallint, winning smallint[], machine smallint[])
    where ${draws.id} = row.id`)
  await tx.insert(drawCorrections).values(
    written.map(({ row, to }) => ({
      drawId: row.id,
      version: row.version,
      old: drawOf(row),
      new: to,
      at: new Date(now),
      by: actor.userId,
      reason,
    })),
  )
  return written.map(({ row }) => row.id)
}

/** The stored draws that a batch changes, by game and date. */
async function storedDraws(tx: Db, batch: readonly PlannedChange[]): Promise<Map<string, StoredDraw>> {
  const [keys, dates] = [batch.map(({ to }) => to.game), batch.map(({ to }) => to.date)]
  const wanted = sql`(${draws.gameKey}, ${draws.date})
    in (select * from unnest(${sql.param(keys)}::text[], ${sql.param(dates)}::date[]))`
  const rows = await tx
    .select()
    .from(draws)
    .where(and(wanted, isNull(draws.deletedAt), ne(draws.source, 'sample')))
  return new Map(rows.map((row) => [`${row.gameKey}|${row.date}`, row]))
}

/** What the audit trail says; nothing of an import that changed nothing. */
function auditOf(
  { name }: ImportOptions,
  { inserted, unchanged, lists, refusedRows, samplesRemoved }: ImportReport,
): AuditEntry | undefined {
  const { completed, corrected, warned } = lists.totals
  if (inserted + completed + corrected + samplesRemoved === 0) return undefined
  const counts = { inserted, unchanged, completed, corrected, refused: refusedRows, warned }
  return {
    action: 'draws.import',
    subject: 'draws',
    details: { name, ...counts, samplesRemoved },
  }
}
