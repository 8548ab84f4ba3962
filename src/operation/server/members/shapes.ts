import { z } from 'zod'
import { date } from '../../../draws/server/shapes.ts'
import { PAID_PLANS } from '../../../platform/rules/access/plans.ts'
import { staffPrediction } from '../../../forecasts/server/shapes.ts'

const byPlan = z.record(z.enum(PAID_PLANS), z.int())

/** The data of the staff's overview page. Amounts are in kobo, instants in milliseconds. Null: outside the caller's rights. */
export const overview = z.strictObject({
  /** False while the disk of the database is full. */
  writes: z.boolean(),
  /** Open alarms about money, and the oldest of them. */
  alarms: z
    .strictObject({
      open: z.int(),
      first: z.array(
        z.strictObject({
          id: z.int(),
          meaning: z.string(),
          reference: z.string(),
          hasPayment: z.boolean(),
          raisedAt: z.int(),
        }),
      ),
    })
    .nullable(),
  /** The open alarms about late draws, and the first of them: those that nobody has acknowledged, then the oldest. */
  lateDraws: z
    .strictObject({
      open: z.int(),
      first: z.array(
        z.strictObject({
          id: z.int(),
          gameName: z.string(),
          date,
          expectedAt: z.int(),
          raisedAt: z.int(),
          acknowledged: z
            .strictObject({ at: z.int(), by: z.string(), note: z.string().nullable() })
            .nullable(),
        }),
      ),
    })
    .nullable(),
  /** What staff still decide after a restore from a backup; null when nothing is left. */
  restore: z
    .strictObject({ at: z.int(), backupAt: z.int(), paymentsClosed: z.boolean(), heldMails: z.int() })
    .nullable(),
  users: z.int().nullable(),
  predictions: z.int(),
  /** Predictions that players can still follow: they count, and their draw has not closed. */
  openPredictions: z.int(),
  /** The five of the latest draw dates. */
  recent: z.array(staffPrediction).nullable(),
  /** The latest entries of the audit trail. */
  activity: z
    .array(
      z.strictObject({
        id: z.int(),
        at: z.number(),
        who: z.string(),
        /** The action as a sentence without its actor. */
        did: z.string(),
      }),
    )
    .nullable(),
  draws: z.strictObject({
    /** Draws of today by their state for staff; `sample`: players see a generated result. */
    counts: z.strictObject({
      due: z.int(),
      late: z.int(),
      entered: z.int(),
      sample: z.int(),
      coming: z.int(),
    }),
    /** The late draws of today by the name of the game, in the order of their closes. */
    late: z.array(z.strictObject({ gameName: z.string(), expectedAt: z.int() })),
    /** The next draw to close; null after the last one of today. */
    next: z.strictObject({ gameName: z.string(), closesAt: z.int() }).nullable(),
    /** Draws of earlier days without a record, as the desk lists them. */
    missing: z.int(),
  }),
  /** Users by plan: `paying` paid for it, `given` got it from staff. */
  paying: byPlan.nullable(),
  given: byPlan.nullable(),
  /** Payments less refunds and lost disputes, by Lagos month; the last month is the current one. */
  revenue: z.array(z.strictObject({ month: date, kobo: z.int() })).nullable(),
  /** Sign-ups and added records by Lagos day; the last day is today. */
  signUps: z.array(z.strictObject({ date, count: z.int() })).nullable(),
  expiring: z
    .strictObject({
      count: z.int(),
      first: z.array(
        z.strictObject({ uid: z.string(), email: z.string(), plan: z.enum(PAID_PLANS), endsAt: z.number() }),
      ),
    })
    .nullable(),
})
