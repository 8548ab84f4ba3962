import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Delivery, Dispute, Payout, Refund, Row, Transaction } from './model.ts'

export type Store = ReturnType<typeof openStore>

/**
 * Paystack's rows, oldest first, and the timers that change them. With a directory, every save also appends a line to a
 * file. A killed process can damage only the last line. The next start reads the file and rewrites it with one line per row.
 */
export function openStore(directory?: string) {
  const transactions = new Map<string, Transaction>()
  const refunds = new Map<string, Refund>()
  const disputes = new Map<string, Dispute>()
  const payouts = new Map<string, Payout>()
  const deliveries = new Map<string, Delivery>()
  const maps: Record<Row['kind'], Map<string, Row>> = {
    transaction: transactions,
    refund: refunds,
    dispute: disputes,
    payout: payouts,
    delivery: deliveries,
  }
  const closing = new AbortController()
  const keep = (row: Row) => maps[row.kind].set(row.id, row)

  const file = directory === undefined ? null : join(directory, 'paystack.jsonl')
  if (directory !== undefined && file) {
    mkdirSync(directory, { recursive: true })
    // Text after the last line break is an incomplete write.
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
    for (const text of lines) keep(JSON.parse(text) as Row)
    const rows = Object.values(maps).flatMap((map) => [...map.values()])
    writeFileSync(`${file}.new`, rows.map(line).join(''), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }

  return {
    transactions,
    refunds,
    disputes,
    payouts,
    deliveries,
    transaction: (by: 'reference' | 'accessCode', value: string) =>
      [...transactions.values()].find((transaction) => transaction[by] === value),
    /** Stores a new or changed row. */
    save(row: Row): void {
      keep(row)
      if (file) appendFileSync(file, line(row))
    },
    /** Runs something later, unless the store is closed. It does not keep the process alive. */
    after(milliseconds: number, act: () => void): void {
      const options = { ref: false, signal: closing.signal }
      void sleep(Math.max(0, milliseconds), undefined, options).then(act, () => undefined)
    },
    close: () => closing.abort(),
  }
}

const line = (row: Row) => `${JSON.stringify(row)}\n`
