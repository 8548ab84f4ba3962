import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Delivery, Dispute, Payout, Refund, Row, Transaction } from './model.ts'

/** Above this number, the oldest finished deliveries are dropped. */
const MAX_DELIVERIES = 2000
/** Longer timeouts overflow: `setTimeout` would fire at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

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
  const byCode = new Map<string, Transaction>()
  const maps: Record<Row['kind'], Map<string, Row>> = {
    transaction: transactions,
    refund: refunds,
    dispute: disputes,
    payout: payouts,
    delivery: deliveries,
  }
  const timers = new Set<NodeJS.Timeout>()

  function keep(row: Row): void {
    maps[row.kind].set(row.id, row)
    if (row.kind === 'delivery') dropFinished(deliveries)
    if (row.kind === 'transaction') for (const key of codesOf(row)) byCode.set(key, row)
  }

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
    transactions: transactions as ReadonlyMap<string, Transaction>,
    refunds: refunds as ReadonlyMap<string, Refund>,
    disputes: disputes as ReadonlyMap<string, Dispute>,
    payouts: payouts as ReadonlyMap<string, Payout>,
    deliveries: deliveries as ReadonlyMap<string, Delivery>,
    transaction: (by: 'reference' | 'accessCode', value: string) => byCode.get(`${by} ${value}`),
    /** Stores a new or changed row. */
    save(row: Row): void {
      keep(row)
      if (file) appendFileSync(file, line(row))
    },
    /** Runs something later, unless the store is closed. It does not keep the process alive. */
    after(milliseconds: number, act: () => void): void {
      const run = () => {
        timers.delete(timer)
        act()
      }
      const timer = setTimeout(run, Math.min(Math.max(0, milliseconds), MAX_TIMEOUT_MS))
      timers.add(timer.unref())
    },
    close: () => timers.forEach((timer) => clearTimeout(timer)),
  }
}

const codesOf = ({ reference, accessCode }: Transaction) => [
  `reference ${reference}`,
  `accessCode ${accessCode}`,
]

const line = (row: Row) => `${JSON.stringify(row)}\n`

function dropFinished(deliveries: Map<string, Delivery>): void {
  for (const [id, { dueAt }] of deliveries) {
    if (deliveries.size <= MAX_DELIVERIES) return
    if (dueAt === null) deliveries.delete(id)
  }
}
