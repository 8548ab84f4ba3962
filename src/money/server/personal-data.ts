import { type PersonalData, section } from '../../people/server/personal-data.ts'
import { grants, reminders } from './tables/ledger.ts'
import { payments } from './tables/payments.ts'

/** Plan time and payments stay after the account, under its anonymous id. */
export const MONEY_DATA: PersonalData['sections'] = {
  'plan time': section(grants.userId, grants.id, {
    plan: grants.plan,
    months: grants.months,
    days: grants.days,
    kind: grants.kind,
    from: grants.paidAt,
    reason: grants.reason,
  }),
  payments: section(payments.userId, payments.createdAt, {
    reference: payments.reference,
    plan: payments.plan,
    kobo: payments.kobo,
    state: payments.state,
    channel: payments.channel,
    begun: payments.createdAt,
    paid: payments.paidAt,
  }),
  reminders: section(reminders.userId, reminders.sentAt, {
    plan: reminders.plan,
    end: reminders.endsAt,
    daysBefore: reminders.days,
    at: reminders.sentAt,
  }),
}
