import { PATHS } from '../../domain/site/paths.ts'
import type { TicketBet } from '../../domain/tickets/bets.ts'
import { type CheckedTicket, checkTicket, type TypedTicket } from '../../domain/tickets/check.ts'

/** Every parameter of {@link typedTicket}. */
export const TICKET_PARAMETERS = ['bet', 'number', 'against', 'lineOf', 'stake', 'game', 'date', 'draws']

/** The form in the address bar. Number fields repeat. */
export function typedTicket(search: URLSearchParams): TypedTicket {
  const text = (name: string) => search.get(name) ?? ''
  return {
    bet: text('bet'),
    numbers: search.getAll('number'),
    against: search.getAll('against'),
    lineOf: text('lineOf'),
    stake: text('stake'),
    game: text('game'),
    date: text('date'),
    draws: text('draws'),
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
  const query = {
    bet,
    numbers: numbers.join(' '),
    ...(bet === 'against' && { against: against.join(' ') }),
    ...(bet === 'perm' && { lineOf: String(lineOf) }),
    stake: String(stake / 100),
    ...(past && { game: past.game, draws: past.draws, ...(past.date && { date: past.date }) }),
  }
  return `/api/ticket?${new URLSearchParams(query)}`
}

/** The screen with the form of a bet. */
export const betPath = (bet: TicketBet) => `${PATHS.ticket}?bet=${bet}`
