import { ne } from 'drizzle-orm'
import { change, type Context } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import type { Db } from '../../db/connect.ts'
import { installation } from '../../tables/installation.ts'

/** Whether a draw counts only after a second person has typed the same numbers. */
export async function needsSecondPerson(db: Db): Promise<boolean> {
  const [row] = await db.select({ on: installation.secondPerson }).from(installation)
  return row?.on ?? false
}

/** Switches the confirmation by a second person. Unconfirmed draws stay unconfirmed until they are typed again. */
export function setSecondPerson(context: Context, on: boolean): Promise<void> {
  return change(context, async (inside) => {
    const [changed] = await inside.tx
      .update(installation)
      .set({ secondPerson: on })
      .where(ne(installation.secondPerson, on))
      .returning()
    if (!changed) return
    const details = { old: !on, new: on }
    await recordAudit(inside, 'desk.second-person', 'desk', details)
  })
}
