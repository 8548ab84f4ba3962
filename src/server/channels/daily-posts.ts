import { and, eq, isNotNull } from 'drizzle-orm'
import { lagosDate, lagosMinutes } from '../../domain/base/calendar.ts'
import { CHANNEL_LIMITS } from '../../domain/channels/channels.ts'
import type { Services } from '../api/services.ts'
import { channelPosts, channels } from '../tables/channels.ts'
import { changePosts, queuePost } from './outbox/queue-posts.ts'
import { contentOf, isDayIn } from './post-content.ts'

/** Queues the schedule of the morning and the table of the day, each once, and edits a schedule that staff changed since. */
export async function queueDailyPosts(services: Services, now: number): Promise<void> {
  const { db } = services
  const today = lagosDate(now)
  const minutes = lagosMinutes(now)
  for (const channel of await db.select().from(channels)) {
    const isTableDue = minutes >= CHANNEL_LIMITS.tableAt || isDayIn(services, channel, today)
    const isMorning = minutes >= CHANNEL_LIMITS.scheduleAt && minutes < CHANNEL_LIMITS.scheduleUntil
    const due = [
      ...(channel.schedule && isMorning ? (['schedule'] as const) : []),
      ...(channel.table && isTableDue ? (['table'] as const) : []),
    ]
    for (const kind of due) {
      const content = await contentOf(services, channel, { kind, subject: today, text: null }, now)
      if (content) await db.transaction((tx) => queuePost({ tx, now }, channel.id, kind, today))
    }
  }
  const schedules = await db
    .select({ channel: channels, text: channelPosts.text })
    .from(channelPosts)
    .innerJoin(channels, eq(channels.id, channelPosts.channelId))
    .where(
      and(
        eq(channelPosts.kind, 'schedule'),
        eq(channelPosts.subject, today),
        eq(channelPosts.state, 'sent'),
        isNotNull(channelPosts.text),
      ),
    )
  for (const { channel, text } of schedules) {
    const content = await contentOf(services, channel, { kind: 'schedule', subject: today, text: null }, now)
    if (content && content.lines.join('\n') !== text)
      await db.transaction((tx) => changePosts({ tx, now }, 'schedule', [today]))
  }
}
