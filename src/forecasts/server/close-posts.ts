import { sql } from 'drizzle-orm'
import { PREDICTION_LIMITS } from '../rules/predictions.ts'
import { clockOf, dayOf, formatDayMonth, lagosDate } from '../../platform/rules/base/calendar.ts'
import { formatCount } from '../../platform/rules/base/words.ts'
import { scheduleOf } from '../../draws/rules/day-result.ts'
import { findDraw } from '../../draws/rules/history.ts'
import { headText } from '../rules/log/head.ts'
import { drawName } from '../rules/log/leaves.ts'
import { queuePost } from '../../reach/server/channels/outbox/queue-posts.ts'
import { channels } from '../../reach/server/channels/tables.ts'
import type { Services } from '../../platform/server/api/services.ts'
import { replayOf } from './ledger-facts.ts'

/**
 * Queues one post in each channel for each draw that has just closed, with the number of its forecasts and the newest head:
 * what a channel shows to everybody cannot be taken back. It is never edited.
 */
export async function queueClosePosts(
  { db, draws, ledger, recordCopy }: Services,
  now: number,
): Promise<void> {
  const { games, history } = draws.current()
  const date = lagosDate(now)
  const due = scheduleOf(games, date).filter(
    ({ game, schedule: { closesAt } }) =>
      closesAt <= now &&
      now - closesAt < PREDICTION_LIMITS.closePostMs &&
      !findDraw(history, game.key, dayOf(date)),
  )
  if (due.length === 0) return
  const record = await ledger.current()
  const size = record.items.length
  const head = record.heads.head(size)
  if (record.chain !== 'real' || size === 0 || head === null || !(await recordCopy.isWhole())) return
  for (const { game, schedule } of due) {
    const count = replayOf(record).draws.get(drawName({ game: game.key, date }))?.forecasts.length ?? 0
    const forecasts =
      count === 0 ? 'no forecasts' : count === 1 ? '1 forecast' : `${formatCount(count)} forecasts`
    const text = `${game.name}, ${formatDayMonth(date)}, ${clockOf(schedule.closesAt)}: ${forecasts}\nRecord ${headText({ size, head })}`
    await db.transaction(async (tx) => {
      const posting = await tx
        .select()
        .from(channels)
        .where(sql`${game.key} = any(${channels.games})`)
      for (const { id } of posting)
        await queuePost(
          { tx, now },
          { channelId: id, kind: 'text', subject: `close ${drawName({ game: game.key, date })}`, text },
        )
    })
  }
}
