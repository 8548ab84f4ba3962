import { z } from 'zod'

/** The answer of a write that returns no data. */
export const done = z.strictObject({ done: z.literal(true) })
export const DONE: z.infer<typeof done> = { done: true }
