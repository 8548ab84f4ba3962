import { eq } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { authors, logTexts } from '../tables/forecast-ledger.ts'
import { type ChainEnd, type Draft, instantText } from './append.ts'
import { keepText } from './hashes.ts'
import { placedLeaves } from './placed.ts'

/** The pen names by the number of the author: `Author 3`, after the number, until staff choose one. */
export async function penNames(db: Db): Promise<ReadonlyMap<number, string>> {
  const rows = await db.select({ id: authors.id, penName: authors.penName }).from(authors)
  return new Map(rows.map(({ id, penName }) => [id, penName ?? defaultPenName(id)]))
}

const defaultPenName = (id: number) => `Author ${id}`

/** The pen name of a person of staff; null before their first forecast or result. */
export async function penNameOf(db: Db, userId: string): Promise<string | null> {
  const [author] = await db.select().from(authors).where(eq(authors.userId, userId))
  return author ? (author.penName ?? defaultPenName(author.id)) : null
}

/** The number of a person of staff, as an author and in results. The first use adds the person. */
export async function authorOf(tx: Db, now: number, userId: string): Promise<number> {
  const [known] = await tx.select({ id: authors.id }).from(authors).where(eq(authors.userId, userId))
  if (known) return known.id
  const [added] = await tx
    .insert(authors)
    .values({ userId, createdAt: new Date(now) })
    .returning({ id: authors.id })
  return added!.id
}

/** The number of the person behind a write; null for a program. */
export const numberOf = async (tx: Db, now: number, userId: string | null): Promise<number | null> =>
  userId === null ? null : authorOf(tx, now, userId)

/** The `author` leaf that a log lacks: before the first version of an author, and after a change of the pen name. */
export async function authorLeaves(
  tx: Db,
  { chain }: ChainEnd,
  author: number,
  at: number,
): Promise<Draft[]> {
  const known = (await placedLeaves(tx, chain, ['author'])).findLast((leaf) => leaf.author === author)
  const penName = (await penNames(tx)).get(author)!
  const [kept] = known ? await tx.select().from(logTexts).where(eq(logTexts.hash, known.name)) : []
  if (kept?.text === penName) return []
  const name = await keepText(tx, penName)
  return [{ leaf: { kind: 'author', at: instantText(at), author, name } }]
}
