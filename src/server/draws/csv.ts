import { CsvError, parse } from 'csv-parse/sync'
import type { IngestRow } from '../../domain/ingest.ts'
import { LIMITS } from '../../domain/limits.ts'
import { readPastedDraws } from '../../domain/notation.ts'
import { Refusal } from '../http/refusal.ts'

const WINNING = ['w1', 'w2', 'w3', 'w4', 'w5']
const MACHINE = ['m1', 'm2', 'm3', 'm4', 'm5']
/** `date_label` may be there and is not read: it is the date again, in words that were typed by hand. */
const REQUIRED = ['game', 'date', 'serial', 'status', ...WINNING, ...MACHINE]

/**
 * Reads an import file: UTF-8, with or without a byte order mark, any line ends, quoted fields.
 * @throws Refusal too-large, or invalid-input when the file as a whole cannot be read
 */
export function readDrawsCsv(bytes: Uint8Array): IngestRow[] {
  if (bytes.length > LIMITS.importBytes) throw new Refusal('too-large', 'The file is larger than 16 MB.')
  const records = parseRecords(decode(bytes))
  const [header, ...rows] = records
  if (!header) throw new Refusal('invalid-input', 'The file is empty.')
  const names = header.record.map((name) => name.trim())
  checkHeader(names)
  refuseTooMany(rows.length)
  return rows.map(({ record, line }) => {
    const cell = (name: string) => record[names.indexOf(name)] ?? ''
    return {
      line,
      game: cell('game'),
      date: cell('date'),
      serial: cell('serial'),
      status: cell('status'),
      winning: WINNING.map(cell),
      machine: MACHINE.map(cell),
    }
  })
}

/** How draws come in: a CSV file with a line that names its columns, or one draw a line as people write them. */
export const FORMATS = ['csv', 'lines'] as const

/**
 * Reads what staff upload or paste.
 * @param games the games whose names may stand in lines
 * @throws Refusal as {@link readDrawsCsv} does
 */
export function readDraws(
  bytes: Uint8Array,
  format: (typeof FORMATS)[number],
  games: readonly { key: string; name: string }[],
): IngestRow[] {
  if (format === 'csv') return readDrawsCsv(bytes)
  const rows = readPastedDraws(decode(bytes), games)
  refuseTooMany(rows.length)
  return rows
}

function refuseTooMany(rows: number): void {
  if (rows <= LIMITS.importRows) return
  throw new Refusal('too-large', `The file has ${rows} rows; at most ${LIMITS.importRows} fit in one import.`)
}

function decode(bytes: Uint8Array): string {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal('invalid-input', 'The file is not UTF-8 text.')
  }
  if (text.includes('\0')) throw new Refusal('invalid-input', 'The file is not text: it holds NUL bytes.')
  return text.replace(/\r\n?/g, '\n')
}

/** Rows with the line on which each begins; the parser counts the one on which it ends. */
function parseRecords(text: string): { record: string[]; line: number }[] {
  try {
    const records = parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 10_000,
      to: LIMITS.importRows * 3,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    const breaksIn = (record: string[]) => record.join('').split('\n').length - 1
    return records.map(({ record, info }) => ({ record, line: info.lines - breaksIn(record) }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = (error as { lines?: number }).lines
    throw new Refusal(
      'invalid-input',
      `The file is not right CSV${line ? ` near line ${line}` : ''}: a quote is open or misplaced.`,
    )
  }
}

function checkHeader(names: readonly string[]): void {
  const missing = REQUIRED.filter((name) => !names.includes(name))
  if (missing.length > 0) {
    throw new Refusal(
      'invalid-input',
      `The file lacks the columns ${missing.join(', ')}. Its first line must name them.`,
    )
  }
  const twice = REQUIRED.filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice.length > 0)
    throw new Refusal('invalid-input', `The file names the columns ${twice.join(', ')} twice.`)
}
