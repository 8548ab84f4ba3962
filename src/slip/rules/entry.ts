import { addDays, type LagosDate, lagosDate, parseDate } from '../../platform/rules/base/calendar.ts'
import { BETS, linesOf, type Ticket, TICKET_BETS, type TicketBet } from '../../draws/rules/bets.ts'
import { checkTicket, readNumbers } from './tickets/check.ts'
import { formatNaira } from '../../platform/rules/base/words.ts'
import type { Verdict } from './judge.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'

/** Limits of what one player saves. */
export const SLIP_LIMITS = {
  entries: 50,
  numbers: 10,
  /** Days of the totals. */
  days: 30,
  /** Days from now until which an entry may begin or end. */
  ahead: 366,
  /** Judged draws of an answer. The totals count all. */
  judgedShown: 60,
  /** The judged draws that are shown at once. */
  judgedFirst: 5,
  /** The newest saved numbers that other screens offer. */
  offered: 3,
  /** Milliseconds for which a judged draw is news: those of today and of the night before. */
  newsMs: 18 * 3_600_000,
} as const

/** The bets of an entry: only to watch the numbers, or those of the ticket checker. */
export type SlipBet = 'watch' | TicketBet
export const SLIP_BET_KEYS: [SlipBet, ...SlipBet[]] = ['watch', ...TICKET_BETS]

/** Numbers that a player saved. The stake is 0 if the player only watches. */
export interface SlipEntry extends Ticket<SlipBet> {
  /** The key of a game; null for any game. */
  game: string | null
  /** The days of the first and the last draw; `until` is null without an end. */
  from: LagosDate
  until: LagosDate | null
  /** Whether the player wants to know of a win. */
  notify: boolean
  /** Milliseconds; undefined before it is saved. */
  savedAt?: number
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
 * Whether an entry plays in a draw. A ticket for a game goes with a draw that staff move: its days are those that name draws. One
 * for any game begins with the draws that were open when it was saved.
 * @param named the day that names the draw; another one than `date` for a moved draw
 */
export function playsIn(
  entry: Pick<SlipEntry, 'game' | 'from' | 'until' | 'savedAt'>,
  game: string,
  { date, named, closesAt }: { date: LagosDate; named: LagosDate; closesAt: number },
): boolean {
  const { savedAt = 0 } = entry
  if (entry.game !== null && entry.game !== game) return false
  if (entry.game === null && entry.from === date && lagosDate(savedAt) === date && closesAt <= savedAt)
    return false
  const day = entry.game === null ? date : named
  return entry.from <= day && (entry.until === null || day <= entry.until)
}

/**
 * Whether a slip lists an entry below its draws: it plays on after the draw that it waits for, or no draw shows it.
 * @param slip the draws that it shows, by the `id` of their entry
 */
export function isListed(
  { id, until }: Pick<SlipEntry, 'until'> & { id: number },
  slip: { waiting: readonly { entry: number; date: string }[]; judged: readonly { entry: number }[] },
): boolean {
  const next = slip.waiting.find(({ entry }) => entry === id)
  if (next) return until === null || until > next.date
  return until === null || !slip.judged.some(({ entry }) => entry === id)
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

/** `two sure ₦100`, `perm 3, ₦150` with the cost of a draw, `only watching`. */
export function betWords(entry: SlipEntry): string {
  const ticket = ticketOf(entry)
  if (!ticket) return 'only watching'
  const name = BETS[ticket.bet].name.toLowerCase()
  const cost = formatNaira(linesOf(ticket) * ticket.stake)
  return ticket.bet === 'perm' ? `${name} ${ticket.numbers.length}, ${cost}` : `${name} ${cost}`
}

/** `41`, `41 and 21`, `41, 21 and 7`. */
function listed(numbers: readonly number[]): string {
  const last = itemAt(numbers, -1)
  return numbers.length === 1 ? String(last) : `${numbers.slice(0, -1).join(', ')} and ${last}`
}

/** `41 came, 21 did not.`, `41 and 20 came.`, `None of 5 came.` */
export function cameWords(entry: Pick<SlipEntry, 'numbers' | 'against'>, came: readonly number[]): string {
  const all = numbersOf(entry)
  const missed = all.filter((number) => !came.includes(number))
  if (missed.length === 0) return `${listed(came)} came.`
  if (came.length > 0)
    return `${listed(came)} came, ${missed.length > 3 ? 'the others' : listed(missed)} did not.`
  return all.length > 3 ? `None of ${all.length} came.` : `${listed(missed)} did not come.`
}

/** The title of a win whose multiplier is not known: `Both came`, `41 came`, `3 numbers came`. */
export function unpricedWords(
  entry: Pick<SlipEntry, 'numbers' | 'against'>,
  came: readonly number[],
): string {
  if (came.length === 1) return `${came[0]} came`
  return came.length === 2 && numbersOf(entry).length === 2 ? 'Both came' : `${came.length} numbers came`
}

/** `You won ₦24,000` or {@link unpricedWords}. `No win`, or `1 of 2` for numbers that are only watched. */
export function verdictWords(
  entry: SlipEntry,
  { isWin, won, came }: Pick<Verdict, 'isWin' | 'won' | 'came'>,
) {
  if (isWin === null) return `${came.length} of ${numbersOf(entry).length}`
  if (!isWin) return 'No win'
  return won === null ? unpricedWords(entry, came) : `You won ${formatNaira(won)}`
}

/** An entry with a verdict that its player wants to hear of. */
export interface Hit {
  entry: SlipEntry
  verdict: Verdict
}

/** Whether a player wants to hear of a verdict: of a win, and of watched numbers that came. */
export const isHit = ({ isWin, came }: Verdict): boolean => isWin ?? came.length > 0

/** `Your two sure came in Diamond: ₦24,000 at Premier’s prices`, `Your 41 and 7 came in Gold`, with `, and 2 more`. */
export function hitsTitle(hits: readonly Hit[], game: { name: string; operator: string }): string {
  const paid = hits.reduce((sum, { verdict }) => sum + (verdict.won ?? 0), 0)
  const first = hits.find(({ verdict }) => verdict.isWin) ?? itemAt(hits, 0)
  const ticket = ticketOf(first.entry)
  const what = ticket ? BETS[ticket.bet].name.toLowerCase() : listed(first.verdict.came)
  const more = hits.length > 1 ? `, and ${hits.length - 1} more` : ''
  const amount = paid > 0 ? `: ${formatNaira(paid)} at ${game.operator.split(' ')[0]}’s prices` : ''
  return `Your ${what} came in ${game.name}${more}${amount}`
}
