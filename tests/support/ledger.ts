// A short ledger and its download, for tests of the chain.
import { createHash } from 'node:crypto'
import { HOUR, instantAt, MINUTE, parseDate } from '../../src/domain/base/calendar.ts'
import {
  type Chain,
  canonicalText,
  genesisText,
  headText,
  type LedgerEntry,
  type NewEntry,
  type VersionEntry,
} from '../../src/domain/ledger/entries.ts'
import { type LedgerRow, rowOf } from '../../src/domain/ledger/rows.ts'
import { isSecret } from '../../src/domain/ledger/standing.ts'

export const hash = (text: string) => createHash('sha256').update(text).digest('hex')
export const DATE = parseDate('2026-11-23')!
export const CLOSE = instantAt(DATE, 15 * 60 + 30)
export const START = CLOSE - 24 * HOUR

export const version = (at: number, forecast: number, extra: Partial<VersionEntry> = {}) =>
  ({
    kind: 'version',
    at,
    game: 'bingo',
    date: DATE,
    forecast,
    version: 1,
    author: 1,
    close: CLOSE,
    lock: CLOSE - 15 * MINUTE,
    form: 'two_sure',
    numbers: [7, 42],
    reasonsHash: hash('=Counterpart of 52'),
    imageHash: null,
    nonce: hash(String(at)).slice(0, 32),
    ...extra,
  }) satisfies NewEntry<VersionEntry>

export const STORY: NewEntry[] = [
  version(START, 1),
  version(START + 1, 2, { author: 2, form: null, numbers: [90, 1, 13], reasonsHash: null }),
  version(START + 1, 1, { version: 2, numbers: [42, 7] }),
  { kind: 'withdrawal', at: START + 2, game: 'bingo', date: DATE, forecast: 2 },
  {
    kind: 'lock',
    at: START + 3,
    game: 'bingo',
    date: DATE,
    from: CLOSE - 15 * MINUTE,
    to: CLOSE - HOUR,
    cause: 'slot',
    by: null,
  },
  version(START + 4, 3, { lock: CLOSE - HOUR }),
  {
    kind: 'result',
    at: CLOSE + 1,
    game: 'bingo',
    date: DATE,
    state: 'drawn',
    drawnOn: DATE,
    winning: [1, 2, 3, 4, 5],
    by: 4,
  },
  {
    kind: 'lock',
    at: CLOSE + 2,
    game: 'bingo',
    date: DATE,
    from: CLOSE - HOUR,
    to: null,
    cause: 'no_draw',
    by: 4,
  },
  {
    kind: 'result',
    at: CLOSE + 2,
    game: 'bingo',
    date: DATE,
    state: 'no_draw',
    drawnOn: null,
    winning: [],
    by: 4,
  },
  { kind: 'restore', at: CLOSE + 3, lostEntries: 12, lostHead: hash('lost') },
]

/** The download of a story, at an instant. */
export function download(story: readonly NewEntry[], now = CLOSE + HOUR, chain: Chain = 'real'): LedgerRow[] {
  let head = hash(genesisText(chain))
  return story.map((part, i) => {
    const entry: LedgerEntry = { ...part, entry: i + 1, previous: head }
    const fingerprint = hash(canonicalText(entry))
    head = hash(headText(head, fingerprint))
    const hasReasons = entry.kind === 'version' && entry.reasonsHash !== null
    return rowOf(entry, {
      fingerprint,
      head,
      penName: 'Mama Ngozi',
      reasons: hasReasons ? '=Counterpart of 52' : null,
      isHidden: entry.kind === 'version' && isSecret(entry, now),
    })
  })
}
