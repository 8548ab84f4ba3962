import { CsvError, type Info, type Options } from 'csv-parse'
import type { Separator, TableRows } from '../../domain/ingest/draw-table.ts'
import type { IngestRow } from '../../domain/ingest/ingest.ts'

/** How a table is read: each row goes to `take`, and none is kept. */
export function csvOptions(
  { separator: delimiter, skip }: { separator: Separator; skip: number },
  table: TableRows,
  take: (row: IngestRow) => void,
): Options {
  return {
    delimiter,
    from_line: skip + 1,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 10_000,
    on_record(record: string[], { lines }: Info) {
      // The parser counts the line on which a record ends.
      const row = table.read({ record, line: lines - lineBreaks(record) })
      if (row) take(row)
      return null
    },
  }
}

const lineBreaks = (record: readonly string[]) =>
  record.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)

/** The sentence about text that is not CSV. @throws any other error */
export function csvProblem(error: unknown): string {
  if (!(error instanceof CsvError)) throw error
  const line = (error as { lines?: number }).lines
  return `The file is not valid CSV${line ? ` near line ${line}` : ''}: a quote is open or misplaced.`
}
