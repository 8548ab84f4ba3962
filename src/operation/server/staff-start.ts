import { STAFF_LIMITS } from '../../platform/rules/access/staff.ts'
import { z } from 'zod'
import { hasRight, type Right, type StaffMember } from '../../platform/rules/access/staff-roles.ts'
import { auditSentence, DELETED_ACTOR, PROGRAM_ACTOR } from '../../platform/rules/audit/audit.ts'
import {
  addDays,
  dayOf,
  instantAt,
  type LagosDate,
  lagosDate,
  monthStarts,
} from '../../platform/rules/base/calendar.ts'
import { scheduleOf } from '../../draws/rules/day-result.ts'
import { type DeskState, deskState } from '../../draws/rules/desk.ts'
import { findDraw } from '../../draws/rules/history.ts'
import { auditPage, namesIn } from './audit/queries.ts'
import { countOpenAlarms, openAlarms } from '../../money/server/admin/queries.ts'
import type { Snapshot } from '../../draws/server/memory.ts'
import { lateDrawList } from '../../draws/server/desk/late-draws.ts'
import { missingBefore } from '../../draws/server/desk/queries.ts'
import { date } from '../../draws/server/shapes.ts'
import { countPredictions, latestPredictions, openPredictions } from '../../forecasts/server/queries.ts'
import { contextOf } from '../../forecasts/server/prediction-answers.ts'
import { staffPrediction } from '../../forecasts/server/shapes.ts'
import { openRestore } from '../../money/server/restores.ts'
import type { Services } from '../../platform/server/api/services.ts'
import { countUsers } from './members/queries.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'
import { PAID_PLANS } from '../../platform/rules/access/plans.ts'
import { readyParts, readyVerdict } from '../rules/ready.ts'
import { readyFacts } from './ready/routes.ts'
import { expiringPlans, newUsers, planHolders, revenue } from './business.ts'

type Read<Shape extends z.ZodType> = (
  services: Services,
  now: number,
) => Promise<z.input<Shape>> | z.input<Shape>

/** What all staff see. */
const forAll = <Shape extends z.ZodType>(shape: Shape, read: Read<Shape>) => ({
  shape,
  read: async (_reader: StaffMember, services: Services, now: number) => read(services, now),
})

/** What staff with a right see; null for the others. */
const withRight = <Shape extends z.ZodType>(right: Right, shape: Shape, read: Read<Shape>) => ({
  shape: shape.nullable(),
  read: async (reader: StaffMember, services: Services, now: number) =>
    hasRight(reader, right) ? read(services, now) : null,
})

const byPlan = z.record(z.enum(PAID_PLANS), z.int())

/** What the start shows: who sees it, its shape, and how it is read. Amounts are in kobo, instants in milliseconds. */
const START = {
  /** False while the disk of the database is full. */
  writes: forAll(z.boolean(), ({ space }) => space.writable),
  /** Open alarms about money, and the oldest of them. */
  alarms: withRight(
    'see-payments',
    z.strictObject({
      open: z.int(),
      first: z.array(
        z.strictObject({
          id: z.int(),
          meaning: z.string(),
          reference: z.string(),
          hasPayment: z.boolean(),
          raisedAt: z.int(),
        }),
      ),
    }),
    async ({ db }) => {
      const [open, oldest] = await Promise.all([countOpenAlarms(db), openAlarms(db, null)])
      const first = oldest.alarms
        .slice(0, STAFF_LIMITS.alarmsShown)
        .map(({ id, meaning, reference, hasPayment, raisedAt }) => ({
          id,
          meaning,
          reference,
          hasPayment,
          raisedAt,
        }))
      return { open, first }
    },
  ),
  /** The open alarms about late draws, and the first of them: those that nobody has acknowledged, then the oldest. */
  lateDraws: withRight(
    'enter-results',
    z.strictObject({
      open: z.int(),
      first: z.array(
        z.strictObject({
          id: z.int(),
          gameName: z.string(),
          date,
          expectedAt: z.int(),
          raisedAt: z.int(),
          acknowledged: z
            .strictObject({ at: z.int(), by: z.string(), note: z.string().nullable() })
            .nullable(),
        }),
      ),
    }),
    ({ db, draws }) => lateDrawList(db, draws.current().games),
  ),
  /** What staff still decide after a restore from a backup; null when nothing is left. */
  restore: withRight(
    'operate',
    z
      .strictObject({ at: z.int(), backupAt: z.int(), paymentsClosed: z.boolean(), heldMails: z.int() })
      .nullable(),
    ({ db }) => openRestore(db),
  ),
  /** What keeps players from using the site, of {@link readyParts}; null when nothing does, and in a demo. */
  notReady: withRight('operate', z.string().nullable(), async (services, now) => {
    if (services.settings.mode === 'demo') return null
    const parts = readyParts(await readyFacts(services, now, null))
    return parts.some(({ lamp }) => lamp === 'missing') ? readyVerdict(parts).head : null
  }),
  users: withRight('help-people', z.int(), ({ db }) => countUsers(db)),
  predictions: forAll(z.int(), async (services, now) =>
    countPredictions(services.db, await contextOf(services, now)),
  ),
  /** Predictions that players can still follow: they count, and their draw has not closed. */
  openPredictions: forAll(z.int(), async (services, now) => {
    const { open } = await openPredictions(services.db, await contextOf(services, now))
    return open
  }),
  /** The five of the latest draw dates. */
  recent: withRight('publish-forecasts', z.array(staffPrediction), async (services, now) =>
    latestPredictions(services.db, await contextOf(services, now), STAFF_LIMITS.forecastsShown),
  ),
  /** The latest entries of the audit trail. */
  activity: withRight(
    'read-audit',
    z.array(
      z.strictObject({
        id: z.int(),
        at: z.number(),
        who: z.string(),
        /** The action as a sentence without its actor. */
        did: z.string(),
      }),
    ),
    async ({ db, draws }) => {
      const trail = await auditPage(db, {}, null)
      const latest = trail.entries.slice(0, STAFF_LIMITS.activityShown)
      const names = await namesIn(db, draws.current().games, latest)
      return latest.map((entry) => ({
        id: entry.id,
        at: entry.at,
        who: entry.who ? entry.who.username || DELETED_ACTOR : PROGRAM_ACTOR,
        did: auditSentence(entry, names),
      }))
    },
  ),
  draws: forAll(
    z.strictObject({
      /** Draws of today by their state for staff; `sample`: players see a generated result. */
      counts: z.strictObject({
        due: z.int(),
        late: z.int(),
        entered: z.int(),
        sample: z.int(),
        coming: z.int(),
      }),
      /** The late draws of today by the name of the game, in the order of their closes. */
      late: z.array(z.strictObject({ gameName: z.string(), expectedAt: z.int() })),
      /** The next draw to close; null after the last one of today. */
      next: z.strictObject({ gameName: z.string(), closesAt: z.int() }).nullable(),
      /** Draws of earlier days without a record, as the desk lists them. */
      missing: z.int(),
    }),
    ({ draws }, now) => drawsOf(draws.current(), lagosDate(now), now),
  ),
  /** Users by plan: `paying` paid for it, `given` got it from staff. */
  holders: withRight('help-people', z.strictObject({ paying: byPlan, given: byPlan }), ({ db }, now) =>
    planHolders(db, now),
  ),
  /** Payments less refunds and lost disputes, by Lagos month; the last month is the current one. */
  revenue: withRight(
    'see-money',
    z.array(z.strictObject({ month: date, kobo: z.int() })),
    async ({ db, paystack }, now) => {
      const months = monthStarts(lagosDate(now), STAFF_LIMITS.revenueMonths)
      const sums = await revenue(db, months.map(startOf), paystack?.mode ?? 'live')
      return sums.map((kobo, i) => ({ month: itemAt(months, i), kobo }))
    },
  ),
  /** Sign-ups and added records by Lagos day; the last day is today. */
  signUps: withRight(
    'help-people',
    z.array(z.strictObject({ date, count: z.int() })),
    async ({ db }, now) => {
      const today = lagosDate(now)
      const days = Array.from({ length: STAFF_LIMITS.signUpDays + 1 }, (_, i) =>
        addDays(today, i - STAFF_LIMITS.signUpDays + 1),
      )
      const counts = await newUsers(db, days.map(startOf))
      return counts.map((count, i) => ({ date: itemAt(days, i), count }))
    },
  ),
  expiring: withRight(
    'help-people',
    z.strictObject({
      count: z.int(),
      first: z.array(
        z.strictObject({ uid: z.string(), email: z.string(), plan: z.enum(PAID_PLANS), endsAt: z.number() }),
      ),
    }),
    ({ db }, now) => expiringPlans(db, now),
  ),
}

type Start = { [Name in keyof typeof START]: (typeof START)[Name]['shape'] }
const rows = Object.entries(START)

/** The answer to the staff's start page. Null: outside the reader's rights. */
export const overview = z.strictObject(
  Object.fromEntries(rows.map(([name, { shape }]) => [name, shape])) as Start,
)

/** Reads what a member of staff may see. */
export async function adminOverview(
  reader: StaffMember,
  services: Services,
  now: number,
): Promise<z.input<typeof overview>> {
  const found = await Promise.all(
    rows.map(async ([name, { read }]) => [name, await read(reader, services, now)]),
  )
  return Object.fromEntries(found)
}

const startOf = (date: LagosDate) => instantAt(date, 0)

/** The draws of a day by their state for staff, and what is late, next and missing. */
function drawsOf(snapshot: Snapshot, date: LagosDate, now: number) {
  const { games, history } = snapshot
  const counts: Record<DeskState, number> = { due: 0, late: 0, entered: 0, sample: 0, coming: 0 }
  const lines = scheduleOf(games, date).map(({ game, schedule }) => {
    const draw = findDraw(history, game.key, dayOf(date))
    const record = draw ? (draw.sample ? 'sample' : 'real') : null
    const state = deskState({ game: game.key, date, schedule, record }, now)
    counts[state]++
    return { gameName: game.name, ...schedule, state }
  })
  const next = lines.find(({ closesAt }) => now < closesAt)
  return {
    counts,
    late: lines
      .filter(({ state }) => state === 'late')
      .map(({ gameName, expectedAt }) => ({ gameName, expectedAt })),
    next: next ? { gameName: next.gameName, closesAt: next.closesAt } : null,
    missing: missingBefore(snapshot, date).length,
  }
}
