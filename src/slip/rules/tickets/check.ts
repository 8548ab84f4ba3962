import { parseBall } from '../../../platform/rules/base/balls.ts'
import { type LagosDate, parseDate } from '../../../platform/rules/base/calendar.ts'
import { BETS, type Ticket, TICKET_BETS, type TicketBet } from '../../../draws/rules/bets.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'

/** Limits of the ticket checker. */
export const TICKET_LIMITS = {
  /** Numbers of a perm. Five of fifteen are 3,003 lines. */
  permNumbers: 15,
  /** Numbers on each side of an against bet. */
  sideNumbers: 10,
  lineOf: [2, 3, 4, 5],
  /** Naira on each line. */
  lowestStake: 1,
  highestStake: 100_000,
  /** Further lines of numbers that are checked at once. */
  lines: 20,
  /** The newest draws of each game that the checker offers. */
  drawsOfGame: 4,
  /** Winning draws that an answer shows. */
  shownDraws: 26,
} as const

/** The past draws that a ticket is checked in. */
export const TICKET_WINDOWS = ['1', '10', '30', '100', 'all'] as const
type TicketWindow = (typeof TICKET_WINDOWS)[number]

/** The form as typed. A field of numbers may hold several: cells may stay empty, and a pasted list fills one cell. */
export interface TypedTicket {
  bet: string
  numbers: readonly string[]
  against: readonly string[]
  lineOf: string
  stake: string
  game: string
  date: string
  draws: string
}

/** The fields that a problem is shown at. */
type TicketField = 'bet' | 'numbers' | 'against' | 'lineOf' | 'stake' | 'game' | 'date' | 'draws'

/** What a ticket is checked in. */
export interface PastWindow {
  game: string
  /** The last day; null for the newest draw. */
  date: LagosDate | null
  draws: TicketWindow
}

type TicketProblems = Partial<Record<TicketField, string>>

export interface CheckedTicket {
  bet: TicketBet
  /** Null with a problem. */
  ticket: Ticket | null
  /** Null with a problem, or without a game. */
  past: PastWindow | null
  problems: TicketProblems
}

const KOBO = 100
export const USUAL_STAKE = '100'
/** In place of a game: the newest draw of all games judges. */
export const NEWEST = 'newest'
const COUNT_WORDS = [
  'no numbers',
  'one number',
  'two numbers',
  'three numbers',
  'four numbers',
  'five numbers',
]

/** How many numbers a bet has: at least, and at most. */
function sizesOf(bet: TicketBet, lineOf: number): readonly [least: number, most: number] {
  if (bet === 'perm') return [lineOf, TICKET_LIMITS.permNumbers]
  const { numbers } = BETS[bet]
  return numbers === null ? [1, TICKET_LIMITS.sideNumbers] : [numbers, numbers]
}

/** The bet whose form is shown; the first one without a known bet. */
const betOf = (typed: string): TicketBet => TICKET_BETS.find((bet) => bet === typed) ?? TICKET_BETS[0]

/** How many numbers a line of a perm has in the form; 2 without a known size. */
export const lineOfTyped = (typed: string): number =>
  TICKET_LIMITS.lineOf.find((size) => String(size) === typed) ?? 2

/** The ticket and the past draws of a form, with a sentence at each field that is wrong. */
export function checkTicket(typed: TypedTicket): CheckedTicket {
  const bet = betOf(typed.bet)
  if (bet !== typed.bet)
    return { bet, ticket: null, past: null, problems: { bet: 'Choose a bet of the list.' } }
  const lineOf = lineOfTyped(typed.lineOf)
  const problems: TicketProblems = {}
  const keep = <T>(field: TicketField, found: T | string): T | null => {
    if (typeof found !== 'string') return found
    problems[field] = found
    return null
  }
  if (typed.lineOf !== '' && typed.lineOf !== String(lineOf))
    problems.lineOf = 'A line has 2, 3, 4 or 5 numbers.'
  const numbers = keep('numbers', readNumbers(typed.numbers, sizesOf(bet, lineOf)))
  const others = bet === 'against' ? keep('against', readNumbers(typed.against, sizesOf(bet, lineOf))) : []
  const both = numbers?.find((number) => others?.includes(number))
  if (both !== undefined) problems.against = `${both} is on both sides.`
  const stake = keep('stake', readStake(typed.stake))
  const past = typed.game.trim() === '' ? null : readPast(typed, keep)
  const ticket =
    numbers && others && both === undefined && stake !== null && !problems.lineOf
      ? { bet, numbers, against: others, lineOf, stake: stake.kobo }
      : null
  return { bet, ticket, past, problems }
}

/** The values of a cell, which may hold a pasted list. */
const partsOf = (cell: string): string[] => cell.split(/[\s,;.\-–+]+/).filter((part) => part !== '')

/** The places of the cells with a value that is no number, or that an earlier cell has; none if only the count is wrong. */
export function wrongCells(cells: readonly string[]): number[] {
  const seen = new Set<number>()
  return cells.flatMap((cell, place) => {
    const numbers = partsOf(cell).map(parseBall)
    const isWrong = numbers.some((number) => number === null || seen.has(number))
    for (const number of numbers) if (number !== null) seen.add(number)
    return isWrong ? [place] : []
  })
}

/** The numbers of a field, or what is wrong with them. */
export function readNumbers(
  cells: readonly string[],
  [least, most]: readonly [number, number],
): number[] | string {
  const parts = cells.flatMap(partsOf)
  const numbers: number[] = []
  for (const part of parts) {
    const number = parseBall(part)
    if (number === null) return `“${part.slice(0, 10)}” is not a number from 1 to 90.`
    if (numbers.includes(number)) return `${number} is entered twice.`
    numbers.push(number)
  }
  const wanted = least === most ? itemAt(COUNT_WORDS, least) : `${least} to ${most} numbers`
  if (numbers.length < least) return `Enter ${wanted}.`
  if (numbers.length > most) return `Enter ${wanted}, not ${numbers.length}.`
  return numbers
}

function readStake(typed: string): { kobo: number } | string {
  const text = (typed.trim() === '' ? USUAL_STAKE : typed.trim()).replace(/^₦|,/g, '')
  const naira = /^\d{1,7}$/.test(text) ? Number(text) : 0
  const { lowestStake, highestStake } = TICKET_LIMITS
  return naira >= lowestStake && naira <= highestStake
    ? { kobo: naira * KOBO }
    : 'Enter a stake of ₦1 to ₦100,000, without kobo.'
}

function readPast(
  { game, date, draws }: TypedTicket,
  keep: <T>(field: TicketField, found: T | string) => T | null,
): PastWindow | null {
  const day = date.trim() === '' ? null : (parseDate(date.trim()) ?? undefined)
  if (day === undefined) keep('date', 'Enter a date, or leave it empty for the newest draw.')
  const window = draws === '' ? '1' : TICKET_WINDOWS.find((key) => key === draws)
  if (!window) keep('draws', 'Choose which draws.')
  return day === undefined || !window ? null : { game: game.trim(), date: day, draws: window }
}
