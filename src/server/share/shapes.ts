import { z } from 'zod'

/** A share picture as a page describes it: its path, and its text with the numbers. */
export const picture = z.strictObject({ path: z.string(), alt: z.string() })
