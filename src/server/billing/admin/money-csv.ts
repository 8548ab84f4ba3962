import { lagosDate } from '../../../domain/base/calendar.ts'
import { channelName, type PaymentMode } from '../../../domain/billing/payments.ts'
import { csvLines } from '../../base/csv.ts'
import type { Db } from '../../db/connect.ts'
import { incomeRows, type MoneyPeriod, payoutRows, returnRows } from './money.ts'
import { itemAt } from '../../../domain/base/lists.ts'

/** The files for the accountant. */
export const MONEY_FILES = ['payments', 'refunds', 'fees', 'payouts'] as const
type MoneyFile = (typeof MONEY_FILES)[number]

/** `1500.50`: naira as a spreadsheet reads them. */
const naira = (kobo: number) => {
  const sign = kobo < 0 ? '-' : ''
  return `${sign}${Math.trunc(Math.abs(kobo) / 100)}.${String(Math.abs(kobo) % 100).padStart(2, '0')}`
}

/** A table: its columns of text, then its columns of kobo, which the last line adds up. */
interface Table {
  texts: readonly string[]
  sums: readonly string[]
  rows: { texts: string[]; sums: number[] }[]
}

const TABLES: Record<MoneyFile, (db: Db, mode: PaymentMode, period: MoneyPeriod) => Promise<Table>> = {
  payments: async (db, mode, period) => ({
    texts: ['date', 'reference', 'plan', 'channel', 'state', 'payout'],
    sums: ['naira', 'fee'],
    rows: (await incomeRows(db, mode, period)).map((row) => ({
      texts: [row.day, row.reference, row.plan, shownChannel(row.channel), row.state, row.payoutId ?? ''],
      sums: [row.kobo, row.feeKobo ?? 0],
    })),
  }),
  refunds: async (db, mode, period) => ({
    texts: ['date', 'reference', 'plan', 'kind', 'reason'],
    sums: ['naira'],
    rows: (await returnRows(db, mode, period)).map(({ at, reference, plan, why, reason, kobo }) => ({
      texts: [lagosDate(at), reference, plan, why, reason],
      sums: [kobo],
    })),
  }),
  fees: async (db, mode, period) => {
    const days = new Map<string, { kobo: number; feeKobo: number; payments: number }>()
    for (const { day, kobo, feeKobo } of await incomeRows(db, mode, period)) {
      const sum = days.get(day) ?? { kobo: 0, feeKobo: 0, payments: 0 }
      days.set(day, {
        kobo: sum.kobo + kobo,
        feeKobo: sum.feeKobo + (feeKobo ?? 0),
        payments: sum.payments + 1,
      })
    }
    return {
      texts: ['date', 'payments'],
      sums: ['naira', 'fee'],
      rows: [...days].map(([day, sum]) => ({
        texts: [day, String(sum.payments)],
        sums: [sum.kobo, sum.feeKobo],
      })),
    }
  },
  payouts: async (db, mode, period) => ({
    texts: ['date', 'payout', 'status'],
    sums: ['charged', 'fees', 'deducted', 'paid out'],
    rows: (await payoutRows(db, mode, period)).map((row) => ({
      texts: [row.day, row.id, row.status],
      sums: [row.processedKobo, row.feesKobo, row.deductedKobo, row.paidOutKobo],
    })),
  }),
}

const shownChannel = (channel: string | null) => (channel === null ? '' : channelName(channel))

/** A file of a period, with a last line that adds up. */
export async function moneyCsv(
  db: Db,
  mode: PaymentMode,
  file: MoneyFile,
  period: MoneyPeriod,
): Promise<string> {
  const { texts, sums, rows } = await TABLES[file](db, mode, period)
  const total = sums.map((_, i) => rows.reduce((sum, row) => sum + itemAt(row.sums, i), 0))
  return csvLines([
    [...texts, ...sums],
    ...rows.map((row) => [...row.texts, ...row.sums.map(naira)]),
    ['Sum', ...texts.slice(1).map(() => ''), ...total.map(naira)],
  ])
}
