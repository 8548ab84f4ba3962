import type { LagosDate } from '../../platform/rules/base/calendar.ts'
import type { Game } from '../../draws/rules/games.ts'
import type { LedgerSnapshot } from './ledger/memory.ts'
import { factsOf, type LedgerFacts, placeOf } from './ledger-facts.ts'
import type { Services } from '../../platform/server/api/services.ts'
import type { z } from 'zod'
import type { Standing } from '../rules/ledger/standing.ts'
import { IMAGE_NAME, OWN_IMAGES } from '../rules/images.ts'
import type { forecast, prediction, staffPrediction } from './shapes.ts'
import type { StoredPrediction, StoredVersion } from './stored.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'

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
export function forecastAnswer(
  stored: PredictionRow,
  { games, ledger, now }: Pick<AnswerContext, 'games' | 'ledger' | 'now'>,
): Forecast {
  const facts = factsOf(ledger, stored.row.id, now)
  if (!facts) return unchained(stored, games)
  return chained(stored.row, facts, games, placeOf(ledger, facts.counting.entry, now))
}

/** A prediction as players with the plan see it. */
export function predictionAnswer(stored: PredictionRow, context: AnswerContext): z.input<typeof prediction> {
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
export function staffAnswer(stored: PredictionRow, context: AnswerContext): z.input<typeof staffPrediction> {
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
export interface AnswerContext {
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
