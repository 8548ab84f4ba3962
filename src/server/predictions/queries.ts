import { and, asc, count, desc, eq, isNull, lt, not, sql } from 'drizzle-orm'
import type { LagosDate } from '../../domain/calendar.ts'
import type { Game } from '../../domain/games.ts'
import { IMAGE_NAME, OWN_IMAGES } from '../../domain/image-address.ts'
import type { Db } from '../db/connect.ts'
import { predictions, predictionVersions } from '../tables/predictions.ts'
import { pageOf } from '../db/page.ts'

/** What an answer needs besides the rows: the games for their names, and our own address. */
export interface AnswerContext {
  games: readonly Game[]
  appUrl: string
}

/** The cursor of the readers' list. */
export interface Cursor {
  /** The instant (milliseconds) that separates open from closed forecasts, the same for all pages of one list. */
  asOf: number
  /** The id of the last forecast of the page before; null for the first page. */
  after: number | null
}

const columns = {
  id: predictions.id,
  game: predictions.gameKey,
  date: predictions.drawDate,
  closesAt: predictions.closesAt,
  createdAt: predictions.createdAt,
  version: predictions.version,
  numbers: predictionVersions.numbers,
  form: predictionVersions.form,
  reasons: predictionVersions.reasons,
  image: predictionVersions.image,
  savedAt: predictionVersions.at,
  inTime: predictionVersions.inTime,
  withdrawnAt: predictions.withdrawnAt,
  withdrawnReason: predictions.withdrawnReason,
}

const newestVersion = and(
  eq(predictionVersions.predictionId, predictions.id),
  eq(predictionVersions.version, predictions.version),
)

const select = (db: Db) => db.select(columns).from(predictions).innerJoin(predictionVersions, newestVersion)
type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

/** The address of a picture under both names of the specification, and whether it is on this server. */
export function imageOf(image: string | null, appUrl: string) {
  const isOurs = image !== null && IMAGE_NAME.test(image)
  const address = isOurs ? `${appUrl}${OWN_IMAGES}${image}` : image
  return { image: address, imageUrl: address, imageIsOurs: isOurs }
}

/** A prediction with both names of the specification: `date`/`predictionDate`, `image`/`imageUrl`. */
function answerOf(row: Row, { games, appUrl }: AnswerContext) {
  const { withdrawnAt, withdrawnReason, createdAt, savedAt, closesAt, image, ...rest } = row
  const date = row.date as LagosDate
  const game = games.find(({ key }) => key === row.game)
  return {
    ...rest,
    date,
    predictionDate: date,
    gameName: game?.name ?? row.game,
    operator: game?.operator ?? '',
    ...imageOf(image, appUrl),
    closesAt: closesAt?.getTime() ?? null,
    createdAt: createdAt.getTime(),
    changedAt: row.version > 1 ? savedAt.getTime() : null,
    withdrawn: withdrawnAt && { at: withdrawnAt.getTime(), reason: withdrawnReason! },
  }
}

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
  const [after] = lastId === null ? [] : await select(db).where(eq(predictions.id, lastId))
  if (lastId !== null && !after) return null
  const afterIsOpen = after?.closesAt != null && after.closesAt.getTime() > asOf

  const afterOpen =
    after && sql`(${predictions.closesAt}, ${predictions.id}) > (${after.closesAt}, ${after.id})`
  const afterClosed =
    after && sql`(${predictions.drawDate}, ${predictions.id}) < (${after.date}, ${after.id})`
  const open =
    after && !afterIsOpen
      ? []
      : await select(db)
          .where(and(isOpen, afterOpen))
          .orderBy(asc(predictions.closesAt), asc(predictions.id))
          .limit(size + 1)
  const closed = await select(db)
    .where(and(not(isOpen), afterIsOpen ? undefined : afterClosed))
    .orderBy(desc(predictions.drawDate), desc(predictions.id))
    .limit(size + 1 - open.length)
  const { rows, next } = pageOf([...open, ...closed], size, ({ id }) => [asOf, id])
  return { predictions: rows.map((row) => answerOf(row, context)), next }
}

/** The predictions of the latest draw dates. */
export async function latestPredictions(db: Db, context: AnswerContext, size: number) {
  const rows = await select(db).orderBy(desc(predictions.drawDate), desc(predictions.id)).limit(size)
  return rows.map((row) => answerOf(row, context))
}

/** A page of all predictions in the order of publication, newest first. */
export async function staffPage(db: Db, context: AnswerContext, size: number, after: number | null) {
  const found = await select(db)
    .where(after === null ? undefined : lt(predictions.id, after))
    .orderBy(desc(predictions.id))
    .limit(size + 1)
  const { rows, next } = pageOf(found, size, ({ id }) => [id])
  return { predictions: rows.map((row) => answerOf(row, context)), next }
}

/** One prediction with all its versions, newest first; null when there is none. */
export async function predictionWithVersions(db: Db, context: AnswerContext, id: number) {
  const [row] = await select(db).where(eq(predictions.id, id))
  if (!row) return null
  const versions = await db
    .select()
    .from(predictionVersions)
    .where(eq(predictionVersions.predictionId, id))
    .orderBy(desc(predictionVersions.version))
  return {
    ...answerOf(row, context),
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

/** For the Overview: the number of open predictions at `now` (milliseconds), and the one that closes next. */
export async function openPredictions(db: Db, now: number, games: readonly Game[]) {
  const isOpen = and(isNull(predictions.withdrawnAt), sql`${predictions.closesAt} > ${new Date(now)}`)
  const [{ open } = { open: 0 }] = await db.select({ open: count() }).from(predictions).where(isOpen)
  const [next] = await db
    .select({ game: predictions.gameKey, date: predictions.drawDate, closesAt: predictions.closesAt })
    .from(predictions)
    .where(isOpen)
    .orderBy(predictions.closesAt, predictions.id)
    .limit(1)
  const name = games.find(({ key }) => key === next?.game)?.name
  return {
    open,
    next: next
      ? { name: name ?? next.game, date: next.date as LagosDate, closesAt: next.closesAt!.getTime() }
      : null,
  }
}

/** The number of published predictions, withdrawn ones included. */
export async function countPredictions(db: Db): Promise<number> {
  const [row] = await db.select({ all: count() }).from(predictions)
  return row!.all
}
