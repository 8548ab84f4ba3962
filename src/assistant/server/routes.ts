import { z } from 'zod'
import { parseAddress, queryOf, writeAddress } from '../rules/answer/address.ts'
import * as records from '../rules/answer/records.ts'
import { aboutKept, chipsOf, examples, nearby, suggest } from '../rules/answer/suggest.ts'
import { priceWords } from '../rules/intents/help.ts'
import { INTENTS, type Query, type Slots } from '../rules/read/types.ts'
import { recordExtent } from '../rules/parts/scope.ts'
import { FIRST_YEAR, LAST_YEAR } from '../../platform/rules/base/calendar.ts'
import { hasSamples } from '../../draws/rules/history.ts'
import { offerWords } from '../../forecasts/rules/record/records.ts'
import { recordName } from '../../forecasts/rules/record/draws.ts'
import { koboOf } from '../../money/rules/prices.ts'
import { PAID_PLANS, planNeeded, PLAN_KEYS } from '../../platform/rules/access/plans.ts'
import { DRAW_TYPES, SEARCH_BOXES } from '../../platform/rules/base/balls.ts'
import { SEARCH_LIMITS } from '../../platform/rules/site/search-address.ts'
import { type Call, endpoint, type Routes } from '../../platform/server/api/endpoint.ts'
import { ball, tableRow } from '../../draws/server/shapes.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { limitUse } from '../../platform/server/api/mount.ts'

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

const suggestions = z.array(
  z.strictObject({
    question: z.string(),
    address: z.string(),
    /** Whether it explains every word of the text. */
    isWhole: z.boolean(),
    plan: z.enum(PLAN_KEYS),
  }),
)

const list = z.strictObject({
  /** What the text lacks, or why nothing answers it. */
  message: z.string(),
  suggestions,
  /** Questions for whom the text led to none. */
  examples: suggestions,
  /** What is kept, each with the address without it. */
  things: z.array(z.strictObject({ name: z.string(), address: z.string(), isQuestion: z.boolean() })),
  sample: z.boolean(),
  /** The draws on record. */
  record: z.strictObject({ draws: z.int(), from: z.string().nullable(), to: z.string().nullable() }),
})

const answer = list.pick({ suggestions: true, things: true, sample: true }).extend({
  address: z.string(),
  reading: z.string(),
  query: z.strictObject({ intent: z.enum(INTENTS), slots }),
  /** The plan that gets an answer, where the visitor's does not: then there is no figure. */
  plan: z.enum(PLAN_KEYS).nullable(),
  refusal: z.string(),
  value: z.unknown(),
  ball: typedBall.nullable(),
  figure: z.string(),
  /** The draws behind it. */
  basis: z.string(),
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
  /** Where all of them are. */
  screen: z.string().nullable(),
})

export const assistantRoutes = {
  'GET /api/assistant': endpoint({
    summary: 'Suggests full questions for a text, or answers a chosen one from the draws on record',
    access: 'assistant',
    followsDraws: true,
    query: z.strictObject({
      /** As typed. */
      question: text.optional(),
      /** The address of a question, whose things count where the text lacks some. */
      kept: text.optional(),
      /** The address of the question to answer. */
      chosen: text.optional(),
      /** An instant with offset, for tests. Production refuses it. */
      now: z.iso
        .datetime({ offset: true })
        .refine(isInCalendar, 'This time is too far from today.')
        .optional(),
    }),
    answer: z.union([list, answer]),
    async handle(call) {
      const { query, services } = call
      if (query.now !== undefined && services.settings.mode === 'production')
        throw new Refusal('invalid-input', 'now: Only a demo takes a time.', {
          fields: { now: 'Only a demo takes a time.' },
        })
      const now = query.now === undefined ? call.now : Date.parse(query.now)
      const { question = '', kept = '', chosen } = query
      await limitUse(call, chosen === undefined ? 'typing' : 'search')
      const data = services.draws.current()
      const context = records.contextOf(data, now)
      const sample = hasSamples(data.history)
      if (chosen !== undefined) {
        const asked = queryOf(chosen, context)
        if (!asked || records.isTooLong(asked, data))
          throw new Refusal('invalid-input', 'chosen: This is not a question.', {
            fields: { chosen: 'This is not a question.' },
          })
        const found = await answered(call, asked, now)
        return { ...found, suggestions: nearby(asked, context), things: chipsOf(asked, context), sample }
      }
      const before = parseAddress(kept)
      const things = before ? chipsOf(before, context) : []
      const found =
        question.trim() !== ''
          ? suggest(question, before, context)
          : { message: '', suggestions: before ? aboutKept(before, context) : [] }
      const instead = found.suggestions.length === 0 ? examples(context) : []
      return { ...found, examples: instead, things, sample, record: recordExtent(data) }
    },
  }),
} satisfies Routes

/** The answer of a question, or the plan that it needs. */
async function answered(call: Call<'assistant'>, query: Query, now: number) {
  const { person, services } = call
  const data = services.draws.current()
  const head = { address: writeAddress(query), reading: records.writeQuestion(query, data.games), query }
  const prices = services.prices.at(call.now)
  const plan = records.planOf(query.intent)
  if (!records.opensIntent(person, query.intent))
    return {
      ...head,
      ...records.NOTHING_SHOWN,
      plan,
      refusal: planNeeded(plan, koboOf(prices, plan)),
      value: null,
    }
  const value = records.valueOf(query, now, data)
  const shown = records.show(query, value, data)
  const { term } = query.slots
  const priced = PAID_PLANS.find((key) => key === term)
  const verdict = term === 'pro' || term === 'forecasts' ? await verdictWords(call) : null
  return {
    ...head,
    ...shown,
    plan: null,
    refusal: '',
    value,
    ...(priced && { figure: priceWords(priced, koboOf(prices, priced)) }),
    ...(verdict && (term === 'forecasts' ? { figure: verdict } : { notes: [...shown.notes, verdict] })),
  }
}

/** What the record says of all forecasts. */
async function verdictWords({ services: { record }, now }: Call<'assistant'>): Promise<string> {
  const all = (await record.current(now)).figures.get(recordName({ kind: 'house' }))
  return all ? `Our forecasts so far: ${offerWords(all.numbers)}.` : 'No forecast has been scored yet.'
}
