import { z } from 'zod'
import { LAB_FIGURE_KEYS } from '../../domain/lab/figures.ts'
import { LAB_FIELDS, type LabField } from '../../domain/lab/query.ts'
import { balls, date } from '../draws/shapes.ts'

const range = z.strictObject({ low: z.int(), high: z.int() })

const mark = z.strictObject({
  key: z.string(),
  label: z.string(),
  count: z.int(),
  cases: z.int(),
  expected: z.number().nullable(),
  usual: range.nullable(),
  outer: range.nullable(),
  sentence: z.string(),
  facts: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  opens: z.boolean(),
})

/** A figure: domain/lab/answer.ts explains the fields. */
export const labAnswer = z.strictObject({
  figure: z.enum(LAB_FIGURE_KEYS),
  draws: z.int(),
  games: z.int(),
  from: date.nullable(),
  to: date.nullable(),
  sample: z.boolean(),
  sentences: z.array(z.string()),
  main: z.int(),
  notes: z.array(z.string()),
  series: z.array(
    z.strictObject({
      key: z.string(),
      title: z.string(),
      counted: z.string().optional(),
      marks: z.array(mark),
    }),
  ),
  map: z.array(z.int()).nullable(),
})

const openedDraw = z.strictObject({
  game: z.string(),
  name: z.string(),
  date,
  winning: balls,
  machine: balls,
  sample: z.boolean(),
  /** The numbers that make the case. */
  numbers: balls,
})

export const labDraws = z.strictObject({
  /** All cases of the mark. */
  total: z.int(),
  /** Cases of a page. */
  pageSize: z.int(),
  /** One page, newest first; a case is one to three draws, oldest first. */
  cases: z.array(z.array(openedDraw)),
})

/** What a player can choose. */
export const labChoices = z.strictObject({
  games: z.array(z.strictObject({ key: z.string(), name: z.string(), operator: z.string() })),
})

export const figureParam = z.strictObject({ figure: z.enum(LAB_FIGURE_KEYS) })

const MOST_CHARACTERS = 300
const text = z.string().max(MOST_CHARACTERS).optional()

/** The fields of a form; a list of checked games repeats its name. */
const fields = {
  ...(Object.fromEntries(LAB_FIELDS.map((field) => [field, text])) as Record<LabField, typeof text>),
  games: z.union([text, z.array(z.string().max(40)).max(50)]),
}

export const labQuery = z.strictObject(fields)

export const labDrawsQuery = z.strictObject({
  ...fields,
  /** The key of a mark of the answer. */
  mark: z.string().min(1).max(60),
  page: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'Give the page as a whole number from 1.')
    .transform(Number)
    .default(1),
})

/** The result of the chart test over the whole history. */
export const chartResult = z.strictObject({
  /** Null while there are too few draws for the test. */
  sentence: z.string().nullable(),
  /** Whether generated draws are among them. */
  sample: z.boolean(),
})
