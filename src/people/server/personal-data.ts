import { asc, eq, type SQL } from 'drizzle-orm'
import type { PgColumn, SelectedFields } from 'drizzle-orm/pg-core'
import { openList } from '../../platform/server/base/open-list.ts'
import type { Db } from '../../platform/server/db/connect.ts'

/** What a room stores about users. */
export interface PersonalData {
  /** For the user's own copy. */
  sections: Record<string, Section>
  /** Erases what does not stay after the account, in the transaction of its end. */
  erase?: (tx: Db, userId: string) => Promise<unknown>
}

/** A room that stores personal data adds itself here. */
export const personalData = openList<PersonalData>('personal data')

export type Rows = Record<string, unknown>[]

export type Section = (db: Db, uid: string) => Promise<Rows>

/** Some columns of the rows of a user. @param owner the column of the user's id, or a condition for the rows */
export const section =
  (owner: PgColumn | ((uid: string) => SQL | undefined), order: PgColumn, columns: SelectedFields): Section =>
  (db, uid) =>
    db
      .select(columns)
      .from(order.table)
      .where(typeof owner === 'function' ? owner(uid) : eq(owner, uid))
      .orderBy(asc(order))
