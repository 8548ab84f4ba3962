/** The operators of the games that a new database has. Staff may name others. */
export const OPERATORS = { premier: 'Premier Lotto', ghana: 'Ghana NLA' } as const

const PEOPLES_NAMES: Readonly<Record<string, string | undefined>> = { [OPERATORS.premier]: 'Baba Ijebu' }

/** An operator with the name that players use for it: `Premier Lotto (Baba Ijebu)`. */
export function knownAs(operator: string): string {
  const name = PEOPLES_NAMES[operator]
  return name ? `${operator} (${name})` : operator
}

/** More names would fill a title. */
const MOST_IN_TITLE = 2

/** What stands for a game's operator in a title: its names, or `Lotto` while it is not known, and for many operators. */
export function inTitle(operators: readonly string[]): string {
  const named = operators.filter(Boolean)
  return (named.length <= MOST_IN_TITLE && named.map(knownAs).join(' and ')) || 'Lotto'
}

/** The colours that staff can give a game's stripe. Without one it has that of its operator. */
export const GAME_COLOURS = ['blue', 'orange', 'purple', 'teal', 'red'] as const
export type GameColour = (typeof GAME_COLOURS)[number]
