import { addDays, type LagosDate, parseDate } from '../base/calendar.ts'
import { TICKET_BET_KEYS, type Ticket, type TicketBet } from '../tickets/bets.ts'
import { checkTicket, readNumbers } from '../tickets/check.ts'

/** Limits of what one player saves. */
export const SLIP_LIMITS = {
  entries: 50,
  numbers: 10,
  /** Days of the totals. */
  days: 30,
  /** Days from now until which an entry may begin or end. */
  ahead: 366,
} as const

/** The bets of an entry: only to watch the numbers, or those of the ticket checker. */
export type SlipBet = 'watch' | TicketBet
export const SLIP_BET_KEYS: [SlipBet, ...SlipBet[]] = ['watch', ...TICKET_BET_KEYS]

/** Numbers that a player saved. The numbers are different. */
export interface SlipEntry {
  /** The key of a game; null for any game. */
  game: string | null
  bet: SlipBet
  numbers: readonly number[]
  /** The other set of an against bet; empty for other bets. */
  against: readonly number[]
  /** How many numbers a line of a perm has. */
  lineOf: number
  /** Kobo on each line; 0 if the player only watches. */
  stake: number
  /** The days of the first and the last draw; `until` is null without an end. */
  from: LagosDate
  until: LagosDate | null
  /** Whether the player wants to know of a win. */
  notify: boolean
}

/** An entry as typed. Numbers may be pasted, such as `41-21`. */
export interface TypedEntry {
  bet: string
  numbers: string
  against: string
  lineOf: string
  /** Naira. */
  stake: string
  /** Empty for any game. */
  game: string
  /** Empty for the next draw. */
  from: string
  /** Whether the entry plays in one draw only. */
  once: boolean
  /** Empty without an end. */
  until: string
  notify: boolean
}

/** The ticket of an entry; null if the player only watches. */
export const ticketOf = ({ bet, ...rest }: SlipEntry): Ticket | null =>
  bet === 'watch' ? null : { bet, ...rest }

/** All numbers of an entry, both sides of an against bet included. */
export const numbersOf = ({ numbers, against }: Pick<SlipEntry, 'numbers' | 'against'>) => [
  ...numbers,
  ...against,
]

/**
 * Whether an entry plays in a draw. A ticket for a game goes with a draw that staff move: its days are those that name draws.
 * @param named the day that names the draw; another one than `date` for a moved draw
 */
export function playsIn(
  entry: Pick<SlipEntry, 'game' | 'from' | 'until'>,
  game: string,
  { date, named }: { date: LagosDate; named: LagosDate },
): boolean {
  if (entry.game !== null && entry.game !== game) return false
  const day = entry.game === null ? date : named
  return entry.from <= day && (entry.until === null || day <= entry.until)
}

type Problems = Partial<Record<keyof TypedEntry, string>>

/**
 * The entry of a form, or a sentence for each field that is wrong.
 * @param nextDraw the day that names the next draw of the chosen game; null if none is planned, undefined for an unknown game
 */
export function checkEntry(
  typed: TypedEntry,
  today: LagosDate,
  nextDraw: LagosDate | null | undefined,
): { entry: SlipEntry } | { problems: Problems } {
  const { game, once, notify } = typed
  const problems: Problems = {}
  const bet = betOf(typed, problems)
  if (nextDraw === undefined) problems.game = 'Choose a game of the list.'
  const latest = addDays(today, SLIP_LIMITS.ahead)
  const from = typed.from === '' ? (nextDraw ?? today) : parseDate(typed.from)
  if (!from || from > latest) problems.from = 'Choose a day up to the coming year.'
  const until = once ? from : typed.until === '' ? null : parseDate(typed.until)
  if (!once && typed.until !== '' && (!until || !from || until < from || until > latest))
    problems.until = 'Choose a day of the coming year, not before the first draw.'
  if (!bet || Object.keys(problems).length > 0) return { problems }
  return { entry: { ...bet, game: game || null, from: from!, until, notify } }
}

type Bet = Pick<SlipEntry, 'bet' | 'numbers' | 'against' | 'lineOf' | 'stake'>

/** The bet with its numbers; null with problems. */
function betOf(typed: TypedEntry, problems: Problems): Bet | null {
  if (typed.bet === 'watch') {
    const numbers = readNumbers([typed.numbers], [1, SLIP_LIMITS.numbers])
    if (typeof numbers !== 'string') return { bet: 'watch', numbers, against: [], lineOf: 2, stake: 0 }
    problems.numbers = numbers
    return null
  }
  const { ticket, problems: found } = checkTicket({
    ...typed,
    numbers: [typed.numbers],
    against: [typed.against],
    game: '',
    date: '',
    draws: '',
  })
  if (ticket && numbersOf(ticket).length > SLIP_LIMITS.numbers)
    found.numbers = `Enter at most ${SLIP_LIMITS.numbers} numbers.`
  Object.assign(problems, found)
  return ticket
}
