import { eq, sql } from 'drizzle-orm'
import { change, type Context } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'
import { appendChange } from '../changes/append.ts'
import { Refusal } from '../http/refusal.ts'
import { authors } from '../tables/forecast-ledger.ts'
import { predictions, predictionVersions } from '../tables/predictions.ts'
import { ERASED } from './memory.ts'

/** The texts of an author or of a forecast that the log has as salted hashes only. */
interface ErasableOf {
  of: 'author' | 'forecast'
  /** The number of the author, or of the forecast in its address. */
  number: number
  reason: string
}

/**
 * Erases the reasons of all versions of a forecast, or the pen names of an author, who is `Author 3` from then on, with their
 * salts (transparency.md, section 3.2). Numbers and times stay proved. The copies are written again without them. To erase
 * again changes nothing else.
 *
 * @throws Refusal not-found
 */
export async function eraseTexts(context: Context, { of, number, reason }: ErasableOf): Promise<void> {
  await change(context, async (inside) => {
    const { tx, now } = inside
    const found =
      of === 'author'
        ? await tx.update(authors).set({ penName: null }).where(eq(authors.id, number)).returning()
        : await tx.select().from(predictions).where(eq(predictions.id, number))
    if (found.length === 0) throw new Refusal('not-found', `There is no ${of} ${number}.`)
    await tx.execute(
      of === 'author'
        ? sql`delete from log_texts where hash in (
            select leaf::json->>'name' from (
              select leaf from log_leaves where kind = 'author'
              union all select unnest(string_to_array(rtrim(record, E'\n'), E'\n')) from ended_logs
            ) as authors where leaf::json->>'kind' = 'author' and leaf::json->>'author' = ${String(number)})`
        : sql`delete from log_texts where hash in (
            select opening::json->>'reasons' from prediction_versions where prediction_id = ${number})`,
    )
    if (of === 'forecast')
      await tx
        .update(predictionVersions)
        .set({ reasons: null })
        .where(eq(predictionVersions.predictionId, number))
    const subject = of === 'author' ? `author:${number}` : `prediction:${number}`
    await recordAudit(inside, 'log.erase-texts', subject, { reason })
    await appendChange({ tx, now }, 'ledger', [ERASED])
    if (of === 'forecast') await appendChange({ tx, now }, 'predictions', [number])
  })
}
