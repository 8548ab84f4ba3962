import { z } from 'zod'
import { PREDICTION_FORMS } from '../../draws/rules/bets.ts'
import { ball, balls, date } from '../../draws/server/shapes.ts'

const form = z.enum(PREDICTION_FORMS).nullable()

/** What became of a forecast (`web/predictions/forecast.ts` says what each state means). */
const standing = z.discriminatedUnion('state', [
  z.strictObject({ state: z.enum(['open', 'waiting', 'withdrawn', 'after-lock', 'before-ledger']) }),
  z.strictObject({ state: z.literal('scored'), winning: balls, earlier: z.array(balls) }),
  z.strictObject({ state: z.literal('void'), reason: z.enum(['no-draw', 'early-draw']) }),
])

/** A forecast among the site's forecasts for its draw. */
export const forecastPlace = z.strictObject({
  nth: z.int(),
  of: z.int(),
  /** Of the 90 numbers; null while a forecast for the draw is secret. */
  covered: z.int().nullable(),
  /** The stamps at or before the lock; `time` in milliseconds. */
  stamps: z.array(z.strictObject({ authority: z.string(), time: z.number() })).readonly(),
})

/** Forecasts with a form, how many of them won, and how many guessing wins on average. */
export const winsByLuck = z.strictObject({ won: z.int(), forecasts: z.int(), byLuck: z.number() })

/** A forecast with the version that counts. Instants in milliseconds. */
export const forecast = z.strictObject({
  id: z.int(),
  game: z.string(),
  gameName: z.string(),
  operator: z.string(),
  date,
  closesAt: z.number().nullable(),
  form,
  numbers: z.array(ball).min(1),
  reasons: z.string().nullable(),
  penName: z.string().nullable(),
  version: z.int(),
  publishedAt: z.number(),
  /** 64 hexadecimal digits; null for a forecast from before the log. */
  fingerprint: z.string().nullable(),
  standing,
  /** The numbers of a version that was saved after the lock. */
  lateNumbers: z.array(ball).nullable(),
  /** Among the forecasts for its draw; null for a forecast from before the log. */
  place: forecastPlace.nullable(),
  withdrawn: z.strictObject({ at: z.number(), reason: z.string() }).nullable(),
})

/** With both names of the specification for the date and the picture. */
export const prediction = forecast.extend({
  predictionDate: date,
  image: z.string().nullable(),
  imageUrl: z.string().nullable(),
  /** The picture is on this server, not on another host. */
  imageIsOurs: z.boolean(),
  createdAt: z.number(),
})

/** The content of a version. */
const content = {
  game: z.string(),
  date,
  numbers: z.array(ball).min(1),
  form,
  reasons: z.string().nullable(),
  image: z.string().nullable(),
  version: z.int(),
}

/** A prediction for staff: its newest version, and the forecast as players see it. */
export const staffPrediction = z.strictObject({
  ...content,
  id: z.int(),
  gameName: z.string(),
  operator: z.string(),
  predictionDate: date,
  imageUrl: z.string().nullable(),
  imageIsOurs: z.boolean(),
  closesAt: z.number().nullable(),
  createdAt: z.number(),
  changedAt: z.number().nullable(),
  withdrawn: z.strictObject({ at: z.number(), reason: z.string() }).nullable(),
  /** Saved before the lock, so the version can be scored. */
  inTime: z.boolean(),
  /** From here on a version does not count; null for a day without a draw and from before the ledger. */
  lock: z.number().nullable(),
  forecast,
})

export const withVersions = staffPrediction.extend({
  versions: z.array(
    z.strictObject({ ...content, inTime: z.boolean(), at: z.number(), reason: z.string().nullable() }),
  ),
})
