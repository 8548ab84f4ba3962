import { sql } from 'drizzle-orm'
import type { Db } from './connect.ts'
import { itemAt } from '../../rules/base/lists.ts'

/**
 * Where a database is: cluster, database and timeline. A fail-over and a return to an instant begin a timeline; a restore by
 * pg_restore makes another database. Null where the server does not tell: managed servers may refuse these functions.
 * @param db not a transaction, which would fail with the functions
 */
export async function placeOf(db: Db): Promise<string | null> {
  const asked = db.execute<{ place: string }>(sql`
    select system_identifier || '/' || oid || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as place
    from pg_control_system(), pg_database where datname = current_database()`)
  return asked.then(
    ({ rows }) => itemAt(rows, 0).place,
    () => null,
  )
}

/** Whether two places are of one cluster and database, perhaps on different timelines. */
export function isSameDatabase(one: string, other: string): boolean {
  const [cluster, database] = one.split('/')
  return other.startsWith(`${cluster}/${database}/`)
}
