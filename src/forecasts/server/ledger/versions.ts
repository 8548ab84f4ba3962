import { present } from '../../../platform/rules/base/lists.ts'
import { and, asc, eq, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Chain } from '../../rules/ledger/standing.ts'
import { sha256Hex } from '../../rules/log/bytes.ts'
import { openingText, type RevealLeaf, type VersionLeaf, textHash } from '../../rules/log/leaves.ts'
import { revealTime } from '../../rules/log/schedule.ts'
import type { Clock } from '../../../platform/server/db/clock.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { logLeaves, logTexts } from '../tables/forecast-ledger.ts'
import { predictionVersions } from '../tables/predictions.ts'
import { appendLeaves, type Draft, entryTime, instantText, lockLedger } from './append.ts'
import { randomBytes } from 'node:crypto'

/** 256 random bits, 64 hexadecimal digits. */
const newNonce = (): string => randomBytes(32).toString('hex')

/** Keeps a text that can be erased. @returns its salted hash, which the log has for ever */
export async function keepText(tx: Db, text: string): Promise<string> {
  const salt = newNonce()
  const hash = textHash(salt, text)
  await tx.insert(logTexts).values({ hash, salt, text })
  return hash
}

/** A version before it is committed to. Instants in milliseconds. */
export interface NewVersion extends Pick<
  VersionLeaf,
  'forecast' | 'version' | 'nth' | 'author' | 'game' | 'date' | 'form'
> {
  /** The number of the prediction here. */
  prediction: number
  numbers: readonly number[]
  /** Hashes of the reasons and of the picture. */
  reasons: string | null
  image: string | null
  at: number
  close: number | null
  lock: number | null
}

const textOf = (instant: number | null) => (instant === null ? null : instantText(instant))

/** The leaf of a version, and the opening that its row keeps until the reveal. */
export function commit(version: NewVersion): { draft: Draft; opening: string } {
  const { prediction, numbers, reasons, image, at, close, lock, ...rest } = version
  const opening = openingText({ ...rest, numbers, reasons, image, nonce: newNonce() })
  const times = { at: instantText(at), close: textOf(close), lock: textOf(lock) }
  const leaf = {
    kind: 'version' as const,
    ...rest,
    ...times,
    count: numbers.length,
    commitment: sha256Hex(opening),
  }
  return { draft: { leaf, prediction }, opening }
}

/** The `reveal` of a version. @param at milliseconds */
export function revealOf(prediction: number, opening: string, at: number): Draft {
  const { forecast, version, numbers, reasons, image, nonce } = JSON.parse(opening) as RevealLeaf
  return {
    leaf: { kind: 'reveal', at: instantText(at), forecast, version, numbers, reasons, image, nonce },
    prediction,
  }
}

/** The versions that a log has not revealed, in their order. */
async function hidden(tx: Db, chain: Chain, where?: SQL) {
  const reveal = alias(logLeaves, 'reveal')
  const isRevealed = tx
    .select({ one: sql`1` })
    .from(reveal)
    .where(
      and(
        eq(reveal.chain, logLeaves.chain),
        eq(reveal.kind, 'reveal'),
        eq(reveal.predictionId, logLeaves.predictionId),
        eq(reveal.version, logLeaves.version),
      ),
    )
  const isVersion = and(eq(logLeaves.chain, chain), eq(logLeaves.kind, 'version'))
  const rows = await tx
    .select({ leaf: logLeaves.leaf, prediction: logLeaves.predictionId, opening: predictionVersions.opening })
    .from(logLeaves)
    .innerJoin(
      predictionVersions,
      and(
        eq(predictionVersions.predictionId, logLeaves.predictionId),
        eq(predictionVersions.version, logLeaves.version),
      ),
    )
    .where(and(isVersion, notExists(isRevealed), where))
    .orderBy(asc(logLeaves.index))
  return rows.map(({ leaf, prediction, opening }) => ({
    version: JSON.parse(leaf) as VersionLeaf,
    prediction: present(prediction),
    opening: present(opening),
  }))
}

/** The reveals that a draw lacks; they precede its first result or void. @param at milliseconds */
export async function revealsOfDraw(
  tx: Db,
  chain: Chain,
  { game, date }: { game: string; date: string },
  at: number,
): Promise<Draft[]> {
  const ofDraw = and(eq(logLeaves.gameKey, game), eq(logLeaves.drawDate, date))
  return (await hidden(tx, chain, ofDraw)).map(({ prediction, opening }) => revealOf(prediction, opening, at))
}

/** Reveals the versions whose close has passed; of a day without a slot at its end. */
export async function revealDue(db: Db, clock: Pick<Clock, 'now'>): Promise<void> {
  await db.transaction(async (tx) => {
    const end = await lockLedger(tx)
    const now = await entryTime(tx, clock, end)
    const due = (await hidden(tx, end.chain)).filter(
      ({ version: { close, date } }) => revealTime(close === null ? null : Date.parse(close), date) <= now,
    )
    await appendLeaves(
      tx,
      end,
      due.map(({ prediction, opening }) => revealOf(prediction, opening, now)),
    )
  })
}
