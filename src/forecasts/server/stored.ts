import { present } from '../../platform/rules/base/lists.ts'
import { and, eq } from 'drizzle-orm'
import { formatDate, type LagosDate } from '../../platform/rules/base/calendar.ts'
import type { Game } from '../../draws/rules/games.ts'
import type { Chain } from '../rules/ledger/standing.ts'
import type { Prediction } from '../rules/predictions.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { Refusal, refusedField } from '../../platform/server/http/refusal.ts'
import { predictions, predictionVersions } from './tables/predictions.ts'
import { IMAGE_NAME } from '../rules/images.ts'
import { type NewVersion, keepText } from './ledger/versions.ts'
import { sha256Hex } from '../rules/log/bytes.ts'

export type StoredPrediction = typeof predictions.$inferSelect
export type StoredVersion = typeof predictionVersions.$inferSelect

/** The content of a version: the prediction and its picture (an uploaded picture's name or an external https address). */
export interface PredictionContent extends Prediction {
  image: string | null
}

export function contentOf(row: StoredVersion): PredictionContent {
  const { gameKey, drawDate, numbers, form, reasons, image } = row
  return { game: gameKey, date: drawDate as LagosDate, numbers, form, reasons, image }
}

export const hasSameContent = (a: PredictionContent, b: PredictionContent): boolean =>
  a.game === b.game &&
  a.date === b.date &&
  String(a.numbers) === String(b.numbers) &&
  a.form === b.form &&
  a.reasons === b.reasons &&
  a.image === b.image

/** The columns of a version. */
export function contentColumns({ game, date, numbers, form, reasons, image }: PredictionContent) {
  return { gameKey: game, drawDate: date, numbers: [...numbers], form, reasons, image }
}

/**
 * A prediction with its newest version, locked for the rest of the transaction. Forecasts of another chain are hidden.
 * @throws Refusal not-found
 */
export async function requirePrediction(
  tx: Db,
  id: number,
  chain: Chain,
): Promise<{ row: StoredPrediction; newest: StoredVersion }> {
  const [row] = await tx.select().from(predictions).where(eq(predictions.id, id)).for('update')
  if (!row || (row.chain !== null && row.chain !== chain))
    throw new Refusal('not-found', 'There is no such prediction.')
  const [newest] = await tx
    .select()
    .from(predictionVersions)
    .where(and(eq(predictionVersions.predictionId, id), eq(predictionVersions.version, row.version)))
  return { row, newest: present(newest) }
}

/** @throws Refusal conflict for a withdrawn prediction */
export function refuseWithdrawn(row: StoredPrediction): void {
  if (row.withdrawnAt) throw new Refusal('conflict', 'This prediction is withdrawn and can no longer change.')
}

/** Refuses a change that is based on an older version. @throws Refusal conflict */
export function refuseStale(row: StoredPrediction, version: number): void {
  if (row.version !== version)
    throw new Refusal(
      'conflict',
      `Another user changed this prediction first; it is now version ${row.version}.`,
    )
}

/** Refuses a forecast for a draw whose result, or "no draw", is recorded. @throws Refusal invalid-input */
export function refuseDrawn({ name }: Game, date: LagosDate): never {
  const message = `${name} of ${formatDate(date)} is already drawn. A forecast for it can no longer be saved.`
  throw refusedField('date', message)
}

type Place = Pick<
  NewVersion,
  'prediction' | 'forecast' | 'version' | 'nth' | 'author' | 'at' | 'close' | 'lock'
>

/** A version as the log commits to it. Its reasons are kept where they can be erased. */
export async function newVersion(
  tx: Db,
  place: Place,
  { game, date, numbers, form, reasons, image }: PredictionContent,
): Promise<NewVersion> {
  return {
    ...place,
    game,
    date,
    numbers,
    form,
    reasons: reasons === null ? null : await keepText(tx, reasons),
    image: image === null ? null : hashOfImage(image),
  }
}

/** The name of an uploaded picture is the hash of its bytes. Of a picture on another host only the address is fixed. */
const hashOfImage = (image: string): string =>
  IMAGE_NAME.test(image) ? image.slice(0, 64) : sha256Hex(image)
