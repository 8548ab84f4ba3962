import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Delivery, Dispute, Refund, Row, Transaction } from './model.ts'

/** Above this number, the oldest finished deliveries are dropped. */
const MAX_DELIVERIES = 2000

export interface Store {
  transactions: ReadonlyMap<string, Transaction>
  byReference: ReadonlyMap<string, Transaction>
  byAccessCode: ReadonlyMap<string, Transaction>
  refunds: ReadonlyMap<string, Refund>
  disputes: ReadonlyMap<string, Dispute>
  deliveries: ReadonlyMap<string, Delivery>
  /** Stores a new or changed row. */
  save(row: Row): void
}

/**
 * Rows in memory. With a directory, every save also appends a line to a file. A killed process can damage only the last
 * line. The next start reads the file and rewrites it with one line per row.
 */
export function openStore(directory?: string): Store {
  const transactions = new Map<string, Transaction>()
  const byReference = new Map<string, Transaction>()
  const byAccessCode = new Map<string, Transaction>()
  const refunds = new Map<string, Refund>()
  const disputes = new Map<string, Dispute>()
  const deliveries = new Map<string, Delivery>()

  function keep(row: Row): void {
    switch (row.kind) {
      case 'transaction':
        transactions.set(row.id, row)
        byReference.set(row.reference, row)
        byAccessCode.set(row.accessCode, row)
        break
      case 'refund':
        refunds.set(row.id, row)
        break
      case 'dispute':
        disputes.set(row.id, row)
        break
      case 'delivery':
        deliveries.set(row.id, row)
        dropFinished(deliveries)
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
    byReference,
    byAccessCode,
    refunds,
    disputes,
    deliveries,
    save(row) {
      keep(row)
      if (file) appendFileSync(file, line(row))
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
  if (deliveries.size <= MAX_DELIVERIES) return
  for (const [id, { dueAt }] of deliveries) {
    if (deliveries.size <= MAX_DELIVERIES) return
    if (dueAt === null) deliveries.delete(id)
  }
}
