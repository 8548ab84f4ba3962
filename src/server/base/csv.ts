import { stringify } from 'csv-stringify/sync'

/** Rows as lines of CSV (RFC 4180). Formulas of spreadsheets are escaped. */
export const csvLines = (rows: readonly (readonly (string | number)[])[]): string =>
  stringify(rows as (string | number)[][], { escape_formulas: true, record_delimiter: 'windows' })
