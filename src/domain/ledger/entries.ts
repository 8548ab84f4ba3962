/** The entries of the ledger and the text that their fingerprints are taken over (statistics.md, section 1). */
import type { LagosDate } from '../base/calendar.ts'
import type { PredictionForm } from '../predictions/predictions.ts'
import type { LockCause } from '../draws/lock.ts'

/** The real forecasts, and the labelled ones of a demonstration. Their first heads differ, so no entry fits both. */
export const CHAINS = ['real', 'sample'] as const
export type Chain = (typeof CHAINS)[number]

export const ENTRY_KINDS = ['version', 'withdrawal', 'lock', 'result', 'restore'] as const
type EntryKind = (typeof ENTRY_KINDS)[number]

interface Place {
  /** 1 for the first entry of the chain. */
  entry: number
  /** When the entry was made by the database's clock, in milliseconds. */
  at: number
  /** The head of the chain before this entry, 64 hexadecimal digits. */
  previous: string
}

interface EntryBase extends Place {
  /** The draw by its scheduled date, even if it took place on another day. */
  game: string
  date: LagosDate
}

/** A forecast, or a later version of it. Times in milliseconds. */
export interface VersionEntry extends EntryBase {
  kind: 'version'
  forecast: number
  version: number
  author: number
  /** The end of staking; null for a day on which the game does not draw. */
  close: number | null
  lock: number | null
  form: PredictionForm | null
  numbers: readonly number[]
  /** SHA-256 of the reasons in UTF-8, and of the bytes of the picture. */
  reasonsHash: string | null
  imageHash: string | null
  /** 128 random bits, 32 hexadecimal digits, so that the numbers cannot be guessed from the fingerprint. */
  nonce: string
}

export interface WithdrawalEntry extends EntryBase {
  kind: 'withdrawal'
  forecast: number
}

/** A lock that moved. `to` is null when the draw was deleted or turned into "no draw". */
export interface LockEntry extends EntryBase {
  kind: 'lock'
  from: number | null
  to: number | null
  cause: LockCause
  /** The number of the person of staff; null for the program. */
  by: number | null
}

export const RESULT_STATES = ['drawn', 'no_draw', 'deleted'] as const
type ResultState = (typeof RESULT_STATES)[number]

/** A draw with forecasts that was recorded, corrected or deleted. */
export interface ResultEntry extends EntryBase {
  kind: 'result'
  state: ResultState
  /** The day on which the draw took place; it differs from `date` for a moved draw. */
  drawnOn: LagosDate | null
  /** Five numbers in drawing order; empty unless drawn. */
  winning: readonly number[]
  by: number | null
}

/**
 * The database was restored from a backup, and the entries after this entry's predecessor were lost. The chain had
 * `lostEntries` entries then, and `lostHead` was its head.
 */
export interface RestoreEntry extends Place {
  kind: 'restore'
  lostEntries: number
  lostHead: string
}

/** An entry about a draw. */
export type DrawEntry = VersionEntry | WithdrawalEntry | LockEntry | ResultEntry
export type LedgerEntry = DrawEntry | RestoreEntry

/** An entry that has no place in a chain yet. */
export type NewEntry<Entry extends LedgerEntry = LedgerEntry> = Entry extends LedgerEntry
  ? Omit<Entry, 'entry' | 'previous'>
  : never

/** SHA-256 of a text in UTF-8, as 64 lower-case hexadecimal digits. */
export type Hash = (text: string) => string | Promise<string>

/** `2026-11-22T10:00:00.000Z`, or `-` for null. */
export function instantText(instant: number | null): string {
  return instant === null ? '-' : new Date(instant).toISOString()
}

/**
 * The canonical text of an entry: one `key=value` line each, in a fixed order, each ended by a line feed. No value holds a
 * line feed, so different entries never have equal texts. `docs/ledger.md` publishes it; it never changes.
 */
export function canonicalText(entry: LedgerEntry): string {
  return LINES[entry.kind](entry as never)
    .map(([key, value]) => `${key}=${value ?? '-'}\n`)
    .join('')
}

type Line = [key: string, value: string | number | null]

const LINES: {
  [Kind in EntryKind]: (entry: Extract<LedgerEntry, { kind: Kind }>) => Line[]
} = {
  version: (entry) => [
    ['kind', 'version'],
    ['id', entry.forecast],
    ['version', entry.version],
    ['author', entry.author],
    ['game', entry.game],
    ['date', entry.date],
    ['close', instantText(entry.close)],
    ['lock', instantText(entry.lock)],
    ['form', entry.form],
    ['numbers', entry.numbers.join(',')],
    ['reasons', entry.reasonsHash],
    ['image', entry.imageHash],
    ['published', instantText(entry.at)],
    ['previous', entry.previous],
    ['nonce', entry.nonce],
  ],
  withdrawal: (entry) => [
    ['kind', 'withdrawal'],
    ['id', entry.forecast],
    ['game', entry.game],
    ['date', entry.date],
    ['at', instantText(entry.at)],
    ['previous', entry.previous],
  ],
  lock: (entry) => [
    ['kind', 'lock'],
    ['game', entry.game],
    ['date', entry.date],
    ['from', instantText(entry.from)],
    ['to', instantText(entry.to)],
    ['cause', entry.cause],
    ['by', entry.by],
    ['at', instantText(entry.at)],
    ['previous', entry.previous],
  ],
  result: (entry) => [
    ['kind', 'result'],
    ['game', entry.game],
    ['date', entry.date],
    ['state', entry.state],
    ['drawn', entry.drawnOn],
    ['winning', entry.winning.join(',') || null],
    ['by', entry.by],
    ['at', instantText(entry.at)],
    ['previous', entry.previous],
  ],
  restore: (entry) => [
    ['kind', 'restore'],
    ['lost_entries', entry.lostEntries],
    ['lost_head', entry.lostHead],
    ['at', instantText(entry.at)],
    ['previous', entry.previous],
  ],
}

/** The text whose hash is the head of an empty chain. */
export function genesisText(chain: Chain): string {
  return `lotto-forecast ledger 1 ${chain}\n`
}

/** The text whose hash is the new head: both as hexadecimal digits, without anything between them. */
export function headText(previousHead: string, fingerprint: string): string {
  return previousHead + fingerprint
}
