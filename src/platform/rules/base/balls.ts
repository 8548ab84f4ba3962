import { itemAt } from './lists.ts'

/** The positions of a number in a draw. `forth` is the spelling of the specification's keys. */
export const DRAW_TYPES = ['winning', 'machine'] as const
export type DrawType = (typeof DRAW_TYPES)[number]

export const BOXES = ['first_box', 'second_box', 'center_box', 'forth_box', 'last_box'] as const
export type Box = (typeof BOXES)[number]

type PositionKey = `${Box}_${DrawType}`

/** The draw types of a search: one of the two, or both. */
export const SEARCH_TYPES = [...DRAW_TYPES, 'both'] as const

/** The boxes of a search: one box, or any of the five of that draw type. */
export const SEARCH_BOXES = [...BOXES, 'any_box'] as const
export type SearchBox = (typeof SEARCH_BOXES)[number]

const WORDS: Record<SearchBox, string> = {
  first_box: 'First box',
  second_box: 'Second box',
  center_box: 'Center box',
  forth_box: 'Fourth box',
  last_box: 'Last box',
  any_box: 'Any box',
}

/** `First box`: the name of a box. */
export const boxName = (box: SearchBox) => WORDS[box]

/** `First box (winning)`: a position in words. */
export const positionWords = (box: SearchBox, type: DrawType): string => `${WORDS[box]} (${type})`

/** `first_box_winning`: the key of a position in the specification's calls. */
export const positionKey = (box: Box, type: DrawType): PositionKey => `${box}_${type}`

/** Five numbers in drawing order as the specification's list of `{position, number}`. */
export const positioned = (numbers: readonly number[], type: DrawType) =>
  numbers.map((number, i) => ({ position: positionKey(itemAt(BOXES, i), type), number }))

/** Limits of draws and games, for the server and the browser. */
export const DRAW_LIMITS = {
  /** Highest ball of the game; the lowest is 1. */
  highestBall: 90,
  ballsPerSet: 5,
  /** Serial numbers restart each year; twice a week gives about 104. */
  highestSerial: 999,
  /** How many days ahead a schedule is shown. */
  daysAhead: 7,
  gameName: 40,
} as const

/** The numbers from 1 to 90. */
export const ALL_NUMBERS: readonly number[] = Array.from({ length: DRAW_LIMITS.highestBall }, (_, i) => i + 1)

/** A string or a number as trimmed text; empty for any other value of a request. */
export const textOf = (value: unknown): string =>
  typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''

/** A ball from 1 to 90 from a number or a text ("07" is 7); null for anything else. */
export function parseBall(value: unknown): number | null {
  const text = textOf(value)
  if (!/^\d{1,2}$/.test(text)) return null
  const ball = Number(text)
  return ball >= 1 && ball <= DRAW_LIMITS.highestBall ? ball : null
}
