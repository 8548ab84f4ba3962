import { z } from 'zod'
import { lagosDate } from '../../domain/base/calendar.ts'
import { allocate, drawAt, hasSamples } from '../../domain/draws/history.ts'
import { OPERATORS } from '../../domain/draws/operators.ts'
import { type Multiplier, multiplierOn } from '../../domain/record/multipliers.ts'
import {
  chanceToWin,
  exampleOf,
  linesOf,
  multiplierBet,
  returnOf,
  type Ticket,
  TICKET_BET_KEYS,
} from '../../domain/tickets/bets.ts'
import { checkTicket, type PastWindow, TICKET_LIMITS } from '../../domain/tickets/check.ts'
import { pastTicket } from '../../domain/tickets/past.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import { limitUse } from '../api/limit-use.ts'
import type { Snapshot } from '../draws/memory.ts'
import { ball, date, tableRow } from '../draws/shapes.ts'
import { Refusal } from '../http/refusal.ts'
import { loadMultipliers } from '../ledger/multipliers.ts'

/** Kobo of the naira back that every bet is compared by. */
const HUNDRED_NAIRA = 10_000

const odds = {
  /** One line or more wins in 1 of this many draws. */
  oneIn: z.number(),
  /** Naira for a winning line of ₦1 today; null if it is not known. */
  times: z.number().nullable(),
  /** Kobo that ₦100 brings back on average; null if the multiplier is not known. */
  back: z.number().nullable(),
}
const text = z.string().max(100).default('')

export const ticketRoutes = {
  'GET /api/ticket': endpoint({
    summary:
      'The odds of each bet; with a query also the lines and cost of a ticket, and what it would have won',
    access: 'signed-in',
    pausedByBreak: true,
    followsDraws: true,
    query: z.strictObject({
      bet: text,
      /** Numbers separated by spaces. */
      numbers: text,
      against: text,
      lineOf: text,
      stake: text,
      game: text,
      date: text,
      draws: text,
    }),
    answer: z.strictObject({
      games: z.array(z.strictObject({ key: z.string(), name: z.string(), operator: z.string() })),
      /** The operator whose multipliers the odds have. */
      operator: z.string(),
      odds: z.array(z.strictObject({ bet: z.enum(TICKET_BET_KEYS), ...odds })),
      ticket: z
        .strictObject({
          bet: z.enum(TICKET_BET_KEYS),
          numbers: z.array(ball).readonly(),
          against: z.array(ball).readonly(),
          lineOf: z.int(),
          stake: z.int(),
          lines: z.int(),
          cost: z.int(),
          operator: z.string(),
          ...odds,
        })
        .nullable(),
      past: z
        .strictObject({
          game: z.string(),
          name: z.string(),
          operator: z.string(),
          from: date.nullable(),
          to: date.nullable(),
          draws: z.int(),
          cost: z.int(),
          pricedCost: z.int(),
          won: z.number().nullable(),
          unpriced: z.int(),
          lines: z.int(),
          linesByLuck: z.number(),
          usualLines: z.strictObject({ low: z.int(), high: z.int() }),
          nothingByLuck: z.number(),
          wonByLuck: z.number().nullable(),
          /** Draws in which a line won; `wins` leaves out older ones. */
          wonDraws: z.int(),
          wins: z.array(tableRow.extend({ lines: z.int(), won: z.number().nullable() })),
        })
        .nullable(),
      sample: z.boolean(),
    }),
    async handle(call) {
      const { query, services, now } = call
      const { games, history } = services.draws.current()
      const { numbers, against, ...rest } = query
      const isAsked = Object.values(query).some((value) => value !== '')
      const { ticket, past, problems } = isAsked
        ? checkTicket({ ...rest, numbers: [numbers], against: [against] })
        : ODDS_ALONE
      const game = past ? games.find(({ key }) => key === past.game) : undefined
      const fields = {
        ...problems,
        ...(past && !game && { game: 'This game is not known.' }),
        ...(ticket && withoutEffect(query)),
      }
      const [problem] = Object.entries(fields)
      if (problem) throw new Refusal('invalid-input', `${problem[0]}: ${problem[1]}`, { fields })
      if (isAsked) await limitUse(call, 'search')

      const multipliers = await loadMultipliers(services.db)
      const today = lagosDate(now)
      const operator = game?.operator ?? OPERATORS.premier
      const oddsOf = (one: Ticket, by: string) => {
        const times = multiplierOn(multipliers, by, multiplierBet(one), today)
        const back = times === null ? null : returnOf(one, times) * HUNDRED_NAIRA
        return { oneIn: 1 / chanceToWin(one), times, back }
      }
      return {
        games: games.map(({ key, name, operator: by }) => ({ key, name, operator: by })),
        operator: OPERATORS.premier,
        odds: TICKET_BET_KEYS.map((bet) => ({
          bet,
          ...oddsOf(exampleOf(bet, HUNDRED_NAIRA), OPERATORS.premier),
        })),
        ticket: ticket && {
          ...ticket,
          lines: linesOf(ticket),
          cost: linesOf(ticket) * ticket.stake,
          operator,
          ...oddsOf(ticket, operator),
        },
        past: ticket && past && game ? pastAnswer(ticket, past, game, history, multipliers) : null,
        sample: hasSamples(history),
      }
    },
  }),
} satisfies Routes

const ODDS_ALONE = { ticket: null, past: null, problems: {} }

/** A sentence for each value that would change nothing, because the caller means another ticket. */
function withoutEffect({ bet, against, lineOf, game, date, draws }: Record<string, string>) {
  return {
    ...(against && bet !== 'against' && { against: 'Only an against bet has a second set.' }),
    ...(lineOf && bet !== 'perm' && { lineOf: 'Only a perm has lines of a chosen size.' }),
    ...(!game && date && { date: 'A day needs a game.' }),
    ...(!game && draws && { draws: 'Past draws need a game.' }),
  }
}

/** What a ticket would have won, with the newest winning draws. */
function pastAnswer(
  ticket: Ticket,
  window: PastWindow,
  { key, name, operator }: Snapshot['games'][number],
  history: Snapshot['history'],
  multipliers: readonly Multiplier[],
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
