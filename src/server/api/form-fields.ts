import { z } from 'zod'
import { type LagosDate, parseDate } from '../../domain/base/calendar.ts'

/** Reads an empty field of a filter form as absent. */
export const blankToUndefined = <Value>(value: Value) => (value === '' ? undefined : value)

/** A Lagos date in a query; an empty form field counts as absent. */
export const day = z
  .string()
  .refine((value) => value === '' || parseDate(value) !== null, 'Write the day as 2023-10-02.')
  .transform((value) => blankToUndefined(value) as LagosDate | undefined)
  .optional()
