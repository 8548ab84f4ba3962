import { and, asc, desc, eq, inArray, isNull, lt, not, or, sql } from 'drizzle-orm'
import { type LagosDate, lagosDate } from '../../platform/rules/base/calendar.ts'
import type { Game } from '../../draws/rules/games.ts'
import { pageOf } from '../../platform/server/db/page.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import type { LedgerSnapshot } from './ledger/memory.ts'
import { predictions, predictionVersions } from './tables/predictions.ts'
import { factsOf, type LedgerFacts, placeOf, scoredIn } from './ledger-facts.ts'
import type { Services } from '../../platform/server/api/services.ts'
import type { z } from 'zod'
import type { Standing } from '../rules/ledger/standing.ts'
import { IMAGE_NAME, OWN_IMAGES } from '../rules/images.ts'
import type { forecast, prediction, staffPrediction } from './shapes.ts'
import type { StoredPrediction, StoredVersion } from './stored.ts'
import { itemAt, present } from '../../platform/rules/base/lists.ts'
import { scoreWords } from '../rules/record/score.ts'

/** A prediction with its newest version. */
interface PredictionRow {
  row: StoredPrediction
  newest: StoredVersion
}

type Forecast = z.input<typeof forecast>

/** The address of a picture under both names of the specification, and whether it is on this server. */
export function imageOf(image: string | null, appUrl: string) {
  const isOurs = image !== null && IMAGE_NAME.test(image)
  const address = isOurs ? `${appUrl}${OWN_IMAGES}${image}` : image
  return { image: address, imageUrl: address, imageIsOurs: isOurs }
}

function gameOf(key: string, games: readonly Game[]) {
  const game = games.find((one) => one.key === key)
  return { game: key, gameName: game?.name ?? key, operator: game?.operator ?? '' }
}

const withdrawalOf = ({ withdrawnAt, withdrawnReason }: StoredPrediction) =>
  withdrawnAt && { at: withdrawnAt.getTime(), reason: withdrawnReason ?? '' }

function standingAnswer(standing: Standing): Forecast['standing'] {
  if (standing.state === 'void') return { state: 'void', reason: standing.reason }
  if (standing.state !== 'scored') return { state: standing.state }
  const results = standing.results.map(({ winning }) => [...winning])
  return { state: 'scored', winning: itemAt(results, -1), earlier: results.slice(0, -1) }
}

/** The forecast as the log has it. */
function chained(
  row: StoredPrediction,
  facts: LedgerFacts,
  games: readonly Game[],
  place: Forecast['place'],
): Forecast {
  const { standing, counting, late } = facts
  const { entry, fingerprint, penName, reasons } = counting
  return {
    id: row.id,
    ...gameOf(entry.game, games),
    date: entry.date,
    // The row's close follows the calendar.
    closesAt: row.closesAt?.getTime() ?? null,
    form: entry.form,
    numbers: [...entry.numbers],
    reasons,
    penName,
    version: entry.version,
    publishedAt: entry.at,
    fingerprint,
    standing: standingAnswer(standing),
    lateNumbers: late && [...late.entry.numbers],
    place,
    withdrawn: withdrawalOf(row),
  }
}

/** A forecast from before the log. */
function unchained({ row, newest }: PredictionRow, games: readonly Game[]): Forecast {
  return {
    id: row.id,
    ...gameOf(row.gameKey, games),
    date: row.drawDate as LagosDate,
    closesAt: row.closesAt?.getTime() ?? null,
    form: newest.form,
    numbers: newest.numbers,
    reasons: newest.reasons,
    penName: null,
    version: newest.version,
    publishedAt: newest.at.getTime(),
    fingerprint: null,
    standing: { state: 'before-ledger' },
    lateNumbers: null,
    place: null,
    withdrawn: withdrawalOf(row),
  }
}

/** What a card shows: the version that counts. It has no picture, which is part of a plan. */
function forecastAnswer(
  stored: PredictionRow,
  { games, ledger, now }: Pick<AnswerContext, 'games' | 'ledger' | 'now'>,
): Forecast {
  const facts = factsOf(ledger, stored.row.id, now)
  if (!facts) return unchained(stored, games)
  return chained(stored.row, facts, games, placeOf(ledger, facts.counting.entry, now))
}

/** A prediction as players with the plan see it. */
function predictionAnswer(stored: PredictionRow, context: AnswerContext): z.input<typeof prediction> {
  const { row, newest } = stored
  const forecast = forecastAnswer(stored, context)
  const facts = factsOf(context.ledger, row.id, context.now)
  return {
    ...forecast,
    predictionDate: forecast.date,
    ...imageOf(facts ? facts.counting.image : newest.image, context.appUrl),
    createdAt: row.createdAt.getTime(),
  }
}

/** A prediction as staff see it: the newest version, beside the forecast as players see it. */
function staffAnswer(stored: PredictionRow, context: AnswerContext): z.input<typeof staffPrediction> {
  const { row, newest } = stored
  const { games, appUrl, ledger, now } = context
  const facts = factsOf(ledger, row.id, now)
  const date = row.drawDate as LagosDate
  return {
    id: row.id,
    ...gameOf(row.gameKey, games),
    date,
    predictionDate: date,
    numbers: newest.numbers,
    form: newest.form,
    reasons: newest.reasons,
    ...imageOf(newest.image, appUrl),
    version: row.version,
    inTime: newest.inTime,
    closesAt: row.closesAt?.getTime() ?? null,
    createdAt: row.createdAt.getTime(),
    changedAt: row.version > 1 ? newest.at.getTime() : null,
    withdrawn: withdrawalOf(row),
    lock: facts?.lock ?? null,
    forecast: forecastAnswer(stored, context),
  }
}

/** What an answer needs besides the rows. */
interface AnswerContext {
  games: readonly Game[]
  /** Our own address. */
  appUrl: string
  ledger: LedgerSnapshot
  /** Milliseconds. */
  now: number
}

/** The context of a request. @param now milliseconds */
export async function contextOf(
  { draws, ledger, settings }: Pick<Services, 'draws' | 'ledger' | 'settings'>,
  now: number,
): Promise<AnswerContext> {
  return { games: draws.current().games, appUrl: settings.appUrl, ledger: await ledger.current(), now }
}

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
