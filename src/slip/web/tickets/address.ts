import { drawOfDay, PATHS } from '../../../platform/rules/site/paths.ts'
import { BETS, TICKET_BETS, type TicketBet } from '../../../draws/rules/bets.ts'
import {
  type CheckedTicket,
  checkTicket,
  NEWEST,
  type TypedTicket,
  USUAL_STAKE,
} from '../../rules/tickets/check.ts'

/** Every parameter of {@link typedTicket}, and `lines`: further lines of numbers. */
export const TICKET_PARAMETERS = ['bet', 'number', 'against', 'lines', 'lineOf', 'stake', 'draw', 'past']

/** The bet of so many numbers, as long as the player names no other one. */
const betOfCount = (count: number): TicketBet =>
  count === 0 ? 'two_sure' : (TICKET_BETS.find((bet) => BETS[bet].numbers === count) ?? 'perm')

/** The form in the address bar. Number fields repeat. `draw` is the draw that judges, by game and day; without it the newest one. `past` is the window of {@link TypedTicket.draws}. */
export function typedTicket(search: URLSearchParams): TypedTicket {
  const text = (name: string) => search.get(name) ?? ''
  const [game = '', date = ''] = (text('draw') || NEWEST).split('.')
  const numbers = search.getAll('number')
  const bet = text('bet') || betOfCount(numbers.flatMap((cell) => cell.match(/\d+/g) ?? []).length)
  return {
    bet,
    numbers,
    against: bet === 'against' ? search.getAll('against') : [],
    lineOf: bet === 'perm' ? text('lineOf') : '',
    stake: text('stake'),
    game,
    date,
    draws: text('past') || 'all',
  }
}

/** A form that was sent, checked. Before that only the bet of a link can be wrong. */
export function checkedTicket(search: URLSearchParams): CheckedTicket {
  const checked = checkTicket(typedTicket(search))
  if (search.has('number') || (search.get('bet') && checked.problems.bet)) return checked
  return { ...checked, ticket: null, past: null, problems: {} }
}

/** The call behind the screen: the odds, and a complete ticket. */
export function ticketAddress(search: URLSearchParams): string {
  const { ticket, past, problems } = checkedTicket(search)
  if (!ticket || Object.keys(problems).length > 0) return '/api/ticket'
  const { bet, numbers, against, lineOf, stake } = ticket
  const lines = search.get('lines')
  const query = {
    bet,
    numbers: numbers.join(' '),
    ...(bet === 'against' && { against: against.join(' ') }),
    ...(bet === 'perm' && { lineOf: String(lineOf) }),
    ...(lines && { lines }),
    stake: String(stake / 100),
    ...(past && { game: past.game, draws: past.draws, ...(past.date && { date: past.date }) }),
  }
  return `/api/ticket?${new URLSearchParams(query)}`
}

interface Saved {
  bet: string
  numbers: readonly number[]
  against: readonly number[]
  lineOf: number
  stake: number
}

/** The checker with a saved ticket and a draw. */
export function checkPath(
  { bet, numbers, against, lineOf, stake }: Saved,
  game: string,
  date: string,
): string {
  const query = new URLSearchParams([
    ['bet', bet],
    ...numbers.map((number) => ['number', String(number)]),
    ...against.map((number) => ['against', String(number)]),
    ...(bet === 'perm' ? [['lineOf', String(lineOf)]] : []),
    ['stake', stake > 0 ? String(stake / 100) : USUAL_STAKE],
    ['draw', drawOfDay(game, date)],
  ])
  return `${PATHS.ticket}?${query}`
}
