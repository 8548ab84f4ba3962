/** What a player hears of a game: every result, or only those in which the player's own numbers came. */
export const FOLLOWING = ['every', 'mine'] as const
export type Following = (typeof FOLLOWING)[number]
