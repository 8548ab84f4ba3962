/** The rows of the download `record.csv` (docs/ledger.md). */
import { type LagosDate, parseDate } from '../base/calendar.ts'
import { parseBall } from '../base/balls.ts'
import { PREDICTION_FORM_KEYS } from '../predictions/predictions.ts'
import { ENTRY_KINDS, instantText, type LedgerEntry, RESULT_STATES, type VersionEntry } from './entries.ts'
import { LOCK_CAUSE_KEYS } from '../draws/lock.ts'

/** The columns in their order. A cell that does not apply is empty. */
export const LEDGER_COLUMNS = [
  'entry',
  'kind',
  'at',
  'game',
  'date',
  'close',
  'pen_name',
  'previous',
  'fingerprint',
  'head',
  // Empty before the close:
  'id',
  'version',
  'author',
  'lock',
  'form',
  'numbers',
  'reasons',
  'reasons_sha256',
  'image_sha256',
  'nonce',
  // Moved locks:
  'from',
  'to',
  'cause',
  'by',
  // Results:
  'state',
  'drawn',
  'winning',
  // Restores from a backup:
  'lost_entries',
  'lost_head',
] as const
/** The columns of a download from before the kind `restore`. */
export const EARLIER_COLUMNS = LEDGER_COLUMNS.slice(0, -2)
type LedgerColumn = (typeof LEDGER_COLUMNS)[number]
export type LedgerRow = Record<LedgerColumn, string>

/** What a row has beside its entry. */
interface RowExtras {
  fingerprint: string
  head: string
  penName?: string
  reasons?: string | null
  /** The row is read before the close, so the forecast stays secret. */
  isHidden?: boolean
}

const EMPTY = Object.fromEntries(LEDGER_COLUMNS.map((column) => [column, ''])) as LedgerRow

/** The row of an entry. */
export function rowOf(entry: LedgerEntry, extras: RowExtras): LedgerRow {
  const base = {
    ...EMPTY,
    entry: String(entry.entry),
    kind: entry.kind,
    at: instantText(entry.at),
    ...(entry.kind !== 'restore' && { game: entry.game, date: entry.date }),
    previous: entry.previous,
    fingerprint: extras.fingerprint,
    head: extras.head,
  }
  switch (entry.kind) {
    case 'version':
      return {
        ...base,
        close: instantText(entry.close),
        pen_name: escaped(extras.penName ?? ''),
        ...(extras.isHidden ? {} : secretCells(entry, extras)),
      }
    case 'withdrawal':
      return { ...base, id: String(entry.forecast) }
    case 'lock':
      return {
        ...base,
        from: instantText(entry.from),
        to: instantText(entry.to),
        cause: entry.cause,
        by: by(entry),
      }
    case 'result':
      return {
        ...base,
        state: entry.state,
        drawn: entry.drawnOn ?? '-',
        winning: entry.winning.join(','),
        by: by(entry),
      }
    case 'restore':
      return { ...base, lost_entries: String(entry.lostEntries), lost_head: entry.lostHead }
  }
}

const by = ({ by }: { by: number | null }) => String(by ?? '-')

function secretCells(entry: VersionEntry, { reasons }: RowExtras): Partial<LedgerRow> {
  return {
    id: String(entry.forecast),
    version: String(entry.version),
    author: String(entry.author),
    lock: instantText(entry.lock),
    form: entry.form ?? '-',
    numbers: entry.numbers.join(','),
    reasons: escaped(reasons ?? ''),
    reasons_sha256: entry.reasonsHash ?? '-',
    image_sha256: entry.imageHash ?? '-',
    nonce: entry.nonce,
  }
}

/**
 * A text that no spreadsheet reads as a formula: one that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or an
 * apostrophe gets an apostrophe in front.
 */
export function escaped(text: string): string {
  return /^[=+\-@\t\r']/.test(text) ? `'${text}` : text
}

/** The text of a cell; inverse of {@link escaped}. */
export function unescaped(cell: string): string {
  return cell.startsWith("'") ? cell.slice(1) : cell
}

/** Whether a row is a forecast whose text is secret until its close. */
export function isHidden({ kind, nonce }: LedgerRow): boolean {
  return kind === 'version' && nonce === ''
}

/** The entry of a row that is not hidden; null if a cell does not have the form of its column. */
export function entryOf(row: LedgerRow): LedgerEntry | null {
  try {
    return readEntry(row)
  } catch (error) {
    if (error instanceof BadCell) return null
    throw error
  }
}

class BadCell extends Error {}

function readEntry(row: LedgerRow): LedgerEntry {
  const place = {
    entry: integer(row.entry),
    at: instant(row.at) ?? fail(),
    previous: hex(row.previous, 64),
  }
  const kind = oneOf(row.kind, ENTRY_KINDS)
  if (kind === 'restore')
    return { ...place, kind, lostEntries: integer(row.lost_entries), lostHead: hex(row.lost_head, 64) }
  const base = {
    ...place,
    game: /^[A-Za-z0-9_]{1,24}$/.test(row.game) ? row.game : fail(),
    date: date(row.date),
  }
  switch (kind) {
    case 'version':
      return {
        ...base,
        kind: 'version',
        forecast: integer(row.id),
        version: integer(row.version),
        author: integer(row.author),
        close: instant(row.close),
        lock: instant(row.lock),
        form: optional(row.form, (cell) => oneOf(cell, PREDICTION_FORM_KEYS)),
        numbers: balls(row.numbers),
        reasonsHash: optional(row.reasons_sha256, (cell) => hex(cell, 64)),
        imageHash: optional(row.image_sha256, (cell) => hex(cell, 64)),
        nonce: hex(row.nonce, 32),
      }
    case 'withdrawal':
      return { ...base, kind: 'withdrawal', forecast: integer(row.id) }
    case 'lock':
      return {
        ...base,
        kind: 'lock',
        from: instant(row.from),
        to: instant(row.to),
        cause: oneOf(row.cause, LOCK_CAUSE_KEYS),
        by: optional(row.by, integer),
      }
    case 'result':
      return {
        ...base,
        kind: 'result',
        state: oneOf(row.state, RESULT_STATES),
        drawnOn: optional(row.drawn, date),
        winning: row.winning === '' ? [] : balls(row.winning),
        by: optional(row.by, integer),
      }
  }
}

function fail(): never {
  throw new BadCell()
}

function optional<T>(cell: string, read: (cell: string) => T): T | null {
  return cell === '-' ? null : read(cell)
}

function integer(cell: string): number {
  return /^[1-9]\d{0,14}$/.test(cell) ? Number(cell) : fail()
}

function instant(cell: string): number | null {
  return optional(cell, (text) => {
    const found = Date.parse(text)
    return Number.isFinite(found) && instantText(found) === text ? found : fail()
  })
}

function date(cell: string): LagosDate {
  return parseDate(cell) ?? fail()
}

function hex(cell: string, digits: number): string {
  return cell.length === digits && /^[0-9a-f]+$/.test(cell) ? cell : fail()
}

function oneOf<const T extends string>(cell: string, values: readonly T[]): T {
  return values.find((value) => value === cell) ?? fail()
}

/** Numbers exactly as they are written into the text: `7,42`, without leading zeros. */
function balls(cell: string): number[] {
  const numbers = cell.split(',').map((part) => parseBall(part) ?? fail())
  return numbers.join(',') === cell ? numbers : fail()
}
