import { dayOf, type LagosDate, dateOfDay } from '../../../platform/rules/base/calendar.ts'
import {
  allocate,
  drawAt,
  findDraw,
  hasSamples,
  type GameDraws,
  type History,
  isDrawn,
  BALLS_PER_DRAW,
} from '../../../draws/rules/history.ts'
import { OPERATORS } from '../../../draws/rules/operators.ts'
import {
  chanceToWin,
  exampleOf,
  linesOf,
  judgeTicket,
  linesWon,
  luckOf,
  type Multiplier,
  multiplierBet,
  multiplierOn,
  returnOf,
  type Ticket,
  TICKET_BETS,
} from '../../../draws/rules/bets.ts'
import { checkTicket, NEWEST, type PastWindow, TICKET_LIMITS } from './check.ts'
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { centralRange, type CountRange, meanOf } from '../../../draws/rules/luck/distribution.ts'
import { sumOf } from '../../../draws/rules/luck/sums.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'

interface TicketGame {
  key: string
  name: string
  operator: string
}

const PARAMETERS = ['bet', 'numbers', 'against', 'lines', 'lineOf', 'stake', 'game', 'date', 'draws'] as const
/** A ticket as a call names it: numbers separated by spaces. */
type TicketQuery = Record<(typeof PARAMETERS)[number], string>

/** The ticket of a call's query. */
export const ticketQuery = (query: { get(name: string): string | null }) =>
  Object.fromEntries(PARAMETERS.map((name) => [name, query.get(name) ?? ''])) as TicketQuery

interface Known {
  games: readonly TicketGame[]
  /** The game that drew last. */
  lastDrawn: string | null
  history: History
  multipliers: readonly Multiplier[]
  today: LagosDate
}

/** Kobo of the naira back that every bet is compared by. */
const HUNDRED_NAIRA = 10_000
const NOTHING_ASKED = { ticket: null, past: null, problems: {} }

/** The answer of the ticket checker, on the server and on a phone without a network; or the fields that are wrong. */
export function ticketAnswer(query: TicketQuery, known: Known) {
  const { games, multipliers, today } = known
  const { numbers, against, lines, ...rest } = query
  const isAsked = Object.values(query).some((value) => value !== '')
  const typed = { ...rest, against: [against] }
  const {
    ticket,
    past: asked,
    problems,
  } = isAsked ? checkTicket({ ...typed, numbers: [numbers] }) : NOTHING_ASKED
  const newest = newestDraws(known)
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
      odds: TICKET_BETS.map((bet) => ({
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
      sample: hasSamples(known.history),
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

/** The newest draws of all games, newest day first, from which a ticket chooses. The first is the one that was drawn last. */
function newestDraws({ games, lastDrawn, history }: Known) {
  const found = games.flatMap(({ key, name }) => {
    const draws = history.games.get(key)
    const rows: { game: string; name: string; date: LagosDate }[] = []
    for (let i = (draws?.length ?? 0) - 1; i >= 0 && rows.length < TICKET_LIMITS.drawsOfGame; i--)
      if (isDrawn(draws!, i)) rows.push({ game: key, name, date: drawAt(draws!, i).date })
    return rows
  })
  const isLast = ({ game }: { game: string }) => Number(game === lastDrawn)
  return found.sort((a, b) => dayOf(b.date) - dayOf(a.date) || isLast(b) - isLast(a))
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
      const at = { operator: game.operator, date: draw.date }
      const won = judgeTicket(ticket, draw.winning, at, multipliers)
      return { numbers: [...ticket.numbers, ...ticket.against], ...won }
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
  const { wins, ...result } = pastTicket(ticket, draws, window, { operator, multipliers })
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

/** A draw in which lines of a ticket won. */
interface WonDraw {
  /** Its index among the game's draws. */
  i: number
  lines: number
  /** Kobo; null if the operator's multiplier of that day is not known. */
  won: number | null
}

/** What a ticket would have won in past draws. Amounts in kobo. */
interface PastTicket {
  /** The days of the first and the last draw; null without a draw. */
  from: LagosDate | null
  to: LagosDate | null
  draws: number
  cost: number
  /** The cost of the draws with a known multiplier, to compare with `won`. */
  pricedCost: number
  /** Null if no draw has a known multiplier. */
  won: number | null
  /** Draws whose multiplier is not known. They are part of `cost` and of the lines. */
  unpriced: number
  /** Winning lines of all draws. */
  lines: number
  /** The winning lines that luck gives: the mean, and the range of 19 of 20 such windows. */
  linesByLuck: number
  usualLines: CountRange
  /** The chance that luck brings back nothing. */
  nothingByLuck: number
  /** What luck brings back on average; null where `won` is. */
  wonByLuck: number | null
  /** Newest first. */
  wins: WonDraw[]
}

/** Checks a ticket in the draws of one game. Days without a draw do not count. */
export function pastTicket(
  ticket: Ticket,
  draws: GameDraws,
  { date, draws: window }: Pick<PastWindow, 'date' | 'draws'>,
  { operator, multipliers }: { operator: string; multipliers: readonly Multiplier[] },
): PastTicket {
  const at = drawsOf(draws, date, window)
  const bet = multiplierBet(ticket)
  const luck = luckOf(ticket)
  const mean = meanOf(luck)
  const costOfDraw = linesOf(ticket) * ticket.stake
  const result: PastTicket = {
    from: at.length > 0 ? dateOfDay(itemAt(draws.days, itemAt(at, -1))) : null,
    to: at.length > 0 ? dateOfDay(itemAt(draws.days, itemAt(at, 0))) : null,
    draws: at.length,
    cost: at.length * costOfDraw,
    pricedCost: 0,
    won: null,
    unpriced: 0,
    lines: 0,
    linesByLuck: mean * at.length,
    usualLines:
      at.length > 0 ? centralRange(sumOf([{ distribution: luck, times: at.length }])) : { low: 0, high: 0 },
    nothingByLuck: (1 - chanceToWin(ticket)) ** at.length,
    wonByLuck: null,
    wins: [],
  }
  for (const i of at) {
    const start = i * BALLS_PER_DRAW
    const lines = linesWon(ticket, draws.balls.subarray(start, start + DRAW_LIMITS.ballsPerSet))
    const times = multiplierOn(multipliers, operator, bet, dateOfDay(itemAt(draws.days, i)))
    const won = times === null ? null : lines * times * ticket.stake
    if (won === null) result.unpriced++
    else {
      result.pricedCost += costOfDraw
      result.won = (result.won ?? 0) + won
      result.wonByLuck = (result.wonByLuck ?? 0) + mean * times! * ticket.stake
    }
    result.lines += lines
    if (lines > 0) result.wins.push({ i, lines, won })
  }
  return result
}

/** The indexes of the draws of a window, newest first. A window of one draw with a date has the draw of that day alone. */
function drawsOf(draws: GameDraws, date: LagosDate | null, window: PastWindow['draws']): number[] {
  const until = date === null ? Infinity : dayOf(date)
  const most = window === 'all' ? Infinity : Number(window)
  const found: number[] = []
  for (let i = draws.length - 1; i >= 0 && found.length < most; i--)
    if (itemAt(draws.days, i) <= until && isDrawn(draws, i)) found.push(i)
  const isOther =
    window === '1' && date !== null && found.length > 0 && draws.days[itemAt(found, 0)] !== until
  return isOther ? [] : found
}
