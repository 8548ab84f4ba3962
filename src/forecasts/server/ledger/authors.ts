import { present } from '../../../platform/rules/base/lists.ts'
import { eq } from 'drizzle-orm'
import type { Db } from '../../../platform/server/db/connect.ts'
import { authors, logTexts } from '../tables/forecast-ledger.ts'
import { appendLeaves, type ChainEnd, type Draft, instantText, lockLedger, placedLeaves } from './append.ts'
import { keepText } from './versions.ts'
import { change, type Context, type SignedIn } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { appendChange } from '../../../platform/server/changes/append.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'

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
  return present(added).id
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
  const penName = present((await penNames(tx)).get(author))
  const [kept] = known ? await tx.select().from(logTexts).where(eq(logTexts.hash, known.name)) : []
  if (kept?.text === penName) return []
  const name = await keepText(tx, penName)
  return [{ leaf: { kind: 'author', at: instantText(at), author, name } }]
}

/** A name that an author has without choosing one. */
const DEFAULT_NAME = /^author\s*\d+$/i

/**
 * Changes the pen name under which a person of staff publishes, also on earlier forecasts. The number in the entries
 * stays. The same name again changes nothing.
 *
 * @throws Refusal conflict for the name of another author
 */
export async function changePenName(context: Context<SignedIn>, penName: string): Promise<void> {
  await change(context, async (unit) => {
    const { tx, now, actor } = unit
    const end = await lockLedger(tx)
    const id = await authorOf(tx, now, actor.userId)
    const names = await penNames(tx)
    const old = present(names.get(id))
    if (old === penName) return
    const wanted = penName.toLowerCase()
    const isTaken = [...names].some(([other, name]) => other !== id && name.toLowerCase() === wanted)
    // Another person could otherwise choose the name that a later author begins with.
    if (isTaken || DEFAULT_NAME.test(penName))
      throw new Refusal('conflict', 'Another author has this pen name. Choose a different one.', {
        fields: { penName: 'Another author has this pen name.' },
      })
    await tx.update(authors).set({ penName }).where(eq(authors.id, id))
    await recordAudit(unit, 'author.name', `author:${id}`, {
      old: { penName: old },
      new: { penName },
    })
    if (end.size > 0) await appendLeaves(tx, end, await authorLeaves(tx, end, id, Math.max(now, end.at)))
    await appendChange({ tx, now }, 'ledger', [`author:${id}`])
  })
}
