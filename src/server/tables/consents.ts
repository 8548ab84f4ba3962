import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { CONSENT_KINDS } from '../../domain/legal/legal.ts'
import { identityColumn, instant, oneOf } from '../db/columns.ts'
import { ofUser } from './accounts.ts'

/** What users agreed to and refused. Append-only: the newest entry of a kind counts. */
export const consents = pgTable(
  'consents',
  {
    id: identityColumn('id').primaryKey(),
    userId: ofUser(),
    kind: text('kind', { enum: CONSENT_KINDS }).notNull(),
    /** The version of the text, a Lagos date. */
    version: text('version').notNull(),
    given: boolean('given').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('consents_user').on(table.userId),
    check('consents_kind', oneOf(table.kind, CONSENT_KINDS)),
  ],
)
