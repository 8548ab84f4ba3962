import { and, inArray, isNull, sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ALARM_KINDS, MONEY_ALARM_KINDS } from '../../rules/alarms/alarms.ts'
import { identityColumn, instant, oneOf } from '../db/columns.ts'

/** Conditions that staff must look at. The reference of an alarm about money comes from Paystack and may
 * not be one of ours. */
export const alarms = pgTable(
  'alarms',
  {
    id: identityColumn('id').primaryKey(),
    kind: text('kind', { enum: ALARM_KINDS }).notNull(),
    reference: text('reference').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    raisedAt: instant('raised_at').notNull(),
    /** When the last mail about the alarm was queued. */
    mailedAt: instant('mailed_at'),
    /** When a member of staff acknowledged a late draw; null otherwise. */
    acknowledgedAt: instant('acknowledged_at'),
    acknowledgedBy: text('acknowledged_by'),
    acknowledgedNote: text('acknowledged_note'),
    closedAt: instant('closed_at'),
    closedBy: text('closed_by'),
    closedReason: text('closed_reason'),
  },
  (table) => [
    uniqueIndex('alarms_open')
      .on(table.kind, table.reference)
      .where(sql`${table.closedAt} is null`),
    index('alarms_reference').on(table.reference),
    check('alarms_kind', oneOf(table.kind, ALARM_KINDS)),
    check(
      'alarms_acknowledged',
      sql`num_nonnulls(${table.acknowledgedAt}, ${table.acknowledgedBy}) in (0, 2)
        and (${table.acknowledgedNote} is null or ${table.acknowledgedAt} is not null)`,
    ),
    check(
      'alarms_closed',
      sql`num_nonnulls(${table.closedAt}, ${table.closedBy}, ${table.closedReason}) in (0, 3)`,
    ),
  ],
)

/** `isMoneyAlarm` as a condition. */
export const isAboutMoney = inArray(alarms.kind, MONEY_ALARM_KINDS)

export const openMoneyAlarms = and(isAboutMoney, isNull(alarms.closedAt))
