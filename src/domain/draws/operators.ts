/** The operators of the games that a new database has. Staff may name others. */
export const OPERATORS = { premier: 'Premier Lotto', ghana: 'Ghana NLA' } as const
