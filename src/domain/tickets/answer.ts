import { dayOf, type LagosDate } from '../base/calendar.ts'
import { allocate, drawAt, findDraw, type GameDraws, type History, isDrawn } from '../draws/history.ts'
import { OPERATORS } from '../draws/operators.ts'
import { type Multiplier, multiplierOn } from '../record/score.ts'
import {
  chanceToWin,
  exampleOf,
  linesOf,
  linesWon,
  multiplierBet,
  returnOf,
  type Ticket,
  TICKET_BET_KEYS,
} from './bets.ts'
import { checkTicket, NEWEST, type PastWindow, TICKET_LIMITS } from './check.ts'
import { pastTicket } from './past.ts'

interface TicketGame {
  key: string
  name: string
  operator: string
}

/** A ticket as a call names it: numbers separated by spaces. */
type TicketQuery = Record<
  'bet' | 'numbers' | 'against' | 'lines' | 'lineOf' | 'stake' | 'game' | 'date' | 'draws',
  string
>

interface Known {
  games: readonly TicketGame[]
  history: History
  multipliers: readonly Multiplier[]
  today: LagosDate
}

/** Kobo of the naira back that every bet is compared by. */
const HUNDRED_NAIRA = 10_000
const NOTHING_ASKED = { ticket: null, past: null, problems: {} }

/** The answer of the ticket checker, on the server and on a phone without a network; or the fields that are wrong. */
export function ticketAnswer(query: TicketQuery, known: Known) {
  const { games, history, multipliers, today } = known
  const { numbers, against, lines, ...rest } = query
  const isAsked = Object.values(query).some((value) => value !== '')
  const typed = { ...rest, against: [against] }
  const {
    ticket,
    past: asked,
    problems,
  } = isAsked ? checkTicket({ ...typed, numbers: [numbers] }) : NOTHING_ASKED
  const newest = newestDraws(games, history)
  const past = asked?.game === NEWEST ? (newest[0] ? { ...asked, ...newest[0] } : null) : asked
  const further = ticket ? furtherTickets(lines, (line) => checkTicket({ ...typed, numbers: [line] })) : []
  const game = past ? games.find(({ key }) => key === past.game) : undefined
  const fields: Record<string, string> = {
    ...problems,
    ...(typeof further === 'string' && { lines: further }),
    ...(past && !game && { game: 'This game is not known.' }),
    ...(ticket && withoutEffect(query)),
  }
  if (Object.keys(fields).length > 0 || typeof further === 'string') return { fields }
  const operator = game?.operator ?? OPERATORS.premier
  const oddsOf = (one: Ticket, by: string) => {
    const times = multiplierOn(multipliers, by, multiplierBet(one), today)
    const back = times === null ? null : returnOf(one, times) * HUNDRED_NAIRA
    return { oneIn: 1 / chanceToWin(one), times, back }
  }
  return {
    answer: {
      games: games.map(({ key, name, operator: by }) => ({ key, name, operator: by })),
      operator: OPERATORS.premier,
      newest,
      multipliers: [...multipliers],
      odds: TICKET_BET_KEYS.map((bet) => ({
        bet,
        ...oddsOf(exampleOf(bet, HUNDRED_NAIRA), OPERATORS.premier),
      })),
      ticket: ticket && {
        ...ticket,
        lines: linesOf(ticket),
        cost: linesOf(ticket) * ticket.stake * (1 + further.length),
        operator,
        ...oddsOf(ticket, operator),
      },
      draw: ticket && past && game ? judgedDraw([ticket, ...further], past, game, known) : null,
      past: ticket && past && game ? pastAnswer(ticket, past, game, known) : null,
    },
  }
}

/** The further tickets of a text, one a line; a sentence for the first wrong one. */
function furtherTickets(text: string, check: (line: string) => ReturnType<typeof checkTicket>) {
  const tickets: Ticket[] = []
  const typed = text.split('\n').filter((line) => line.trim() !== '')
  if (typed.length > TICKET_LIMITS.lines) return `Enter at most ${TICKET_LIMITS.lines} lines.`
  for (const [i, line] of typed.entries()) {
    const { ticket, problems } = check(line)
    if (!ticket) return `Line ${i + 2}: ${problems.numbers ?? 'Please check it.'}`
    tickets.push(ticket)
  }
  return tickets
}

/** A sentence for each value that would change nothing, because the caller means another ticket. */
function withoutEffect({ bet, against, lineOf, game, date, draws }: TicketQuery) {
  return {
    ...(against && bet !== 'against' && { against: 'Only an against bet has a second set.' }),
    ...(lineOf && bet !== 'perm' && { lineOf: 'Only a perm has lines of a chosen size.' }),
    ...(!game && date && { date: 'A day needs a game.' }),
    ...(!game && draws && { draws: 'Past draws need a game.' }),
  }
}

/** The newest draws of all games, newest first, from which a ticket chooses. */
function newestDraws(games: readonly TicketGame[], history: History) {
  const found = games.flatMap(({ key, name }) => {
    const draws = history.games.get(key)
    const rows: { game: string; name: string; date: LagosDate }[] = []
    for (let i = (draws?.length ?? 0) - 1; i >= 0 && rows.length < TICKET_LIMITS.drawsOfGame; i--)
      if (isDrawn(draws!, i)) rows.push({ game: key, name, date: drawAt(draws!, i).date })
    return rows
  })
  return found.sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))
}

/** What the tickets won in the draw of a day, or in the newest one; null without that draw. */
function judgedDraw(
  tickets: readonly Ticket[],
  { date }: PastWindow,
  game: TicketGame,
  { history, multipliers }: Known,
) {
  const draws = history.games.get(game.key)
  const draw = draws && (date ? findDraw(history, game.key, dayOf(date)) : newestOf(draws))
  if (draw?.state !== 'drawn') return null
  const { game: _, ...row } = draw
  return {
    ...row,
    tickets: tickets.map((ticket) => {
      const lines = linesWon(ticket, draw.winning)
      const times = multiplierOn(multipliers, game.operator, multiplierBet(ticket), draw.date)
      const won = lines === 0 ? 0 : times === null ? null : lines * times * ticket.stake
      return { numbers: [...ticket.numbers, ...ticket.against], lines, won }
    }),
  }
}

function newestOf(draws: GameDraws) {
  for (let i = draws.length - 1; i >= 0; i--) if (isDrawn(draws, i)) return drawAt(draws, i)
  return undefined
}

/** What a ticket would have won, with the newest winning draws. */
function pastAnswer(
  ticket: Ticket,
  window: PastWindow,
  { key, name, operator }: TicketGame,
  { history, multipliers }: Known,
) {
  const draws = history.games.get(key) ?? allocate(key, 0)
  const { wins, ...result } = pastTicket(ticket, draws, window, operator, multipliers)
  return {
    game: key,
    name,
    operator,
    ...result,
    wonDraws: wins.length,
    wins: wins.slice(0, TICKET_LIMITS.shownDraws).map(({ i, lines, won }) => {
      const { game: _, ...row } = drawAt(draws, i)
      return { ...row, lines, won }
    }),
  }
}
