import { endOfDay, lagosDate } from '../base/calendar.ts'

/** What a player hears of a game: every result, or only those in which the player's own numbers came. */
export const FOLLOWING = ['every', 'mine'] as const
export type Following = (typeof FOLLOWING)[number]

/** The game whose results a player of a lower plan gets live. */
export interface LiveGame {
  /** The key of the game; null without one. */
  game: string | null
  /** When it was last changed, in milliseconds; null for the first choice. */
  changedAt: number | null
}

/**
 * When a player may choose another live game, in milliseconds; null means now. The first choice is free, each later one is
 * a change, and a Lagos day has one: nobody hears of every game by changing after each draw.
 */
export function nextChangeAt({ changedAt }: Pick<LiveGame, 'changedAt'>, now: number): number | null {
  if (changedAt === null) return null
  const next = endOfDay(lagosDate(changedAt))
  return next > now ? next : null
}

/** The live game after a choice; null refuses it. Turning it off is always possible, and a later choice is a change. */
export function chooseLiveGame(known: LiveGame, game: string | null, now: number): LiveGame | null {
  if (game === known.game) return known
  const isFirst = known.game === null && known.changedAt === null
  if (isFirst) return { game, changedAt: null }
  return game !== null && nextChangeAt(known, now) !== null ? null : { game, changedAt: now }
}
