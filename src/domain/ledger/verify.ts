/** The check of a whole ledger from its download (statistics.md, sections 1 and 8). */
import { parseDate } from '../base/calendar.ts'
import { type Chain, canonicalText, genesisText, type Hash, headText, type LedgerEntry } from './entries.ts'
import { entryOf, isHidden, type LedgerRow, unescaped } from './rows.ts'
import { revealedAt } from './standing.ts'

/** A head that was noted earlier: from the record's page, a shared picture, a receipt or a reminder. */
export interface NotedHead {
  entries: number
  head: string
}

export interface LedgerProblem {
  /** The number of the row, 1 for the first; null for the whole file. */
  row: number | null
  message: string
}

export interface LedgerReport {
  /** The entries of the file and the head that they lead to. */
  entries: number
  head: string
  /** Forecasts that are secret until their close. Their fingerprint is part of the chain, but their text is not checked. */
  hidden: number
  problems: readonly LedgerProblem[]
  /** The entries that can be read, in order. */
  readable: readonly LedgerEntry[]
}

interface VerifyOptions {
  chain: Chain
  hash: Hash
  /** When the file was downloaded, in milliseconds: a forecast may only be hidden before its close. */
  downloadedAt: number
  noted?: readonly NotedHead[]
}

/**
 * Replays a ledger. It finds entries that were deleted, reordered, back-dated or changed. Entries that were removed from
 * the end, or a chain that was rebuilt as a whole, differ only from a head that was noted earlier. A noted head that an
 * entry of kind `restore` names as lost is no problem: the loss is public.
 */
export async function verifyLedger(
  rows: readonly LedgerRow[],
  { chain, hash, downloadedAt, noted = [] }: VerifyOptions,
): Promise<LedgerReport> {
  const problems: LedgerProblem[] = []
  const readable: LedgerEntry[] = []
  let head = await hash(genesisText(chain))
  const heads = [head]
  const rules = new ChainRules()
  let hidden = 0
  for (const [i, row] of rows.entries()) {
    const complain = (message: string) => void problems.push({ row: i + 1, message })
    if (row.entry !== String(i + 1))
      complain(`This is entry ${row.entry || 'without a number'}, not ${i + 1}.`)
    if (row.previous !== head) complain('The head before it is not that of the entry above.')
    if (row.head !== (await hash(headText(head, row.fingerprint)))) complain('Its head does not follow.')
    head = row.head
    heads.push(head)
    if (isHidden(row)) {
      hidden++
      if (!(hiddenUntil(row) > downloadedAt)) complain('It is still hidden after its close.')
      rules.checkTime(row.at, complain)
      continue
    }
    const entry = entryOf(row)
    if (!entry) {
      complain('A cell cannot be read.')
      continue
    }
    if ((await hash(canonicalText(entry))) !== row.fingerprint)
      complain('Its text does not match the fingerprint.')
    if (entry.kind === 'version' && (await hashOfReasons(row, hash)) !== entry.reasonsHash)
      complain('Its reasons do not match their hash.')
    rules.checkTime(row.at, complain)
    rules.check(entry, complain)
    readable.push(entry)
  }
  const isDisclosed = ({ entries, head }: NotedHead) =>
    readable.some(
      (entry) => entry.kind === 'restore' && entry.lostEntries === entries && entry.lostHead === head,
    )
  for (const one of noted)
    if (heads[one.entries] !== one.head && !isDisclosed(one))
      problems.push({
        row: null,
        message: `The head after ${one.entries} entries is not the one that was noted.`,
      })
  return { entries: rows.length, head, hidden, problems, readable }
}

/** The instant from which a forecast must be readable, in milliseconds; NaN if its cells cannot be read. */
function hiddenUntil({ close, date: day }: LedgerRow): number {
  const date = parseDate(day)
  return date === null ? NaN : revealedAt({ date, close: close === '-' ? null : Date.parse(close) })
}

async function hashOfReasons({ reasons }: LedgerRow, hash: Hash): Promise<string | null> {
  return reasons === '' ? null : await hash(unescaped(reasons))
}

type Complain = (message: string) => void

/** The rules between entries that hold beside the hashes. */
class ChainRules {
  #at = -Infinity
  readonly #versions = new Map<number, { version: number; author: number }>()
  readonly #withdrawn = new Set<number>()
  readonly #locks = new Map<string, number>()

  checkTime(text: string, complain: Complain): void {
    const at = Date.parse(text)
    if (!(at >= this.#at)) complain('It is dated before the entry above.')
    else this.#at = at
  }

  check(entry: LedgerEntry, complain: Complain): void {
    if (entry.kind === 'restore') {
      if (entry.lostEntries < entry.entry) complain('It names no lost entries.')
      return
    }
    const draw = `${entry.date} ${entry.game}`
    const lock = this.#locks.get(draw) ?? Infinity
    if (entry.kind === 'version') {
      const last = this.#versions.get(entry.forecast)
      // Earlier versions of a hidden forecast may be hidden, too; later ones count up.
      if (last && entry.version !== last.version + 1) complain('Its version does not follow the one before.')
      if (last && entry.author !== last.author) complain('Its author differs from the version before.')
      if (this.#withdrawn.has(entry.forecast)) complain('The forecast was withdrawn before.')
      if (entry.lock !== null && (entry.lock > lock || entry.lock > (entry.close ?? Infinity)))
        complain('Its lock is later than it may be.')
      this.#versions.set(entry.forecast, entry)
    } else if (entry.kind === 'withdrawal') {
      if (this.#withdrawn.has(entry.forecast)) complain('The forecast was withdrawn before.')
      this.#withdrawn.add(entry.forecast)
    } else if (entry.kind === 'lock') {
      const isEarlier = entry.to !== null && entry.to < Math.min(lock, entry.from ?? Infinity)
      if (entry.to !== null && !isEarlier && entry.cause !== 'mistake') complain('The lock moves later.')
      if (entry.to !== null) this.#locks.set(draw, entry.to)
    }
  }
}
