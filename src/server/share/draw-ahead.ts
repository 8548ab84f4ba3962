import { and, eq, isNull } from 'drizzle-orm'
import { lagosDate } from '../../domain/base/calendar.ts'
import { LIVE_LIMITS } from '../../domain/live/streams.ts'
import type { Services } from '../api/services.ts'
import { isAnyOf } from '../db/columns.ts'
import { draws } from '../tables/draws.ts'
import { renderPicture } from './render.ts'
import { type Drawing, shareDay, shareDraw } from './shares.ts'

/** The server's own share of the queue, beside those of networks. */
const OWN = 'server'

/** Draws the pictures of today's results as soon as they are published. Players share them within minutes. */
export function drawAhead(
  services: Pick<Services, 'db' | 'draws' | 'record' | 'settings' | 'clock' | 'log'>,
): void {
  const { db, clock, log } = services

  async function drawToday(ids: readonly number[]): Promise<void> {
    const now = await clock.now(db)
    const today = lagosDate(now)
    const rows = await db
      .select({ publicId: draws.publicId })
      .from(draws)
      .where(and(isAnyOf(draws.id, ids), eq(draws.date, today), isNull(draws.deletedAt)))
    if (rows.length === 0) return
    const found = await Promise.all(rows.map(({ publicId }) => shareDraw(services, publicId, now)))
    await Promise.all([...found, await shareDay(services, today, now)].map((one) => draw(one?.drawing)))
  }

  services.draws.onApplied((changes) => {
    const ids = changes.flatMap((change) => (change.kind === 'draws' ? change.ids.map(Number) : []))
    if (ids.length === 0 || ids.length >= LIVE_LIMITS.newsDraws) return
    drawToday(ids).catch((error: unknown) => log.debug({ error }, 'a share picture was not drawn ahead'))
  })
}

const draw = async (drawing: Drawing | null | undefined) => drawing && renderPicture(drawing.svg, OWN)
