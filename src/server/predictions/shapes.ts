import { z } from 'zod'
import { PREDICTION_FORM_KEYS } from '../../domain/predictions.ts'
import { ball, date } from '../draws/shapes.ts'

/** The content of a version. */
const content = {
  game: z.string(),
  date,
  numbers: z.array(ball).min(1),
  form: z.enum(PREDICTION_FORM_KEYS).nullable(),
  reasons: z.string().nullable(),
  image: z.string().nullable(),
  /** Saved before the lock, so the version can be scored. */
  inTime: z.boolean(),
  version: z.int(),
}

/** A prediction with its newest version. Instants in milliseconds. */
export const prediction = z.strictObject({
  ...content,
  id: z.int(),
  gameName: z.string(),
  operator: z.string(),
  predictionDate: date,
  imageUrl: z.string().nullable(),
  /** The picture is on this server, not on another host. */
  imageIsOurs: z.boolean(),
  closesAt: z.number().nullable(),
  createdAt: z.number(),
  changedAt: z.number().nullable(),
  withdrawn: z.strictObject({ at: z.number(), reason: z.string() }).nullable(),
})

export const withVersions = prediction.extend({
  versions: z.array(z.strictObject({ ...content, at: z.number(), reason: z.string().nullable() })),
})
