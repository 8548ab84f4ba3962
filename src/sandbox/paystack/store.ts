import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Delivery, Dispute, Refund, Row, Transaction } from './model.ts'

/** Above this number, the oldest finished deliveries are dropped. */
const MAX_DELIVERIES = 2000
/** Longer timeouts overflow: `setTimeout` would fire at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

/** Paystack's rows, oldest first, and the timers that change them. */
export interface Store {
  transactions: ReadonlyMap<string, Transaction>
  refunds: ReadonlyMap<string, Refund>
  disputes: ReadonlyMap<string, Dispute>
  deliveries: ReadonlyMap<string, Delivery>
  transaction(by: 'reference' | 'accessCode', value: string): Transaction | undefined
  /** Stores a new or changed row. */
  save(row: Row): void
  /** Runs something later, unless the store is closed. It does not keep the process alive. */
  after(milliseconds: number, act: () => void): void
  close(): void
}

/**
 * Rows in memory. With a directory, every save also appends a line to a file. A killed process can damage only the last
 * line. The next start reads the file and rewrites it with one line per row.
 */
export function openStore(directory?: string): Store {
  const transactions = new Map<string, Transaction>()
  const refunds = new Map<string, Refund>()
  const disputes = new Map<string, Dispute>()
  const deliveries = new Map<string, Delivery>()
  const found = { reference: new Map<string, Transaction>(), accessCode: new Map<string, Transaction>() }
  const timers = new Set<NodeJS.Timeout>()

  function keep(row: Row): void {
    if (row.kind === 'refund') refunds.set(row.id, row)
    else if (row.kind === 'dispute') disputes.set(row.id, row)
    else if (row.kind === 'delivery') {
      deliveries.set(row.id, row)
      dropFinished(deliveries)
    } else {
      transactions.set(row.id, row)
      found.reference.set(row.reference, row)
      found.accessCode.set(row.accessCode, row)
    }
  }

  const file = directory === undefined ? null : join(directory, 'paystack.jsonl')
  if (directory !== undefined && file) {
    mkdirSync(directory, { recursive: true })
    for (const row of readRows(file)) keep(row)
    const rows = [transactions, refunds, disputes, deliveries].flatMap((map) => [...map.values()])
    writeFileSync(`${file}.new`, rows.map(line).join(''), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }

  return {
    transactions,
    refunds,
    disputes,
    deliveries,
    transaction: (by, value) => found[by].get(value),
    save(row) {
      keep(row)
      if (file) appendFileSync(file, line(row))
    },
    after(milliseconds, act) {
      const run = () => {
        timers.delete(timer)
        act()
      }
      const timer = setTimeout(run, Math.min(Math.max(0, milliseconds), MAX_TIMEOUT_MS))
      timers.add(timer.unref())
    },
    close() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

const line = (row: Row) => `${JSON.stringify(row)}\n`

function readRows(file: string): Row[] {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
  // Text after the last line break is an incomplete write.
  const lines = text.split('\n').slice(0, -1)
  return lines.map((text) => JSON.parse(text) as Row)
}

function dropFinished(deliveries: Map<string, Delivery>): void {
  for (const [id, { dueAt }] of deliveries) {
    if (deliveries.size <= MAX_DELIVERIES) return
    if (dueAt === null) deliveries.delete(id)
  }
}
