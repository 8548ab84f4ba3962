import { asc, isNull } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { numberGroups } from '../tables/number-groups.ts'

/** The groups that players see, in the order of their numbers. */
export async function groupsInUse(db: Db): Promise<{ id: number; name: string; numbers: number[] }[]> {
  const { id, name, numbers } = numberGroups
  return db
    .select({ id, name, numbers })
    .from(numberGroups)
    .where(isNull(numberGroups.retiredAt))
    .orderBy(asc(numbers))
}
