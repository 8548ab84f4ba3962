import { z } from 'zod'
import { ask } from '../rules/answer/ask.ts'
import { opensIntent } from '../rules/answer/decide.ts'
import { priceWords } from '../rules/intents/bets.ts'
import { show } from '../rules/answer/show.ts'
import { ASK_REASONS, INTENTS, LACKING, type Slots, STATUSES } from '../rules/read/types.ts'
import { FIRST_YEAR, LAST_YEAR } from '../../platform/rules/base/calendar.ts'
import { hasSamples } from '../../draws/rules/history.ts'
import { koboOf } from '../../money/rules/prices.ts'
import { opens, PAID_PLANS, planNeeded, PLAN_KEYS } from '../../platform/rules/access/plans.ts'
import { DRAW_TYPES, SEARCH_BOXES } from '../../platform/rules/base/balls.ts'
import { SEARCH_LIMITS } from '../../platform/rules/site/search-address.ts'
import { endpoint, type Routes } from '../../platform/server/api/endpoint.ts'
import { ball, tableRow } from '../../draws/server/shapes.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'

/** Whether the calendar has the years before and after a time. */
const isInCalendar = (time: string) => {
  const year = new Date(time).getUTCFullYear()
  return year > FIRST_YEAR && year < LAST_YEAR
}

const text = z.string().max(SEARCH_LIMITS.question)
const typedBall = z.strictObject({ number: ball, type: z.enum(DRAW_TYPES) })
/** Our own code made it. The schema does not parse it again. */
const slots = z.looseObject({}) as unknown as z.ZodType<Slots, Slots>
const namedRow = tableRow.extend({ game: z.string(), name: z.string(), operator: z.string() })
const marked = z.array(z.strictObject({ number: ball, type: z.enum(DRAW_TYPES), box: z.enum(SEARCH_BOXES) }))
const luck = z
  .strictObject({ value: z.number(), mean: z.number(), low: z.number(), high: z.number() })
  .nullable()
const fact = z.strictObject({ name: z.string(), value: z.string() })

export const assistantRoutes = {
  'GET /api/assistant': endpoint({
    summary: 'Answers a question about draws, numbers, games and bets from the draws on record',
    access: 'assistant',
    limit: 'search',
    followsDraws: true,
    query: z.strictObject({
      question: text,
      /** The question before it, which a follow-up builds on. */
      previous: text.optional(),
      /** An instant with offset, for tests. Production refuses it. */
      now: z.iso
        .datetime({ offset: true })
        .refine(isInCalendar, 'This time is too far from today.')
        .optional(),
    }),
    answer: z.strictObject({
      status: z.enum(STATUSES),
      reason: z.enum(ASK_REASONS).nullable(),
      lacks: z.enum(LACKING).nullable(),
      plan: z.enum(PLAN_KEYS).nullable(),
      reading: z.string().nullable(),
      query: z.strictObject({ intent: z.enum(INTENTS), slots }).nullable(),
      value: z.unknown(),
      suggestions: z.array(z.string()),
      unknown: z.array(z.string()),
      refusal: z.string(),
      ball: typedBall.nullable(),
      figure: z.string(),
      /** The count of the figure beside luck. */
      luck,
      facts: z.array(fact),
      lines: z.array(
        z.strictObject({
          ball: typedBall.nullable(),
          name: z.string(),
          value: z.string(),
          note: z.string(),
          luck,
        }),
      ),
      notes: z.array(z.string()),
      marked,
      total: z.int(),
      draws: z.array(namedRow),
      cases: z.int(),
      steps: z.array(z.array(namedRow.extend({ marked }))),
      links: z.array(z.strictObject({ path: z.string(), text: z.string() })),
      sample: z.boolean(),
    }),
    async handle(call) {
      const { query, person, services } = call
      if (query.now !== undefined && services.settings.mode === 'production')
        throw new Refusal('invalid-input', 'now: Only a demo takes a time.', {
          fields: { now: 'Only a demo takes a time.' },
        })
      const now = query.now === undefined ? call.now : Date.parse(query.now)
      const data = services.draws.current()
      const asked = ask(query, now, data, (intent) => opensIntent(person, intent))
      const isChartTest = asked.query?.intent === 'chart-test'
      const answer = isChartTest
        ? { ...asked, value: await services.worker.run('chart-result', undefined) }
        : asked
      const plan = answer.reason === 'plan' ? answer.plan : null
      const prices = services.prices.at(call.now)
      const priced = PAID_PLANS.find((key) => key === answer.query?.slots.term)
      return {
        ...answer,
        ...show(answer, data, opens(person, 'statistics')),
        ...(plan && { refusal: planNeeded(plan, koboOf(prices, plan)) }),
        ...(priced && { figure: priceWords(priced, koboOf(prices, priced)) }),
        sample: hasSamples(data.history),
      }
    },
  }),
} satisfies Routes
