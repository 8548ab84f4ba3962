import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { identityColumn, instant } from '../db/columns.ts'

/** The audit trail: actor, action, subject, old and new values, reason. It holds ids only, and rows never change. */
export const audit = pgTable(
  'audit',
  {
    id: identityColumn('id').primaryKey(),
    at: instant('at').notNull(),
    /** User id, or null for a program. */
    actor: text('actor'),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    details: jsonb('details').notNull(),
    requestId: text('request_id'),
    /** The client's network address; null for a program. */
    address: text('address'),
  },
  (table) => [
    index('audit_subject').on(table.subject, table.id),
    index('audit_actor').on(table.actor, table.id),
    index('audit_action').on(table.action, table.id),
    index('audit_at').on(table.at, table.id),
  ],
)
