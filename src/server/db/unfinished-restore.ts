import type pg from 'pg'
import type { Address } from './connect.ts'
import { MigrationError } from './migration-history.ts'
import { withClient } from './with-client.ts'

/** A table that exists from the first write of a restore to its last. No server starts on a database with it. */
export const RESTORE_MARK = 'drizzle.unfinished_restore'

export async function isRestoreUnfinished(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    RESTORE_MARK,
  ])
  return rows[0]!.found
}

/** @throws MigrationError when a restore into this database runs or was interrupted */
export async function refuseUnfinishedRestore(owner: Address): Promise<void> {
  if (!(await withClient(owner, isRestoreUnfinished))) return
  throw new MigrationError(
    'A restore into this database is running or was interrupted. Wait for its end, or run npm run restore -- FILE again.',
  )
}
