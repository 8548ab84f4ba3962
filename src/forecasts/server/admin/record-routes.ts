import { z } from 'zod'
import { type LagosDate, parseDate } from '../../../platform/rules/base/calendar.ts'
import { OPERATORS } from '../../../draws/rules/operators.ts'
import { PRICED_BETS } from '../../../draws/rules/bets.ts'
import { endpoint, type Routes, write } from '../../../platform/server/api/endpoint.ts'
import { date } from '../../../draws/server/shapes.ts'
import { Refusal, refusedField } from '../../../platform/server/http/refusal.ts'
import { addMultiplier, loadMultipliers } from '../ledger/multipliers.ts'
import { countStandings, type Standing, standings } from '../../rules/ledger/standing.ts'
import { entryAt, type LedgerSnapshot, ERASED } from '../ledger/memory.ts'
import { replayOf } from '../ledger-facts.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { eq, sql } from 'drizzle-orm'
import { PREDICTION_LIMITS } from '../../rules/predictions.ts'
import { change, type Context } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { appendChange } from '../../../platform/server/changes/append.ts'
import { authors } from '../tables/forecast-ledger.ts'
import { predictions, predictionVersions } from '../tables/predictions.ts'
import { reason } from '../../../platform/server/api/form-fields.ts'

const count = z.int()
const counts = z.strictObject({
  published: count,
  byState: z.strictObject({
    open: count,
    waiting: count,
    scored: count,
    withdrawn: count,
    'after-lock': count,
    void: count,
  }),
})

const multiplier = z.strictObject({
  operator: z.string(),
  bet: z.enum(PRICED_BETS),
  validFrom: date,
  /** Naira back for a line of ₦1 that wins; null if the operator does not take the bet. */
  times: z.int().nullable(),
})

export const forecastRecordRoutes = {
  'GET /api/admin/forecast-record': endpoint({
    summary: 'The forecasts by their standing, of all authors and of each, and the multipliers',
    access: 'publish-forecasts',
    fresh: true,
    answer: z.strictObject({
      sample: z.boolean(),
      house: counts,
      authors: z.array(z.strictObject({ author: z.int(), penName: z.string(), counts })),
      operators: z.array(z.string()),
      /** All multipliers ever entered. */
      multipliers: z.array(multiplier),
    }),
    async handle({ services: { db, draws, ledger }, now }) {
      const snapshot = await ledger.current()
      const operators = draws.current().games.map(({ operator }) => operator)
      return {
        sample: snapshot.chain === 'sample',
        ...standingCounts(snapshot, now),
        operators: [...new Set([...Object.values(OPERATORS), ...operators])],
        multipliers: await loadMultipliers(db),
      }
    },
  }),

  'POST /api/admin/multipliers': write({
    summary: 'Add what an operator pays for a bet from a day on; earlier rows stay',
    access: 'publish-forecasts',
    effect: 'edits-forecasts',
    creates: 'once-by-form',
    fresh: true,
    body: z.strictObject({
      operator: z.string(),
      bet: z.enum(PRICED_BETS),
      validFrom: z
        .string()
        .refine((value) => parseDate(value) !== null, 'Write the day as 2023-10-02.')
        .transform((value) => value as LagosDate),
      times: z.int('Enter a whole number.').min(1, 'At least 1.').max(PREDICTION_LIMITS.times).nullable(),
    }),
    status: 201,
    async handle({ context, services: { draws }, body }) {
      const { operator } = body
      const known = [...Object.values(OPERATORS), ...draws.current().games.map((game) => game.operator)]
      if (!known.includes(operator)) throw refusedField('operator', 'There is no such operator.')
      await addMultiplier(context, body)
    },
  }),

  'POST /api/admin/log-texts/erase': write({
    summary: 'Erase the reasons of a forecast, or the pen names of an author; numbers and times stay proved',
    access: 'operate',
    effect: 'erases-texts',
    body: z.strictObject({
      of: z.enum(['author', 'forecast']),
      number: z.int().min(1, 'Write its number.').max(PREDICTION_LIMITS.entryNumber),
      reason,
    }),
    handle: ({ services: { db }, now, actor, body }) => eraseTexts({ db, now, actor }, body),
  }),
} satisfies Routes

/** How many forecasts are in each state: of all authors, and of each, in the order of their first forecasts. */
function standingCounts(ledger: LedgerSnapshot, now: number) {
  const replayed = replayOf(ledger)
  const all = standings(replayed, now)
  const countsOf = (some: Iterable<Standing>) => {
    const { published, byState } = countStandings(some, replayed)
    return { published, byState }
  }
  const authors = Map.groupBy(all.values(), ({ version }) => version.author)
  return {
    house: countsOf(all.values()),
    authors: [...authors].map(([author, own]) => {
      const { penName } = entryAt(ledger.items, itemAt(own, 0).version.entry)
      return { author, penName: penName ?? `Author ${author}`, counts: countsOf(own) }
    }),
  }
}

/** The texts of an author or of a forecast that the log has as salted hashes only. */
interface ErasableOf {
  of: 'author' | 'forecast'
  /** The number of the author, or of the forecast in its address. */
  number: number
  reason: string
}

/**
 * Erases the reasons of all versions of a forecast, or the pen names of an author, who is `Author 3` from then on, with their
 * salts. Numbers and times stay. The rows beside the copy are written again without them. To erase
 * again changes nothing else.
 *
 * @throws Refusal not-found
 */
async function eraseTexts(context: Context, { of, number, reason }: ErasableOf): Promise<void> {
  await change(context, async (unit) => {
    const { tx, now } = unit
    const found =
      of === 'author'
        ? await tx.update(authors).set({ penName: null }).where(eq(authors.id, number)).returning()
        : await tx.select().from(predictions).where(eq(predictions.id, number))
    if (found.length === 0) throw new Refusal('not-found', `There is no ${of} ${number}.`)
    await tx.execute(
      of === 'author'
        ? sql`delete from log_texts where hash in (
            select leaf::json->>'name' from (
              select leaf from log_leaves where kind = 'author'
              union all select unnest(string_to_array(rtrim(record, E'\n'), E'\n')) from ended_logs
            ) as authors where leaf::json->>'kind' = 'author' and leaf::json->>'author' = ${String(number)})`
        : sql`delete from log_texts where hash in (
            select opening::json->>'reasons' from prediction_versions where prediction_id = ${number})`,
    )
    if (of === 'forecast')
      await tx
        .update(predictionVersions)
        .set({ reasons: null })
        .where(eq(predictionVersions.predictionId, number))
    const subject = of === 'author' ? `author:${number}` : `prediction:${number}`
    await recordAudit(unit, 'log.erase-texts', subject, { reason })
    await appendChange({ tx, now }, 'ledger', [ERASED])
    if (of === 'forecast') await appendChange({ tx, now }, 'predictions', [number])
  })
}
