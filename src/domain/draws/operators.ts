/** The operators of the games that a new database has. Staff may name others. */
export const OPERATORS = { premier: 'Premier Lotto', ghana: 'Ghana NLA' } as const

/** The colours that staff can give a game's stripe. Without one it has that of its operator. */
export const GAME_COLOURS = ['blue', 'orange', 'purple', 'teal', 'red'] as const
export type GameColour = (typeof GAME_COLOURS)[number]
