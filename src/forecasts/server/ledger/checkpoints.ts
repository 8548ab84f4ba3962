import { and, asc, countDistinct, desc, eq, gt, lte } from 'drizzle-orm'
import type { Chain } from '../../rules/ledger/standing.ts'
import { areEqual, hexToBytes } from '../../rules/log/bytes.ts'
import { receiptText, parseCheckpointText, parseNote, type TreeHead } from '../../rules/log/policy.ts'
import { Tree } from '../../rules/log/tree.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { logCheckpoints, logCosignatures, logLeaves } from '../tables/forecast-ledger.ts'

/** A text with a line feed behind each line. */
export const textLines = (all: readonly string[]) => all.map((line) => `${line}\n`).join('')

/** The newest checkpoint of a log, without cosignatures. */
export async function newestCheckpoint(db: Db, chain: Chain): Promise<{ size: number; note: string } | null> {
  const [last] = await db
    .select({ size: logCheckpoints.size, note: logCheckpoints.note })
    .from(logCheckpoints)
    .where(eq(logCheckpoints.chain, chain))
    .orderBy(desc(logCheckpoints.size))
    .limit(1)
  return last ?? null
}

/**
 * The receipt of a leaf: by the checkpoint with it that most witnesses cosigned, of equal ones the newest. Null before one is
 * signed.
 */
export async function receiptOf(
  db: Db,
  { chain, tree }: { chain: Chain; tree: Tree },
  index: number,
): Promise<string | null> {
  const has = and(eq(logCheckpoints.chain, chain), gt(logCheckpoints.size, index))
  const ofSize = and(
    eq(logCosignatures.chain, logCheckpoints.chain),
    eq(logCosignatures.size, logCheckpoints.size),
  )
  const [best] = await db
    .select({ size: logCheckpoints.size, note: logCheckpoints.note })
    .from(logCheckpoints)
    .leftJoin(logCosignatures, ofSize)
    .where(and(has, lte(logCheckpoints.size, tree.size)))
    .groupBy(logCheckpoints.size, logCheckpoints.note)
    .orderBy(desc(countDistinct(logCosignatures.witness)), desc(logCheckpoints.size))
    .limit(1)
  if (!best) return null
  const { size, note } = best
  return receiptText(index, tree.inclusionProof(index, size), note + (await cosignatures(db, chain, size)))
}

/** The newest cosignature of each witness for a size. */
export async function cosignatures(db: Db, chain: Chain, size: number): Promise<string> {
  const rows = await ofChain(db, chain)
  const newest = new Map(rows.filter((row) => row.size === size).map(({ witness, line }) => [witness, line]))
  return [...newest.values()].join('')
}

const ofChain = (db: Db, chain: Chain) =>
  db.select().from(logCosignatures).where(eq(logCosignatures.chain, chain)).orderBy(asc(logCosignatures.at))

/** Each cosigned checkpoint as a JSON string: the first cosignatures of its size, and the last where they differ. */
export async function cosigned(db: Db, chain: Chain): Promise<string> {
  const notes = await db.select().from(logCheckpoints).where(eq(logCheckpoints.chain, chain))
  const rows = Map.groupBy(await ofChain(db, chain), ({ size }) => size)
  return textLines(
    notes.flatMap(({ size, note }) => {
      const own = rows.get(size) ?? []
      const last = new Map(own.map(({ witness, line }) => [witness, line]))
      const first = new Map(own.toReversed().map(({ witness, line }) => [witness, line]))
      const all = [first, last].map((one) => [...one.values()].sort().join(''))
      return [...new Set(all)].filter(Boolean).map((signed) => JSON.stringify(note + signed))
    }),
  )
}

/** The head of a checkpoint, with its text. */
export interface SignedHead extends TreeHead {
  note: string
}

export const headOf = (note: string): SignedHead => ({ ...parseCheckpointText(parseNote(note).text), note })

/** Whether a log still has what a head says. */
export const holdsHead = (tree: Tree, { size, root }: TreeHead): boolean =>
  size <= tree.size && areEqual(tree.root(size), root)

/** The tree of the real log. */
export async function realTree(tx: Db): Promise<Tree> {
  const real = eq(logLeaves.chain, 'real')
  const leaves = await tx
    .select({ hash: logLeaves.hash })
    .from(logLeaves)
    .where(real)
    .orderBy(logLeaves.index)
  return new Tree(leaves.map(({ hash }) => hexToBytes(hash)))
}
