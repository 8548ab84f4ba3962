import { and, asc, desc, eq, inArray, isNull, lt, not, or, sql } from 'drizzle-orm'
import { type LagosDate, lagosDate } from '../../platform/rules/base/calendar.ts'
import type { Game } from '../../draws/rules/games.ts'
import { pageOf } from '../../platform/server/db/page.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import type { LedgerSnapshot } from './ledger/memory.ts'
import { predictions, predictionVersions } from './tables/predictions.ts'
import { factsOf, scoredIn } from './ledger-facts.ts'
import { itemAt, present } from '../../platform/rules/base/lists.ts'
import { scoreWords } from '../rules/record/score.ts'
import {
  type AnswerContext,
  predictionAnswer,
  forecastAnswer,
  staffAnswer,
  imageOf,
} from './prediction-answers.ts'

/** The cursor of the readers' list. */
interface Cursor {
  /** The instant (milliseconds) that separates open from closed forecasts, the same for all pages of one list. */
  asOf: number
  /** The id of the last forecast of the page before; null for the first page. */
  after: number | null
}

const newestVersion = and(
  eq(predictionVersions.predictionId, predictions.id),
  eq(predictionVersions.version, predictions.version),
)

const select = (db: Db) =>
  db
    .select({ row: predictions, newest: predictionVersions })
    .from(predictions)
    .innerJoin(predictionVersions, newestVersion)

/** Those of the ledger that everyone sees, and those from before the ledger. */
const visible = ({ chain }: LedgerSnapshot) => or(isNull(predictions.chain), eq(predictions.chain, chain))

/**
 * A page of predictions for players, withdrawn ones included: open ones first, by close; then closed ones, latest draw
 * first.
 * @returns null when the cursor names a prediction that does not exist
 */
export async function readersPage(
  db: Db,
  context: AnswerContext,
  size: number,
  { asOf, after: lastId }: Cursor,
) {
  const isOpen = sql`coalesce(${predictions.closesAt} > ${new Date(asOf)}, false)`
  const [last] = lastId === null ? [] : await select(db).where(eq(predictions.id, lastId))
  if (lastId !== null && !last) return null
  const after = last?.row
  const afterIsOpen = after?.closesAt != null && after.closesAt.getTime() > asOf

  const afterOpen =
    after && sql`(${predictions.closesAt}, ${predictions.id}) > (${after.closesAt}, ${after.id})`
  const afterClosed =
    after && sql`(${predictions.drawDate}, ${predictions.id}) < (${after.drawDate}, ${after.id})`
  const seen = visible(context.ledger)
  const open =
    after && !afterIsOpen
      ? []
      : await select(db)
          .where(and(seen, isOpen, afterOpen))
          .orderBy(asc(predictions.closesAt), asc(predictions.id))
          .limit(size + 1)
  const closed = await select(db)
    .where(and(seen, not(isOpen), afterIsOpen ? undefined : afterClosed))
    .orderBy(desc(predictions.drawDate), desc(predictions.id))
    .limit(size + 1 - open.length)
  const { rows, next } = pageOf([...open, ...closed], size, ({ row }) => [asOf, row.id])
  return { predictions: rows.map((stored) => predictionAnswer(stored, context)), next }
}

/** One prediction for players; null if they see none of this number. */
export async function readersPrediction(db: Db, context: AnswerContext, id: number) {
  const [stored] = await select(db).where(and(eq(predictions.id, id), visible(context.ledger)))
  return stored ? predictionAnswer(stored, context) : null
}

/** The cards of forecasts, in the order of the ids. */
async function forecastsById(db: Db, context: AnswerContext, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await select(db).where(inArray(predictions.id, [...ids]))
  const answers = new Map(rows.map((stored) => [stored.row.id, forecastAnswer(stored, context)]))
  return ids.flatMap((id) => answers.get(id) ?? [])
}

/** The predictions of the latest draw dates. */
export async function latestPredictions(db: Db, context: AnswerContext, size: number) {
  const rows = await select(db)
    .where(visible(context.ledger))
    .orderBy(desc(predictions.drawDate), desc(predictions.id))
    .limit(size)
  return rows.map((stored) => staffAnswer(stored, context))
}

/** A page of all predictions in the order of publication, newest first. */
export async function staffPage(db: Db, context: AnswerContext, size: number, after: number | null) {
  const found = await select(db)
    .where(and(visible(context.ledger), after === null ? undefined : lt(predictions.id, after)))
    .orderBy(desc(predictions.id))
    .limit(size + 1)
  const { rows, next } = pageOf(found, size, ({ row }) => [row.id])
  return { predictions: rows.map((stored) => staffAnswer(stored, context)), next }
}

/** One prediction with all its versions, newest first; null when there is none. */
export async function predictionWithVersions(db: Db, context: AnswerContext, id: number) {
  const [stored] = await select(db).where(and(eq(predictions.id, id), visible(context.ledger)))
  if (!stored) return null
  const versions = await db
    .select()
    .from(predictionVersions)
    .where(eq(predictionVersions.predictionId, id))
    .orderBy(desc(predictionVersions.version))
  return {
    ...staffAnswer(stored, context),
    versions: versions.map(
      ({ version, gameKey, drawDate, numbers, form, reasons, image, at, reason, inTime }) => ({
        version,
        game: gameKey,
        date: drawDate as LagosDate,
        numbers,
        form,
        reasons,
        image: imageOf(image, context.appUrl).image,
        at: at.getTime(),
        reason,
        inTime,
      }),
    ),
  }
}

/** The forecasts that count and can still be staked, and the one that closes next. */
export async function openPredictions(
  db: Db,
  { ledger, games, now }: Pick<AnswerContext, 'ledger' | 'games' | 'now'>,
) {
  const rows = await db
    .select({
      id: predictions.id,
      game: predictions.gameKey,
      date: predictions.drawDate,
      closesAt: predictions.closesAt,
    })
    .from(predictions)
    .where(and(eq(predictions.chain, ledger.chain), sql`${predictions.closesAt} > ${new Date(now)}`))
    .orderBy(predictions.closesAt, predictions.id)
  const open = rows.filter(({ id }) => {
    const state = factsOf(ledger, id, now)?.standing.state
    return state === 'open' || state === 'waiting'
  })
  const [next] = open
  return { open: open.length, next: next ? nextOf(next, games) : null }
}

function nextOf(
  { game, date, closesAt }: { game: string; date: string; closesAt: Date | null },
  games: readonly Game[],
) {
  const name = games.find(({ key }) => key === game)?.name ?? game
  return { name, date: date as LagosDate, closesAt: present(closesAt).getTime() }
}

/** The number of published predictions, withdrawn ones included; without the samples, once they are removed. */
export const countPredictions = (db: Db, { ledger }: Pick<AnswerContext, 'ledger'>): Promise<number> =>
  db.$count(predictions, visible(ledger))

/**
 * The scored forecasts of the latest day before today that has any, otherwise of today. A result reveals the forecasts of
 * its draw, also before the close.
 */
export async function latestChecked(db: Db, context: AnswerContext) {
  const { ledger, now } = context
  const today = lagosDate(now)
  const revealed = scoredIn(ledger).filter(({ version }) => version.close !== null)
  const isOver = ({ version: { date } }: (typeof revealed)[number]) => date < today
  const days = (revealed.some(isOver) ? revealed.filter(isOver) : revealed).map(({ version }) => version.date)
  const date = days.reduce<LagosDate | null>((last, day) => (last && last > day ? last : day), null)
  if (!date) return null
  const ofDay = revealed.filter(({ version }) => version.date === date)
  const byClose = ofDay.sort((a, b) => present(a.version.close) - present(b.version.close))
  const found = await forecastsById(
    db,
    context,
    byClose.map(({ version }) => version.forecast),
  )
  return { date, forecasts: found }
}

/** The forecast that was scored last; null before the first. */
export function lastChecked({ ledger, games, now }: Pick<AnswerContext, 'ledger' | 'games' | 'now'>) {
  const scored = scoredIn(ledger)
  const last = scored.reduce<(typeof scored)[number] | null>(
    (best, one) => (best && best.scoredBy > one.scoredBy ? best : one),
    null,
  )
  const standing = last && factsOf(ledger, last.version.forecast, now)?.standing
  if (standing?.state !== 'scored') return null
  const { numbers, form, game } = standing.version
  const name = games.find(({ key }) => key === game)?.name ?? game
  return { name, score: scoreWords({ numbers, form, winning: itemAt(standing.results, -1).winning }) }
}
