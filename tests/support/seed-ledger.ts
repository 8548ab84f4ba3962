// Fills the ledger of a running server, as months of publications and draws would.
import {
  addDays,
  HOUR,
  instantAt,
  type LagosDate,
  lagosDate,
  MINUTE,
} from '../../src/domain/base/calendar.ts'
import type { NewEntry } from '../../src/domain/ledger/entries.ts'
import type { PredictionForm } from '../../src/domain/predictions/predictions.ts'
import type { Db } from '../../src/server/db/connect.ts'
import { appendEntries, lockLedger } from '../../src/server/ledger/append.ts'
import { newNonce } from '../../src/server/ledger/hashes.ts'
import { authors } from '../../src/server/tables/forecast-ledger.ts'

interface Server {
  services: { db: Db }
}

/** Adds an author and returns the number. */
export async function addAuthor({ services: { db } }: Server, penName: string): Promise<number> {
  const [row] = await db
    .insert(authors)
    .values({ penName, createdAt: new Date(0) })
    .returning({ id: authors.id })
  return row!.id
}

/** Appends entries in the order of their times. */
export async function seedLedger({ services: { db } }: Server, entries: readonly NewEntry[]): Promise<void> {
  const inOrder = [...entries].sort((a, b) => a.at - b.at)
  await db.transaction(async (tx) => appendEntries(tx, await lockLedger(tx), inOrder))
}

let lastForecast = 1000

interface SeededForecast {
  date: LagosDate
  numbers: number[]
  form?: PredictionForm | null
  author: number
  game?: string
  /** Hours from the publication to the close. */
  lead?: number
}

/** A forecast for a draw at 09:30. */
export function publication({
  date,
  numbers,
  form = null,
  author,
  game = 'diamond',
  lead = 12,
}: SeededForecast) {
  const close = instantAt(date, 9 * 60 + 30)
  return {
    kind: 'version',
    at: close - lead * HOUR,
    game,
    date,
    forecast: ++lastForecast,
    version: 1,
    author,
    close,
    lock: close - 15 * MINUTE,
    form,
    numbers,
    reasonsHash: null,
    imageHash: null,
    nonce: newNonce(),
  } satisfies NewEntry
}

/** The recording of a draw, an hour after its close at 09:30 by default. */
export function result(
  date: LagosDate,
  winning: number[],
  { game = 'diamond', at = instantAt(date, 10 * 60 + 30) } = {},
) {
  return {
    kind: 'result',
    at,
    game,
    date,
    state: 'drawn',
    drawnOn: date,
    winning,
    by: null,
  } satisfies NewEntry
}

/** One forecast and one draw a day up to yesterday; `hits(i)` of the numbers come in draw `i`, from 0. */
export function history(
  now: number,
  count: number,
  forecast: Omit<SeededForecast, 'date'>,
  hits: (i: number) => number,
): NewEntry[] {
  const misses = Array.from({ length: 90 }, (_, i) => 90 - i).filter(
    (ball) => !forecast.numbers.includes(ball),
  )
  return Array.from({ length: count }, (_, i) => {
    const date = addDays(lagosDate(now), i - count)
    const winning = [...forecast.numbers.slice(0, hits(i)), ...misses].slice(0, 5)
    return [publication({ ...forecast, date }), result(date, winning, { game: forecast.game ?? 'diamond' })]
  }).flat()
}
