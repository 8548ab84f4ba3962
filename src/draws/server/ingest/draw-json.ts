import { z } from 'zod'
import { BOXES, type DrawType, positionKey } from '../../../platform/rules/base/balls.ts'
import { DRAW_STATES } from '../../rules/draw.ts'
import type { IngestRow } from '../../rules/ingest/ingest-plan.ts'

const numbers = z.array(z.union([z.number(), z.string()]))
const serial = z.union([z.number(), z.string()]).nullish()

/** A draw of the product's own download. */
const downloaded = z.object({
  game: z.string(),
  date: z.string(),
  state: z.enum(DRAW_STATES).optional(),
  serial,
  winning: numbers,
  machine: numbers.optional(),
  sample: z.boolean().optional(),
})

const placed = (type: DrawType) =>
  z
    .array(
      z.strictObject({
        position: z.enum(BOXES.map((box) => positionKey(box, type))),
        number: numbers.element,
      }),
    )
    .transform((list) =>
      BOXES.flatMap((box) => list.filter(({ position }) => position === positionKey(box, type))).map(
        ({ number }) => number,
      ),
    )

/** The specification's answer of `getResults`: games, years, draws. */
const results = z.record(
  z.string(),
  z.record(
    z.string().regex(/^\d{4}$/),
    z.array(
      z.object({
        serialNumber: serial,
        date: z.string(),
        winningNumbers: placed('winning'),
        machineNumbers: placed('machine').default([]),
      }),
    ),
  ),
)

const STATUSES = { drawn: 'ok', no_draw: 'no draw' } as const
const UNKNOWN =
  'This JSON has no draws in a known form: the downloads of this product and the answer of getResults can be imported.'

/** Reads the draws of a text in JSON. @returns the problem with any other text in JSON */
export function readJson(text: string): IngestRow[] | string {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return 'The text is not complete JSON.'
  }
  const list = z.array(downloaded).safeParse(document)
  const byGame = results.safeParse(document)
  const rows: Omit<IngestRow, 'line'>[] | undefined = list.success
    ? list.data.map(({ state = 'drawn', machine = [], sample, ...draw }) => ({
        ...draw,
        machine,
        status: STATUSES[state],
        ...(sample && { problem: 'This is a generated sample, no real draw.' }),
      }))
    : byGame.data &&
      Object.entries(byGame.data).flatMap(([game, years]) =>
        Object.entries(years).flatMap(([year, draws]) =>
          draws.map(({ serialNumber, date, winningNumbers, machineNumbers }) => ({
            game,
            date,
            serial: serialNumber,
            winning: winningNumbers,
            machine: machineNumbers,
            ...(!date.startsWith(year) && {
              problem: `The date ${date.slice(0, 20)} is not of the year ${year}.`,
            }),
          })),
        ),
      )
  if (!rows || rows.length === 0) return UNKNOWN
  const lines = linesOf(text)
  return rows.map((row, i) => ({ ...row, line: lines.length === rows.length ? lines[i]! : i + 1 }))
}

/** The lines of the dates: each draw has one. */
function linesOf(text: string): number[] {
  const lines: number[] = []
  for (const [i, line] of text.split('\n').entries())
    for (const _ of line.matchAll(/"date"\s*:/g)) lines.push(i + 1)
  return lines
}
