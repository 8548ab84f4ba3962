import { lagosDate } from '../../domain/base/calendar.ts'
import type { Game } from '../../domain/draws/games.ts'
import { slotLeaves } from '../../domain/ledger/follow.ts'
import type { Db } from '../db/connect.ts'
import { installation } from '../tables/installation.ts'
import { appendLeaves, type ChainEnd, instantText } from './append.ts'
import { desc } from 'drizzle-orm'
import { endedLogs } from '../tables/forecast-ledger.ts'
import type { Chain } from '../../domain/ledger/entries.ts'

/** The origin of a log: the sample log of a demonstration is beside the real one, at `…/sample`. */
export const originOf = (origin: string, chain: Chain): string =>
  chain === 'real' ? origin : origin.replace(/[^/]*$/, 'sample')

/** The last part of an origin, under which the log is served: `1` of `lotto.example/log/1`. */
export const placeOfLog = (origin: string, chain: Chain): string => originOf(origin, chain).split('/').at(-1)!

/** A log that ended, without its files. */
export type EndedLog = Pick<
  typeof endedLogs.$inferSelect,
  'origin' | 'cause' | 'size' | 'left' | 'checkpoint'
>

/** The logs that ended, the last one first. */
export function loadEndedLogs(db: Db): Promise<EndedLog[]> {
  const { origin, cause, size, left, checkpoint } = endedLogs
  return db.select({ origin, cause, size, left, checkpoint }).from(endedLogs).orderBy(desc(endedLogs.at))
}

/** What the start of the next log says of the last one: `<origin> <size> <root>`; null before the first end. */
async function previousLog(tx: Db): Promise<(Pick<EndedLog, 'cause'> & { previous: string }) | null> {
  const [last] = await loadEndedLogs(tx)
  return last ? { cause: last.cause, previous: last.checkpoint.split('\n').slice(0, 3).join(' ') } : null
}

const FIRST = { cause: 'new', previous: null } as const

/** Starts a log with the whole schedule, if it has no leaf. @param at milliseconds */
export async function startLog(tx: Db, end: ChainEnd, at: number, games: readonly Game[]): Promise<ChainEnd> {
  if (end.size > 0) return end
  const [found] = await tx.select({ origin: installation.logOrigin }).from(installation)
  const origin = originOf(found!.origin!, end.chain)
  const time = instantText(at)
  const before = end.chain === 'real' ? await previousLog(tx) : null
  const slots = games.flatMap((game) => slotLeaves(game, [], lagosDate(at)))
  return appendLeaves(tx, end, [
    { leaf: { kind: 'start', at: time, origin, ...(before ?? FIRST) } },
    ...slots.map((slot) => ({ leaf: { kind: 'slot' as const, at: time, ...slot, by: null } })),
  ])
}
