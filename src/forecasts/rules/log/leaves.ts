import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import type { LagosDate, Weekday } from '../../../platform/rules/base/calendar.ts'
import type { PredictionForm } from '../../../draws/rules/bets.ts'
import { sha256Hex } from './bytes.ts'
import { LEAF_RULES } from './leaf-fields.ts'

/** The entries of the record (format v 2): one line of compact JSON each (docs/ledger.md). */

/** What every leaf begins with. `at` is an instant in UTC, as `2026-11-22T14:30:00.000Z`. */
interface LeafBase {
  v: 2
  at: string
}

/** Why older records ended. Only `lost` is still written. */
export const END_CAUSES = ['lost', 'key', 'moved'] as const
type EndCause = (typeof END_CAUSES)[number]

/** The first leaf. `previous` is what the record continues: `<origin> <size> <head>`, or null. */
export interface StartLeaf extends LeafBase {
  kind: 'start'
  /** The address of the log without scheme. */
  origin: string
  cause: 'new' | 'migration' | EndCause
  previous: string | null
}

/** The time of a game's draws on a weekday from a day on. */
export interface SlotLeaf extends LeafBase {
  kind: 'slot'
  game: string
  weekday: Weekday
  /** `15:30` in Lagos; null for no draw. */
  close: string | null
  /** Minutes between lock and close. */
  margin: number
  from: LagosDate
  /** The number of the person of staff; null for a program. So are `by` and `author` of the other leaves. */
  by: number | null
}

/** The pen name of an author, as a salted hash ({@link textHash}). */
export interface AuthorLeaf extends LeafBase {
  kind: 'author'
  author: number
  name: string
}

/** A forecast, or a later version of it, without its numbers. */
export interface VersionLeaf extends LeafBase {
  kind: 'version'
  /** From 1 over the whole log. */
  forecast: number
  /** From 1. */
  version: number
  /** The place among the forecasts of all authors for the draw, from 1. */
  nth: number
  author: number
  game: string
  date: LagosDate
  /** Instants as in `at`; null on a day without a slot. */
  close: string | null
  lock: string | null
  form: PredictionForm | null
  /** How many numbers it has. */
  count: number
  commitment: string
}

export interface WithdrawalLeaf extends LeafBase {
  kind: 'withdrawal'
  forecast: number
  by: number
}

/** The numbers of a version and the rest of its {@link openingText}. */
export interface RevealLeaf extends LeafBase {
  kind: 'reveal'
  forecast: number
  version: number
  numbers: readonly number[]
  /** {@link textHash} of the reasons. */
  reasons: string | null
  /** SHA-256 of the picture's bytes. */
  image: string | null
  /** 256 random bits, 64 hexadecimal digits. */
  nonce: string
}

export interface ResultLeaf extends LeafBase {
  kind: 'result'
  game: string
  /** The scheduled day. */
  date: LagosDate
  state: 'drawn' | 'no_draw'
  /** The day on which the draw took place; null for "no draw". */
  drawn: LagosDate | null
  /** Five numbers in drawing order; none for "no draw". */
  winning: readonly number[]
  /** The index of the result that it corrects. */
  replaces: number | null
  by: number | null
}

/** The scores of a draw do not count: of the versions around an early draw, or of all. */
export interface VoidLeaf extends LeafBase {
  kind: 'void'
  game: string
  date: LagosDate
  cause: 'early' | 'deleted' | 'error'
  /** When the draw was seen; only with the cause `early`. */
  since: string | null
  by: number | null
}

/** The last leaf of an older record. It is never written. */
interface EndLeaf extends LeafBase {
  kind: 'end'
  cause: EndCause
  next: string
}

export type Leaf =
  | StartLeaf
  | SlotLeaf
  | AuthorLeaf
  | VersionLeaf
  | WithdrawalLeaf
  | RevealLeaf
  | ResultLeaf
  | VoidLeaf
  | EndLeaf

/** A leaf before it is written; the format's number is added. */
export type NewLeaf<L extends Leaf = Leaf> = L extends Leaf ? Omit<L, 'v'> : never

/** A draw as a text, for maps: `2026-11-23 bingo`. */
export const drawName = ({ game, date }: { game: string; date: string }): string => `${date} ${game}`

/** Bytes of a leaf, at most. */
const LEAF_BYTES = 1024

/** What is wrong with a line: the check of the verifier that it fails, and a sentence. */
interface LeafFault {
  check: 'N1' | 'N2' | 'N3'
  message: string
}

const NOT_COMPACT: LeafFault = { check: 'N2', message: 'The line is not compact JSON.' }

/** Reads a line of the record, without its line feed. A line that only its form is wrong with is read, too. */
export function readLeaf(line: string): { leaf?: Leaf; fault?: LeafFault } {
  if (line.length > LEAF_BYTES || !/^[ -~]+$/.test(line))
    return { fault: { check: 'N1', message: 'The line is not 1 to 1,024 printable ASCII characters.' } }
  let leaf: unknown = null
  try {
    leaf = JSON.parse(line)
  } catch {
    // Reported below.
  }
  if (leaf === null || typeof leaf !== 'object') return { fault: NOT_COMPACT }
  const given = Object.entries(leaf)
  const rules = Object.entries(LEAF_RULES.get((leaf as Partial<Leaf>).kind) ?? {})
  const fits =
    rules.length > 0 &&
    given.length === rules.length &&
    rules.every(([key, rule], i) => itemAt(given, i)[0] === key && rule(itemAt(given, i)[1]))
  if (JSON.stringify(leaf) !== line) return { ...(fits && { leaf: leaf as Leaf }), fault: NOT_COMPACT }
  return fits
    ? { leaf: leaf as Leaf }
    : { fault: { check: 'N3', message: 'The keys or values are not those of its kind.' } }
}

/**
 * The line of a leaf, without its line feed.
 *
 * @throws Error for a value that is not of the form of its key, so that no such leaf is ever stored
 */
export function leafText(leaf: NewLeaf): string {
  const keys = Object.keys(present(LEAF_RULES.get(leaf.kind)))
  const all: Record<string, unknown> = { v: 2, ...leaf }
  const line = JSON.stringify(Object.fromEntries(keys.map((key) => [key, all[key]])))
  const { fault } = readLeaf(line)
  if (fault) throw new Error(`${fault.message} ${line}`)
  return line
}

/** The text that a version commits to. The nonce hides it, and the other fields bind it to its version and author. */
export function openingText({
  forecast,
  version,
  author,
  numbers,
  reasons,
  image,
  nonce,
}: Pick<RevealLeaf, 'forecast' | 'version' | 'numbers' | 'reasons' | 'image' | 'nonce'> & {
  author: number
}): string {
  return JSON.stringify({ v: 2, kind: 'opening', forecast, version, author, numbers, reasons, image, nonce })
}

/** The commitment of a `version` leaf. */
export const commitmentOf = (opening: Parameters<typeof openingText>[0]): string =>
  sha256Hex(openingText(opening))

/**
 * The hash of a text that its author can have erased: pen name or reasons. Text and salt are kept outside the record.
 *
 * @param salt 64 hexadecimal digits
 */
export const textHash = (salt: string, erasable: string): string => sha256Hex(`${salt}\n${erasable}`)

/** A line of `texts.jsonl`: the salt and the text of a {@link textHash}. */
export interface ErasableText {
  salt: string
  text: string
}

/** What the start of a record says of the one before it; null for the first one. */
export function beginningWords({ cause, previous }: Pick<StartLeaf, 'cause' | 'previous'>): string | null {
  if (cause === 'new') return null
  const [, origin, size] = /^(\S+) (\d+) \S+$/.exec(previous ?? '') ?? []
  const before = origin ? `${origin}, which had ${size} entries` : 'an earlier one'
  const why = cause === 'lost' ? 'Entries of it were lost. ' : ''
  return `This record follows ${before}. ${why}A head of that record that you kept shows what it had.`
}
