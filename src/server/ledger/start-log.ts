import { lagosDate } from '../../domain/base/calendar.ts'
import type { Game } from '../../domain/draws/games.ts'
import { slotLeaves } from '../../domain/ledger/slot-leaves.ts'
import type { Db } from '../db/connect.ts'
import { installation } from '../tables/installation.ts'
import { appendLeaves, type ChainEnd, instantText } from './append.ts'
import { previousLog } from './ended-logs.ts'
import { originOf } from './origin.ts'

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
