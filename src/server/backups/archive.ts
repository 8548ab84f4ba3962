import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createZstdDecompress } from 'node:zlib'
import { z } from 'zod'
import { Refusal } from '../http/refusal.ts'

// The file is text, compressed by zstd, so `zstd -dc FILE` shows it. Each part is one line of JSON, except the rows of a
// table: these are in the text format of COPY and end with the line `\.`, which is never a row.

const FORMAT = 'lotto-forecast backup'
const VERSION = 1

const header = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  /** When the snapshot was taken, by the database's clock. */
  at: z.iso.datetime(),
  /** The Postgres server, such as `18.4`. */
  postgres: z.string(),
  /** The applied migrations, oldest first. `when` is the journal's time in milliseconds. */
  migrations: z.array(z.strictObject({ when: z.int(), hash: z.string() })),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
})
const table = z.strictObject({ table: z.string(), columns: z.array(z.string()) })
const tableEnd = z.strictObject({ rows: z.int(), sha256: z.string() })
const end = z.strictObject({ tables: z.int(), rows: z.int() })

/** What an archive says about itself before its rows. */
export type ArchiveHeader = Omit<z.infer<typeof header>, 'format' | 'version'>
/** A table's qualified name and its columns, all quoted for SQL. */
export type ArchivedTable = z.infer<typeof table>
/** The number of tables and of their rows. */
export type ArchiveTotals = z.infer<typeof end>

/** The parts of an archive in their order. Each table is followed by its rows and its end. */
export type ArchivePart =
  | { kind: 'header'; header: ArchiveHeader }
  | { kind: 'table'; table: ArchivedTable }
  | { kind: 'rows'; bytes: Buffer }
  | { kind: 'table-end'; rows: number }
  | { kind: 'end'; totals: ArchiveTotals }

const END_OF_ROWS = Buffer.from('\\.\n')
const NEWLINE = 10

/** The count and the hash of a table's rows in COPY's text format, in which each row is one line. */
class RowSum {
  rows = 0
  readonly #hash: Hash = createHash('sha256')

  add(bytes: Buffer): void {
    this.#hash.update(bytes)
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) this.rows++
  }

  end() {
    return { rows: this.rows, sha256: this.#hash.digest('hex') }
  }
}

const line = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`)

/**
 * The text of an archive.
 *
 * @param rowsOf the rows of a table in COPY's text format
 * @param onTable called after each table
 */
export async function* archiveText(
  about: ArchiveHeader,
  tables: readonly ArchivedTable[],
  rowsOf: (table: ArchivedTable) => AsyncIterable<Buffer>,
  onTable: (table: ArchivedTable, rows: number) => void,
): AsyncGenerator<Buffer> {
  yield line({ format: FORMAT, version: VERSION, ...about })
  let total = 0
  for (const one of tables) {
    yield line(one)
    const sum = new RowSum()
    for await (const bytes of rowsOf(one)) {
      sum.add(bytes)
      yield bytes
    }
    yield END_OF_ROWS
    yield line(sum.end())
    total += sum.rows
    onTable(one, sum.rows)
  }
  yield line({ tables: tables.length, rows: total })
}

/**
 * Reads an archive and checks each table's count and hash, and that the file is whole.
 * @throws Refusal invalid-input when the file is damaged or no archive; not-found when it cannot be opened
 */
export async function* readArchive(file: string): AsyncGenerator<ArchivePart> {
  const source = createReadStream(file)
  const text = createZstdDecompress()
  // pipe() does not pass on errors.
  source.on('error', (error) => text.destroy(error))
  source.pipe(text)
  try {
    yield* checkedParts(text as AsyncIterable<Buffer>)
  } catch (error) {
    throw asRefusal(file, error)
  } finally {
    source.destroy()
    text.destroy()
  }
}

/** The archive is not what it says. The message continues "FILE is damaged: ". */
class Damage extends Error {}

function asRefusal(file: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
    return new Refusal('not-found', `Cannot read ${file} (${code}).`)
  if (error instanceof Damage || code?.startsWith('ZSTD_') || code === 'Z_BUF_ERROR')
    return new Refusal('invalid-input', `${file} is damaged or no backup: ${message}.`)
  return error
}

function parse<T>(schema: z.ZodType<T>, bytes: Buffer, what: string): T {
  try {
    return schema.parse(JSON.parse(bytes.toString()))
  } catch {
    throw new Damage(`${what} cannot be read`)
  }
}

async function* checkedParts(source: AsyncIterable<Buffer>): AsyncGenerator<ArchivePart> {
  let next: 'header' | 'table' | 'table-end' | 'nothing' = 'header'
  let current = ''
  let sum = new RowSum()
  const totals = { tables: 0, rows: 0 }
  for await (const { isRows, bytes } of linesAndRows(source)) {
    if (isRows) {
      sum.add(bytes)
      yield { kind: 'rows', bytes }
    } else if (next === 'header') {
      const { format: _, version: __, ...about } = parse(header, bytes, 'its first line')
      yield { kind: 'header', header: about }
      next = 'table'
    } else if (next === 'table-end') {
      const found = parse(tableEnd, bytes, `the end of ${current}`)
      const { rows, sha256 } = sum.end()
      if (found.rows !== rows || found.sha256 !== sha256)
        throw new Damage(`the rows of ${current} do not match their count and hash`)
      totals.tables++
      totals.rows += rows
      yield { kind: 'table-end', rows }
      next = 'table'
    } else if (next === 'table' && startsTable(bytes)) {
      const found = parse(table, bytes, `the line after ${current || 'the first'}`)
      current = found.table
      sum = new RowSum()
      yield { kind: 'table', table: found }
      next = 'table-end'
    } else if (next === 'table') {
      const found = parse(end, bytes, `the line after ${current || 'the first'}`)
      if (found.tables !== totals.tables || found.rows !== totals.rows) throw new Damage('tables are missing')
      yield { kind: 'end', totals: found }
      next = 'nothing'
    } else throw new Damage('it goes on after its end')
  }
  if (next !== 'nothing') throw new Damage('its end is missing')
}

const TABLE_START = Buffer.from('{"table":')
const startsTable = (bytes: Buffer) => bytes.subarray(0, TABLE_START.length).equals(TABLE_START)

/** Splits the text into lines of JSON, without their line feed, and runs of whole rows. */
async function* linesAndRows(
  source: AsyncIterable<Buffer>,
): AsyncGenerator<{ isRows: boolean; bytes: Buffer }> {
  let rest = Buffer.alloc(0)
  let inRows = false
  for await (const chunk of source) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk])
    for (;;) {
      const lastEnd = inRows ? rest.lastIndexOf(NEWLINE) : rest.indexOf(NEWLINE)
      if (lastEnd === -1) break
      const endOfRows = inRows ? findEndOfRows(rest) : -1
      if (!inRows) {
        const bytes = rest.subarray(0, lastEnd)
        inRows = startsTable(bytes)
        rest = rest.subarray(lastEnd + 1)
        yield { isRows: false, bytes }
      } else if (endOfRows === -1) {
        const bytes = rest.subarray(0, lastEnd + 1)
        rest = rest.subarray(lastEnd + 1)
        yield { isRows: true, bytes }
      } else {
        const bytes = rest.subarray(0, endOfRows)
        rest = rest.subarray(endOfRows + END_OF_ROWS.length)
        inRows = false
        if (bytes.length > 0) yield { isRows: true, bytes }
      }
    }
  }
  if (rest.length > 0) throw new Damage('its last line is cut off')
}

/** Where the line `\.` begins in text that begins at a line; -1 without one. */
function findEndOfRows(text: Buffer): number {
  if (text.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) return 0
  const found = text.indexOf('\n\\.\n')
  return found === -1 ? -1 : found + 1
}
