import type { z } from 'zod'
import { hasRight, type Right, type StaffMember } from '../../domain/admin/staff-roles.ts'
import { auditSentence, DELETED_ACTOR, PROGRAM_ACTOR } from '../../domain/audit/audit.ts'
import {
  addDays,
  dayOf,
  instantAt,
  type LagosDate,
  lagosDate,
  monthStarts,
} from '../../domain/base/calendar.ts'
import { scheduleOf } from '../../domain/draws/day-result.ts'
import { type DeskState, deskState } from '../../domain/draws/desk.ts'
import { findDraw } from '../../domain/draws/history.ts'
import { namesIn } from '../audit/admin/names.ts'
import { auditPage } from '../audit/admin/queries.ts'
import { countOpenAlarms, openAlarms } from '../billing/admin/queries.ts'
import type { Snapshot } from '../draws/memory.ts'
import { lateDrawList } from '../draws/desk/late-draws.ts'
import { missingBefore } from '../draws/desk/queries.ts'
import { contextOf } from '../predictions/context.ts'
import { countPredictions, latestPredictions, openPredictions } from '../predictions/queries.ts'
import { openRestore } from '../restores/restores.ts'
import type { Services } from '../api/services.ts'
import { expiringPlans, newUsers, planHolders, revenue } from './figures.ts'
import { countUsers } from './queries.ts'
import type { overview } from './shapes.ts'
import { itemAt } from '../../domain/base/lists.ts'

const ALARMS_SHOWN = 3
const FORECASTS_SHOWN = 5
const ACTIVITY_SHOWN = 8
const SIGN_UP_DAYS = 30
const REVENUE_MONTHS = 6

type Overview = z.input<typeof overview>

/** The right that a figure needs besides the start page. */
const NEEDED = {
  lateDraws: 'enter-results',
  recent: 'publish-forecasts',
  alarms: 'help-people',
  restore: 'operate',
  users: 'help-people',
  activity: 'read-audit',
  paying: 'help-people',
  given: 'help-people',
  revenue: 'move-money',
  signUps: 'help-people',
  expiring: 'help-people',
} as const satisfies Partial<Record<keyof Overview, Right>>

/** The figures that a member of staff may see; null in place of the others. */
export function figuresFor(person: StaffMember, figures: Overview): Overview {
  const hidden = Object.entries(NEEDED).filter(([, right]) => !hasRight(person, right))
  return { ...figures, ...Object.fromEntries(hidden.map(([name]) => [name, null])) }
}

/** The data of the staff's overview page. */
export async function adminOverview(
  {
    db,
    draws,
    settings,
    paystack,
    space,
    ledger,
  }: Pick<Services, 'db' | 'draws' | 'settings' | 'paystack' | 'space' | 'ledger'>,
  now: number,
): Promise<Overview> {
  const today = lagosDate(now)
  const snapshot = draws.current()
  const context = await contextOf({ draws, ledger, settings }, now)
  const days = Array.from({ length: SIGN_UP_DAYS + 1 }, (_, i) => addDays(today, i - SIGN_UP_DAYS + 1))
  const months = monthStarts(today, REVENUE_MONTHS)
  const [
    alarms,
    oldest,
    lateDraws,
    users,
    predictions,
    current,
    recent,
    trail,
    holders,
    kobo,
    signUps,
    expiring,
    restore,
  ] = await Promise.all([
    countOpenAlarms(db),
    openAlarms(db, null),
    lateDrawList(db, snapshot.games),
    countUsers(db),
    countPredictions(db),
    openPredictions(db, context),
    latestPredictions(db, context, FORECASTS_SHOWN),
    auditPage(db, {}, null),
    planHolders(db, now),
    revenue(db, months.map(startOf), paystack?.mode ?? 'live'),
    newUsers(db, days.map(startOf)),
    expiringPlans(db, now),
    openRestore(db),
  ])
  const latest = trail.entries.slice(0, ACTIVITY_SHOWN)
  const names = await namesIn(db, snapshot.games, latest)
  return {
    writes: space.writable,
    alarms: {
      open: alarms,
      first: oldest.alarms.slice(0, ALARMS_SHOWN).map(({ id, meaning, reference, hasPayment, raisedAt }) => ({
        id,
        meaning,
        reference,
        hasPayment,
        raisedAt,
      })),
    },
    lateDraws,
    restore,
    users,
    predictions,
    openPredictions: current.open,
    recent,
    activity: latest.map((entry) => ({
      id: entry.id,
      at: entry.at,
      who: entry.who ? entry.who.username || DELETED_ACTOR : PROGRAM_ACTOR,
      did: auditSentence(entry, names),
    })),
    draws: drawsOf(snapshot, today, now),
    ...holders,
    revenue: kobo.map((sum, i) => ({ month: itemAt(months, i), kobo: sum })),
    signUps: signUps.map((count, i) => ({ date: itemAt(days, i), count })),
    expiring,
  }
}

const startOf = (date: LagosDate) => instantAt(date, 0)

/** The draws of a day by their state for staff, and what is late, next and missing. */
function drawsOf(snapshot: Snapshot, date: LagosDate, now: number): z.input<typeof overview>['draws'] {
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
    missing: missingBefore(snapshot, date, new Set()).length,
  }
}
