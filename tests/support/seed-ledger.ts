// Fills the ledger of a running server, as months of publications and draws would.
import {
  addDays,
  HOUR,
  instantAt,
  type LagosDate,
  lagosDate,
  MINUTE,
} from '../../src/platform/rules/base/calendar.ts'
import { eq } from 'drizzle-orm'
import type { PredictionForm } from '../../src/draws/rules/bets.ts'
import type { Db } from '../../src/platform/server/db/connect.ts'
import { loadGames } from '../../src/draws/server/memory.ts'
import {
  appendLeaves,
  countForecasts,
  instantText,
  lockLedger,
  placedLeaves,
  endingsOf,
  startLog,
} from '../../src/forecasts/server/ledger/append.ts'
import { commit, revealsOfDraw } from '../../src/forecasts/server/ledger/versions.ts'
import { authors, logLeaves } from '../../src/forecasts/server/tables/forecast-ledger.ts'
import { predictions, predictionVersions } from '../../src/forecasts/server/tables/predictions.ts'

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

/** A publication or a result, as {@link publication} and {@link result} make them. */
export type Seed =
  | ReturnType<typeof publication>
  | ReturnType<typeof result>
  | { kind: 'withdrawal'; at: number; game: string; date: LagosDate; forecast: number }

/** Appends entries in the order of their times, each result after the reveals of its draw. */
export async function seedLedger({ services: { db } }: Server, entries: readonly Seed[]): Promise<void> {
  const inOrder = [...entries].sort((a, b) => a.at - b.at)
  await db.transaction(async (tx) => {
    let end = await startLog(tx, await lockLedger(tx), inOrder[0]!.at, await loadGames(tx))
    for (const entry of inOrder) {
      const { game, date, at } = entry
      if (entry.kind === 'result') {
        const last = (await endingsOf(tx, end, entry)).findLast(({ kind }) => kind === 'result')
        const { winning } = entry
        const leaf = { kind: 'result' as const, at: instantText(at), game, date, state: 'drawn' as const }
        end = await appendLeaves(tx, end, [
          ...(await revealsOfDraw(tx, end.chain, entry, at)),
          { leaf: { ...leaf, drawn: date, winning, replaces: last?.index ?? null, by: null } },
        ])
      } else if (entry.kind === 'withdrawal') {
        const id = entry.forecast
        const [first] = await placedLeaves(tx, end.chain, ['version'], eq(logLeaves.predictionId, id))
        const leaf = { kind: 'withdrawal' as const, at: instantText(at), forecast: first!.forecast }
        end = await appendLeaves(tx, end, [{ leaf: { ...leaf, by: first!.author }, prediction: id }])
      } else {
        const { forecast: id, author, form, numbers, close, lock } = entry
        const times = { closesAt: new Date(close), at: new Date(at) }
        const row = { id, gameKey: game, drawDate: date, chain: end.chain, authorId: author }
        await tx
          .insert(predictions)
          .overridingSystemValue()
          .values({ ...row, closesAt: times.closesAt, lockAt: new Date(lock), createdAt: times.at })
        const { draft, opening } = commit({
          prediction: id,
          forecast: (await countForecasts(tx, end)) + 1,
          version: 1,
          nth: (await countForecasts(tx, end, entry)) + 1,
          ...{ author, game, date, form, numbers, at, close, lock, reasons: null, image: null },
        })
        const content = { gameKey: game, drawDate: date, numbers: [...numbers], form, inTime: at < lock }
        await tx
          .insert(predictionVersions)
          .values({ ...content, ...times, predictionId: id, version: 1, opening })
        end = await appendLeaves(tx, end, [draft])
      }
    }
  })
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
    kind: 'version' as const,
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
  }
}

/** The recording of a draw, an hour after its close at 09:30 by default. */
export function result(
  date: LagosDate,
  winning: number[],
  { game = 'diamond', at = instantAt(date, 10 * 60 + 30) } = {},
) {
  return { kind: 'result' as const, at, game, date, winning }
}

/** One forecast and one draw a day up to yesterday; `hits(i)` of the numbers come in draw `i`, from 0. */
export function history(
  now: number,
  count: number,
  forecast: Omit<SeededForecast, 'date'>,
  hits: (i: number) => number,
): Seed[] {
  const misses = Array.from({ length: 90 }, (_, i) => 90 - i).filter(
    (ball) => !forecast.numbers.includes(ball),
  )
  return Array.from({ length: count }, (_, i) => {
    const date = addDays(lagosDate(now), i - count)
    const winning = [...forecast.numbers.slice(0, hits(i)), ...misses].slice(0, 5)
    return [publication({ ...forecast, date }), result(date, winning, { game: forecast.game ?? 'diamond' })]
  }).flat()
}
