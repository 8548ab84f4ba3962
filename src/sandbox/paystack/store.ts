import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Delivery, Dispute, Refund, Row, Transaction } from './model.ts'

/** Deliveries that are done with; older ones are forgotten. */
const KEPT_DELIVERIES = 2000

export interface Store {
  transactions: ReadonlyMap<string, Transaction>
  byReference: ReadonlyMap<string, Transaction>
  byAccessCode: ReadonlyMap<string, Transaction>
  refunds: ReadonlyMap<string, Refund>
  disputes: ReadonlyMap<string, Dispute>
  deliveries: ReadonlyMap<string, Delivery>
  /** Keeps a new row, or what was changed in one. */
  save(row: Row): void
}

/**
 * Rows in memory. With a directory every save is also a line appended to a file there, which a killed process leaves
 * whole but for its last line; the next start reads it and writes it anew with one line a row.
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
        forget(deliveries)
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
  // What stands after the last line break was cut off in the middle of writing.
  const whole = text.split('\n').slice(0, -1)
  return whole.map((text) => JSON.parse(text) as Row)
}

function forget(deliveries: Map<string, Delivery>): void {
  if (deliveries.size <= KEPT_DELIVERIES) return
  for (const [id, { dueAt }] of deliveries) {
    if (deliveries.size <= KEPT_DELIVERIES) return
    if (dueAt === null) deliveries.delete(id)
  }
}
