import type { SQL } from 'drizzle-orm'
import type { LagosDate } from '../../platform/rules/base/calendar.ts'
import type { Change, Instant } from '../../platform/server/audit/context.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { openList } from '../../platform/server/base/open-list.ts'
import type { Game } from '../rules/games.ts'

/** A day of a game whose draw was written. */
export interface GameDay {
  game: string
  date: LagosDate
  /** The scheduled day of the draw, where staff moved it to a day that does not say so. */
  scheduledDate?: LagosDate | null
}

/**
 * The days that got, changed or lost a draw; both days of a draw that moved. An import has many, so its function finds only
 * those from a day on.
 */
export type WrittenDays = readonly GameDay[] | ((from: LagosDate) => Promise<GameDay[]>)

/** A text for the phones of people. */
interface News {
  title: string
  body: string
  path: string
  /** A later text with the same tag replaces it. */
  tag: string
  urgent: boolean
  /** Milliseconds. */
  expiresAt: number
}

/** What a room does with a change of draws or of their times, in the transaction of the change. */
export interface DrawFollower {
  /** After rows of draws were written, before the change log. */
  drawsWritten?: (unit: Change, games: readonly Game[], days: WrittenDays) => Promise<void>
  /** The same, but its failure does not stop the result: its job tries again. @param ids a text[] of the draws' ids */
  posts?: { queue: (unit: Instant, games: readonly Game[], ids: SQL) => Promise<void>; job: 'queue-posts' }
  /** The first real draws have removed the samples. */
  samplesRemoved?: (unit: Instant, games: readonly Game[]) => Promise<void>
  /** After a change of weekly times, or of the calendar. */
  timesChanged?: (unit: Change, games: readonly Game[]) => Promise<void>
  /** A draw has another time now. @param game with its new calendar, @param date the day that names the draw */
  drawMoved?: (unit: Change, game: Game, date: LagosDate, reason: string) => Promise<void>
  /** News of the calendar for those who follow one of the games. */
  calendarNews?: (unit: Instant, games: readonly string[], news: News) => Promise<void>
  /** The people whom that news reaches, by game. */
  calendarReaders?: (db: Db, games: readonly string[]) => Promise<ReadonlyMap<string, number>>
  /** News of late draws for staff. */
  lateNews?: (unit: Instant, news: News) => Promise<void>
}

/** The rooms that follow draws, in the order in which they take part. */
export const drawFollowers = openList<DrawFollower>('followers of draws')

/** Lets each follower take part, one after the other. */
export async function followers(work: (follower: DrawFollower) => Promise<void> | undefined): Promise<void> {
  for (const follower of drawFollowers.all()) await work(follower)
}

/** Tells the followers of a change of weekly times or of the calendar. */
export const followTimes = (unit: Change, games: readonly Game[]): Promise<void> =>
  followers((follower) => follower.timesChanged?.(unit, games))
