import { CsvError, parse } from 'csv-parse/sync'
import { EARLIER_COLUMNS, LEDGER_COLUMNS, type LedgerRow } from '../../domain/ledger/rows.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * Reads a downloaded ledger. The cells stay as they are, because their exact text is what the hashes prove.
 * @throws Refusal invalid-input for a file that is not such a table
 */
export function readDownload(bytes: Uint8Array): LedgerRow[] {
  try {
    const [header, ...rows] = parse(Buffer.from(bytes), { bom: true, record_delimiter: ['\r\n', '\n'] })
    if (String(header) !== String(LEDGER_COLUMNS) && String(header) !== String(EARLIER_COLUMNS))
      throw new Refusal('invalid-input', `Its first line must be ${LEDGER_COLUMNS.join(',')}`)
    return rows.map(
      (cells) => Object.fromEntries(LEDGER_COLUMNS.map((column, i) => [column, cells[i] ?? ''])) as LedgerRow,
    )
  } catch (error) {
    if (error instanceof CsvError) throw new Refusal('invalid-input', `It is not a table: ${error.message}`)
    throw error
  }
}
