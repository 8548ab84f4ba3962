import { z } from 'zod'
import { addDays, FIRST_YEAR, lagosDate, LAST_YEAR, parseDate } from '../../platform/rules/base/calendar.ts'
import { DRAW_LIMITS } from '../../platform/rules/base/balls.ts'
import { endpoint, type Routes } from '../../platform/server/api/endpoint.ts'
import { qrCode } from '../../platform/server/base/qr-code.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { dayPaper, weekPaper, yearPaper } from '../rules/paper.ts'
import type { Snapshot } from './memory.ts'
import { ball, date } from './shapes.ts'

const row = z.strictObject({
  date,
  time: z.string().nullable(),
  name: z.string(),
  operator: z.string(),
  serial: z.int().nullable(),
  isOff: z.boolean(),
  winning: z.array(ball).readonly(),
  machine: z.array(ball).readonly(),
})

const paperAnswer = z.strictObject({
  kind: z.enum(['day', 'week', 'year']),
  title: z.string(),
  contents: z.string(),
  sample: z.boolean(),
  draws: z.int(),
  pages: z.array(z.array(z.strictObject({ heading: z.string().nullable(), rows: z.array(row) }))),
  next: z.strictObject({ title: z.string(), text: z.string() }).nullable(),
  /** This installation without its scheme, and the QR code that opens it. */
  address: z.string(),
  qr: z.strictObject({ size: z.int(), path: z.string() }),
})

const query = z.strictObject({
  /** The day, or the last of seven. */
  date: z.string().max(20).optional(),
  days: z.literal('7').optional(),
  game: z.string().max(40).optional(),
  year: z.string().max(4).optional(),
})

export const paperRoutes = {
  'GET /api/paper': endpoint({
    summary: 'A sheet to print: a day, the seven days up to it, or a year of a game',
    access: 'day-result',
    followsDraws: true,
    query,
    answer: paperAnswer,
    handle({ services: { draws, settings }, query: asked, now }) {
      const paper = paperOf(draws.current(), asked, now)
      return { ...paper, address: new URL(settings.appUrl).host, qr: qrCode(settings.appUrl) }
    },
  }),
} satisfies Routes

/** @throws Refusal not-found for a game that does not exist, invalid-input for a day or a year outside our calendar */
function paperOf(
  snapshot: Snapshot,
  { date: typed, days, game: key, year }: z.output<typeof query>,
  now: number,
) {
  const today = lagosDate(now)
  if (key !== undefined) {
    const game = snapshot.games.find((one) => one.key === key)
    if (!game) throw new Refusal('not-found', 'There is no such game.')
    const number = year === undefined ? Number(today.slice(0, 4)) : Number(year)
    if (!(Number.isInteger(number) && number >= FIRST_YEAR && number <= LAST_YEAR))
      throw new Refusal('invalid-input', `Years go from ${FIRST_YEAR} to ${LAST_YEAR}.`)
    return { kind: 'year' as const, ...yearPaper(snapshot, game, number, today) }
  }
  const day = typed === undefined ? today : parseDate(typed)
  if (!day || day > addDays(today, DRAW_LIMITS.daysAhead))
    throw new Refusal('invalid-input', `Days go from ${FIRST_YEAR} to a week ahead.`)
  return days === undefined
    ? { kind: 'day' as const, ...dayPaper(snapshot, day, today) }
    : { kind: 'week' as const, ...weekPaper(snapshot, day) }
}
