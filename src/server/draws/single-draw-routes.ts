import { z } from 'zod'
import { lagosDate } from '../../domain/base/calendar.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { balls, calendarNote, date, publicId, schedule, tableRow } from './shapes.ts'
import { latestDraw } from './latest-draw.ts'

export const correction = z.strictObject({
  at: z.number(),
  reason: z.string(),
  changes: z.array(z.strictObject({ what: z.string(), old: z.string(), new: z.string() })),
})

/** The page of a draw, from the moment that the calendar knows it. */
export const drawPage = z.strictObject({
  game: z.strictObject({ key: z.string(), name: z.string(), operator: z.string() }),
  date,
  /** Null for a draw that is not in the calendar. */
  schedule: schedule.nullable(),
  draw: tableRow.omit({ date: true }).extend({ publicId }).nullable(),
  /** What staff changed for its date. */
  note: calendarNote.nullable(),
  /** The day to which staff moved the draw. */
  movedTo: date.nullable(),
  /** When the result came in, in milliseconds; null where it was recorded later, as by an import. */
  resultAt: z.number().nullable(),
  /** The last draws of the game before this one, newest first. */
  last: z.array(z.strictObject({ date, winning: balls })),
  /** The game's next draw, recorded or scheduled. */
  next: date.nullable(),
  /** For a confirmed result. */
  luck: z
    .strictObject({
      /** How many draws each winning number had waited; null where it had not come before. */
      waits: z.array(z.int().nullable()),
      /** How many winning numbers are chart relatives of the draw before, and what luck gives. */
      chart: z.strictObject({ after: date, came: z.int(), byLuck: z.number() }).nullable(),
    })
    .nullable(),
  /** Oldest first. */
  corrections: z.array(correction),
})

const latestAnswer = z.strictObject({
  /** Null without results. */
  latest: z
    .strictObject({
      name: z.string(),
      date,
      /** Milliseconds; null if the game has no draw on this weekday. */
      closesAt: z.number().nullable(),
      winning: balls,
      sample: z.boolean(),
    })
    .nullable(),
})

/** A game's key and a date, `diamond.2025-06-23`, or the public id of a draw. */
export const drawParams = z.strictObject({ draw: z.string().max(80) })

export const noSuchDraw = () => new Refusal('not-found', 'There is no such draw. It may have been removed.')

export const singleDrawRoutes = {
  'GET /api/public/latest-draw': endpoint({
    summary: 'The numbers of the latest result, for the pages before the login',
    access: 'anyone',
    followsDraws: true,
    answer: latestAnswer,
    version: ({ draws }, { now }) => `${draws.current().seq} ${lagosDate(now)}`,
    handle({ services: { draws }, now }) {
      const today = lagosDate(now)
      return draws.derived(`latest draw ${today}`, (snapshot) => {
        const draw = latestDraw(snapshot, today)
        if (!draw) return { latest: null }
        const { name, date, closesAt, winning, sample } = draw
        return { latest: { name, date, closesAt, winning, sample } }
      })
    },
  }),
} satisfies Routes
