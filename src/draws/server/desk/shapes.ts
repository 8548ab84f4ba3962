import { z } from 'zod'
import { type LagosDate, parseDate } from '../../../platform/rules/base/calendar.ts'
import { DRAW_SOURCES, DRAW_STATES, type DrawInput } from '../../rules/draw.ts'
import { numberIn, oneValue } from '../../../platform/server/api/form-fields.ts'
import { balls, calendarChange, date, schedule, slot, tableRow } from '../shapes.ts'

/** The warnings that the user has read. A draw with further warnings is refused with confirmation-needed. */
export const seen = z.array(z.string().max(400)).max(20).optional()

/** Values of a draw as they are typed. The domain's rules check them. */
const typed = z.union([z.string().max(40), z.number()])
const typedText = z.string().max(40).optional()
/** Five values, or a text with commas between them. */
const typedNumbers = z.union([z.array(typed).max(20), z.string().max(400)]).optional()
export const drawBody = z.strictObject({
  game: typedText,
  date: typedText,
  serial: typed.nullish(),
  status: z.enum(['ok', 'no_draw']).optional(),
  winning: typedNumbers,
  machine: typedNumbers,
  /** The specification's names of the same values. */
  gameName: typedText,
  resultDate: typedText,
  winningNumbers: typedNumbers,
  machineNumbers: typedNumbers,
})

/** Reduces a body to one name per value. @throws Refusal invalid-input when two names have different values */
export function drawInput(body: Partial<z.output<typeof drawBody>>): DrawInput {
  const { game, gameName, date: day, resultDate, winning, winningNumbers, machine, machineNumbers } = body
  return {
    game: oneValue({ game, gameName }),
    date: oneValue({ date: day, resultDate }),
    serial: body.serial,
    status: body.status,
    winning: listOf(oneValue({ winning, winningNumbers })),
    machine: listOf(oneValue({ machine, machineNumbers })),
  }
}

const listOf = (numbers: z.output<typeof typedNumbers> = []) =>
  typeof numbers === 'string' ? numbers.split(',').filter((part) => part.trim() !== '') : numbers

export const id = z.strictObject({
  id: numberIn('This is not the ID of a draw.'),
})
export const version = z.int().min(1)
export const written = z.strictObject({ id: z.int(), version: z.int() })
/** The id is that of the draw or, in the state `held`, of the result that is about to be published. */
export const recorded = written.extend({
  state: z.enum([...DRAW_STATES, 'held']),
  warnings: z.array(z.string()),
  /** When a held result is published that can be undone until then, in milliseconds. */
  publishAt: z.number().nullish(),
})
const drawn = tableRow.omit({ sample: true })

const deskDraw = drawn.extend({
  id: z.int(),
  version: z.int(),
  source: z.enum(DRAW_SOURCES),
})
export const savedDraw = deskDraw.extend({ game: z.string() })
/** A result that can still be undone. */
export const heldResult = drawn.extend({
  id: z.int(),
  game: z.string(),
  by: z.string().nullable(),
  mine: z.boolean(),
  /** When it is published if nobody undoes it, in milliseconds. */
  publishAt: z.number(),
})
export const deskGame = z.strictObject({
  key: z.string(),
  name: z.string(),
  operator: z.string(),
  order: z.int(),
  active: z.boolean(),
  slots: z.array(slot).readonly(),
  changes: z.array(calendarChange).readonly(),
  schedule: schedule.nullable(),
  draw: deskDraw.nullable(),
  /** The game's latest real draw before that day. */
  before: z.strictObject({ date, winning: balls, machine: balls }).nullable(),
  /** The draws that are missing directly before that day, as a sentence. */
  gap: z.string().nullable(),
  /** The serial number that the draw of that day most likely has. */
  nextSerial: z.int().nullable(),
})
export const listed = deskDraw.extend({
  game: z.string(),
  by: z.string().nullable(),
  at: z.number(),
  corrections: z.int(),
})

export const after = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d\.\d{1,15}$/, 'This is not the cursor of a page.')
  .refine((value) => parseDate(value.slice(0, 10)) !== null, 'This is not the cursor of a page.')
  .transform((value) => ({ date: value.slice(0, 10) as LagosDate, id: Number(value.slice(11)) }))

export const afterGap = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d\.\w{1,24}$/, 'This is not the cursor of a page.')
  .refine((value) => parseDate(value.slice(0, 10)) !== null, 'This is not the cursor of a page.')
  .transform((value) => ({ date: value.slice(0, 10) as LagosDate, game: value.slice(11) }))
