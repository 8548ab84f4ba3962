import { ReadableStream, TextEncoderStream } from 'node:stream/web'
import { stringify } from 'csv-stringify/sync'
import { lagosTime } from '../../rules/base/calendar.ts'

/** A cell: a text, a number, an instant, yes or no, or an amount as kobo in a bigint. Nothing is an empty cell. */
export type Cell = string | number | bigint | Date | boolean | null | undefined
export type Row = readonly Cell[]

/** `1500.50`: naira as a spreadsheet reads them. */
function naira(kobo: bigint): string {
  const digits = String(kobo < 0n ? -kobo : kobo).padStart(3, '0')
  return `${kobo < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Rows as CSV (RFC 4180) for spreadsheets, which read UTF-8 only after a byte order mark and run a text that begins like a
 * formula. Instants are Lagos times.
 * @param isStart whether they begin the file
 */
export const csvText = (rows: readonly Row[], { isStart = true } = {}): string =>
  stringify(rows as Cell[][], {
    bom: isStart,
    cast: {
      bigint: naira,
      boolean: (value) => (value ? 'yes' : 'no'),
      date: (value) => lagosTime(value.getTime()),
    },
    escape_formulas: true,
    record_delimiter: 'windows',
  })

/** A CSV file of any length. Its pages of rows are read as fast as the receiver takes them. */
export const csvStream = (columns: Row, pages: AsyncIterable<readonly Row[]>): globalThis.ReadableStream =>
  ReadableStream.from(textsOf(columns, pages)).pipeThrough(
    new TextEncoderStream(),
  ) as unknown as globalThis.ReadableStream

async function* textsOf(columns: Row, pages: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  yield csvText([columns])
  for await (const rows of pages) yield csvText(rows, { isStart: false })
}
