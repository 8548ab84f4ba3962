import { lagosDate } from '../../../platform/rules/base/calendar.ts'
import { channelName, type MoneyFile, type PaymentMode } from '../../rules/payments.ts'
import { csvText } from '../../../platform/server/base/csv.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { PLANS } from '../../../platform/rules/access/plans.ts'
import { type MoneyPeriod, incomeRows, returnRows, payoutRows, voucherRows } from './money-queries.ts'

/** A table: its columns of facts, then its columns of kobo, which the last line adds up. */
interface Table {
  facts: readonly string[]
  sums: readonly string[]
  rows: { facts: (string | number | null)[]; sums: number[] }[]
}

const TABLES: Record<MoneyFile, (db: Db, mode: PaymentMode, period: MoneyPeriod) => Promise<Table>> = {
  payments: async (db, mode, period) => ({
    facts: ['date', 'reference', 'payer', 'plan', 'channel', 'state', 'payout'],
    sums: ['naira', 'fee'],
    rows: (await incomeRows(db, mode, period)).map((row) => ({
      facts: [
        row.day,
        row.reference,
        row.email,
        PLANS[row.plan].name,
        row.channel && channelName(row.channel),
        row.state,
        row.payoutId,
      ],
      sums: [row.kobo, row.feeKobo ?? 0],
    })),
  }),
  refunds: async (db, mode, period) => ({
    facts: ['date', 'reference', 'plan', 'kind', 'reason'],
    sums: ['naira'],
    rows: (await returnRows(db, mode, period)).map(({ at, reference, plan, why, reason, kobo }) => ({
      facts: [lagosDate(at), reference, PLANS[plan].name, why, reason],
      sums: [kobo],
    })),
  }),
  fees: async (db, mode, period) => {
    const days = Map.groupBy(await incomeRows(db, mode, period), ({ day }) => day)
    const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
    return {
      facts: ['date', 'payments'],
      sums: ['naira', 'fee'],
      rows: [...days].map(([day, rows]) => ({
        facts: [day, rows.length],
        sums: [sumOf(rows.map(({ kobo }) => kobo)), sumOf(rows.map(({ feeKobo }) => feeKobo ?? 0))],
      })),
    }
  },
  payouts: async (db, mode, period) => ({
    facts: ['date', 'payout', 'status'],
    sums: ['charged', 'fees', 'deducted', 'paid out'],
    rows: (await payoutRows(db, mode, period)).map((row) => ({
      facts: [row.day, row.id, row.status],
      sums: [row.processedKobo, row.feesKobo, row.deductedKobo, row.paidOutKobo],
    })),
  }),
  vouchers: async (db, _mode, period) => ({
    facts: ['date', 'batch', 'voucher', 'plan', 'player'],
    sums: ['naira in cash'],
    rows: (await voucherRows(db, period)).map(({ day, batch, number, plan, email, kobo }) => ({
      facts: [day, batch, number, PLANS[plan].name, email],
      sums: [kobo],
    })),
  }),
}

/** A file of a period, with a last line that adds up. */
export async function moneyCsv(
  db: Db,
  mode: PaymentMode,
  file: MoneyFile,
  period: MoneyPeriod,
): Promise<string> {
  const { facts, sums, rows } = await TABLES[file](db, mode, period)
  const total = sums.map((_, i) => rows.reduce((sum, row) => sum + itemAt(row.sums, i), 0))
  return csvText([
    [...facts, ...sums],
    ...rows.map((row) => [...row.facts, ...row.sums.map(BigInt)]),
    ['Sum', ...facts.slice(1).map(() => null), ...total.map(BigInt)],
  ])
}
