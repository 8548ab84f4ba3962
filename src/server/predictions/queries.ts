import { and, asc, count, desc, eq, isNull, lt, not, type SQL, sql } from 'drizzle-orm'
import type { LagosDate } from '../../domain/calendar.ts'
import type { Game } from '../../domain/games.ts'
import { IMAGE_NAME, OWN_IMAGES } from '../../domain/image-address.ts'
import type { Db } from '../db/connect.ts'
import { predictions, predictionVersions } from '../tables/predictions.ts'

/** What readers are told of predictions besides the rows: names of games, and our own address. */
export interface Around {
  games: readonly Game[]
  appUrl: string
}

/** Where a page of the readers' list begins. */
export interface Place {
  /** The instant (milliseconds) that tells open forecasts from closed ones, the same for all pages of one list. */
  asOf: number
  /** The last forecast of the page before; null for the first page. */
  behind: number | null
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

/** The address of a picture as the specification's two readings carry it, and whether it is one of ours. */
export function imageOf(image: string | null, appUrl: string) {
  const isOurs = image !== null && IMAGE_NAME.test(image)
  const address = isOurs ? `${appUrl}${OWN_IMAGES}${image}` : image
  return { image: address, imageUrl: address, imageIsOurs: isOurs }
}

/** A prediction in both readings of the specification: `date`/`predictionDate`, `image`/`imageUrl`. */
function answerOf(row: Row, { games, appUrl }: Around) {
  const { withdrawnAt, withdrawnReason, createdAt, savedAt, closesAt, image, ...rest } = row
  const date = row.date as LagosDate
  return {
    ...rest,
    date,
    predictionDate: date,
    gameName: games.find(({ key }) => key === row.game)?.name ?? row.game,
    ...imageOf(image, appUrl),
    closesAt: closesAt?.getTime() ?? null,
    createdAt: createdAt.getTime(),
    changedAt: row.version > 1 ? savedAt.getTime() : null,
    withdrawn: withdrawnAt && { at: withdrawnAt.getTime(), reason: withdrawnReason! },
  }
}

/** One page out of one row more than it holds, with whether there are more. */
function pageOf<T>(rows: T[], size: number): { rows: T[]; last: T | null } {
  return rows.length > size ? { rows: rows.slice(0, size), last: rows[size - 1]! } : { rows, last: null }
}

/**
 * Predictions as readers need them, withdrawn ones with their mark: first the open ones, the next to close first, then
 * the closed ones, the latest draw first.
 * @returns null when `place` names a prediction that does not exist
 */
export async function readersPage(db: Db, around: Around, size: number, { asOf, behind }: Place) {
  const isOpen = sql`coalesce(${predictions.closesAt} > ${new Date(asOf)}, false)`
  const [after] = behind === null ? [] : await select(db).where(eq(predictions.id, behind))
  if (behind !== null && !after) return null
  const afterIsOpen = after?.closesAt != null && after.closesAt.getTime() > asOf

  const behindOpen =
    after && sql`(${predictions.closesAt}, ${predictions.id}) > (${after.closesAt}, ${after.id})`
  const behindClosed =
    after && sql`(${predictions.drawDate}, ${predictions.id}) < (${after.date}, ${after.id})`
  const open =
    after && !afterIsOpen
      ? []
      : await select(db)
          .where(and(isOpen, behindOpen))
          .orderBy(asc(predictions.closesAt), asc(predictions.id))
          .limit(size + 1)
  const closed = await select(db)
    .where(and(not(isOpen), afterIsOpen ? undefined : behindClosed))
    .orderBy(desc(predictions.drawDate), desc(predictions.id))
    .limit(size + 1 - open.length)
  const { rows, last } = pageOf([...open, ...closed], size)
  return { predictions: rows.map((row) => answerOf(row, around)), next: last && `${asOf}_${last.id}` }
}

/** The predictions of the latest draw dates. */
export async function latestPredictions(db: Db, around: Around, size: number) {
  const rows = await select(db).orderBy(desc(predictions.drawDate), desc(predictions.id)).limit(size)
  return rows.map((row) => answerOf(row, around))
}

/** All predictions as they were published, the newest first. */
export async function staffPage(db: Db, around: Around, size: number, before: number | null) {
  const behind: SQL | undefined = before === null ? undefined : lt(predictions.id, before)
  const found = await select(db)
    .where(behind)
    .orderBy(desc(predictions.id))
    .limit(size + 1)
  const { rows, last } = pageOf(found, size)
  return { predictions: rows.map((row) => answerOf(row, around)), next: last?.id ?? null }
}

/** One prediction with everything that it ever said, the newest version first; null when there is none. */
export async function predictionWithVersions(db: Db, around: Around, id: number) {
  const [row] = await select(db).where(eq(predictions.id, id))
  if (!row) return null
  const versions = await db
    .select()
    .from(predictionVersions)
    .where(eq(predictionVersions.predictionId, id))
    .orderBy(desc(predictionVersions.version))
  return {
    ...answerOf(row, around),
    versions: versions.map(
      ({ version, gameKey, drawDate, numbers, form, reasons, image, at, reason, inTime }) => ({
        version,
        game: gameKey,
        date: drawDate as LagosDate,
        numbers,
        form,
        reasons,
        image: imageOf(image, around.appUrl).image,
        at: at.getTime(),
        reason,
        inTime,
      }),
    ),
  }
}

/** For the Overview: how many predictions wait for their draw at `now`, and the one that closes next. */
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

/** How many predictions were ever published. */
export async function countPredictions(db: Db): Promise<number> {
  const [row] = await db.select({ all: count() }).from(predictions)
  return row!.all
}
