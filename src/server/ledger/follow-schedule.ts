import { and, eq } from 'drizzle-orm'
import { lagosDate, type LagosDate } from '../../domain/base/calendar.ts'
import { slotLeaves } from '../../domain/ledger/slot-leaves.ts'
import { LOG_RULES } from '../../domain/log/schedule.ts'
import type { Change } from '../audit/context.ts'
import type { Game } from '../../domain/draws/games.ts'
import { logLeaves } from '../tables/forecast-ledger.ts'
import { appendLeaves, type ChainEnd, instantText, lockLedger } from './append.ts'
import { numberOf } from './authors.ts'
import { placedLeaves } from './placed.ts'
import { revealsOfDraw } from './versions.ts'
import type { Db } from '../db/connect.ts'
import { endingsOf } from './draw-times.ts'

/** Appends the slots that follow from a change of the weekly times or of the calendar, in its transaction. */
export async function followSchedule({ tx, now, actor }: Change, games: readonly Game[]): Promise<void> {
  const end = await lockLedger(tx)
  if (end.size === 0) return
  const at = Math.max(now, end.at)
  const known = await placedLeaves(tx, end.chain, ['slot'])
  const missing = games.flatMap((game) =>
    slotLeaves(
      game,
      known.filter((slot) => slot.game === game.key),
      lagosDate(at),
    ),
  )
  if (missing.length === 0) return
  const by = await numberOf(tx, now, actor.userId)
  await appendLeaves(
    tx,
    end,
    missing.map((slot) => ({ leaf: { kind: 'slot', at: instantText(at), ...slot, by } })),
  )
}

/**
 * Voids the versions of a draw that was earlier than its close, after their reveals. Nothing happens for a draw whose
 * versions closed before, or which is void from as early.
 *
 * @param since when the draw was seen, or its new close, in milliseconds
 * @returns whether it voids a version that would have counted
 */
export async function voidEarly(
  tx: Db,
  end: ChainEnd,
  draw: { game: string; date: LagosDate },
  since: number,
  at: number,
  by: number | null,
): Promise<boolean> {
  const ofDraw = and(eq(logLeaves.gameKey, draw.game), eq(logLeaves.drawDate, draw.date))
  const versions = await placedLeaves(tx, end.chain, ['version'], ofDraw)
  const early = versions.filter(({ close }) => close !== null && since < Date.parse(close))
  if (early.length === 0) return false
  const endings = await endingsOf(tx, end, draw)
  if (endings.some((one) => one.kind === 'void' && (one.since === null || Date.parse(one.since) <= since)))
    return false
  const time = instantText(at)
  await appendLeaves(tx, end, [
    ...(await revealsOfDraw(tx, end.chain, draw, at)),
    { leaf: { kind: 'void', at: time, ...draw, cause: 'early', since: instantText(since), by } },
  ])
  return early.some(
    ({ time: saved, lock }) => saved < Date.parse(lock!) && saved >= since - LOG_RULES.earlyMargin,
  )
}
