import { z } from 'zod'
import { lagosDate } from '../../../platform/rules/base/calendar.ts'
import { PRICED_BETS, TICKET_BETS } from '../../../draws/rules/bets.ts'
import { ticketAnswer } from '../../rules/tickets/answer.ts'
import { endpoint, type Routes } from '../../../platform/server/api/endpoint.ts'
import { limitUse } from '../../../platform/server/api/mount.ts'
import { resultsLists } from '../../../draws/server/queries.ts'
import { ball, date, tableRow } from '../../../draws/server/shapes.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { loadMultipliers } from '../../../forecasts/server/ledger/multipliers.ts'

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
      /** Further lines of numbers, one a line, with the same bet. */
      lines: z.string().max(1000).default(''),
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
      /** The newest draws of each game, newest first. */
      newest: z.array(z.strictObject({ game: z.string(), name: z.string(), date })),
      /** For the phone, which checks tickets without a network. */
      multipliers: z.array(
        z.strictObject({
          operator: z.string(),
          bet: z.enum(PRICED_BETS),
          validFrom: date,
          times: z.number().nullable(),
        }),
      ),
      odds: z.array(z.strictObject({ bet: z.enum(TICKET_BETS), ...odds })),
      ticket: z
        .strictObject({
          bet: z.enum(TICKET_BETS),
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
      /** The draw of the day, or the newest one, with what each line won. */
      draw: tableRow
        .extend({
          tickets: z.array(
            z.strictObject({ numbers: z.array(ball), lines: z.int(), won: z.number().nullable() }),
          ),
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
      const snapshot = services.draws.current()
      const multipliers = await loadMultipliers(services.db)
      if (Object.values(query).some((value) => value !== '')) await limitUse(call, 'search')
      const { lastDrawn } = services.draws.derived('lists', resultsLists)
      const checked = ticketAnswer(query, { ...snapshot, lastDrawn, multipliers, today: lagosDate(now) })
      if (checked.answer) return checked.answer
      const [problem] = Object.entries(checked.fields) as [[string, string]]
      throw new Refusal('invalid-input', `${problem[0]}: ${problem[1]}`, { fields: checked.fields })
    },
  }),
} satisfies Routes
