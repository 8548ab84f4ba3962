import { z } from 'zod'
import { endpoint, type Routes } from '../../platform/server/api/endpoint.ts'
import { STAFF_ROLES } from '../../platform/rules/access/staff-roles.ts'
import { opens, PLAN_KEYS, ROLES } from '../../platform/rules/access/plans.ts'
import type { Game } from '../../draws/rules/games.ts'
import { FOLLOWING, type Following } from '../../platform/rules/access/following.ts'
import { ADMIN_AREA, adminArea } from '../../platform/rules/access/second-factor.ts'
import type { Services } from '../../platform/server/api/services.ts'
import type { Person } from '../../platform/server/api/visits.ts'

const me = z.strictObject({
  uid: z.string(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  role: z.enum(ROLES),
  admin: z.boolean(),
  /** What staff may do; empty for everyone else. */
  staffRoles: z.array(z.enum(STAFF_ROLES)),
  subscription: z.enum(PLAN_KEYS),
  subscriptionExpiry: z.string().nullable(),
  daysLeft: z.int().nullable(),
  ageConfirmed: z.boolean(),
  /** The end of a break, in milliseconds; null without one. */
  breakUntil: z.number().nullable(),
  /** What the user follows: by game, every result or those with own numbers. */
  follows: z.record(z.string(), z.enum(FOLLOWING)),
  /** The name of the one followed game of a plan without live results; else null. */
  liveGame: z.string().nullable(),
  /** `open`, or what the admin area still needs. */
  adminArea: z.enum(ADMIN_AREA),
  /** Until when an owner sees the screens of this player, in milliseconds. */
  seenUntil: z.number().optional(),
})

/** A user as the API shows them. `admin` is derived from the role, so both agree. */
function meOf(person: Person, { settings, draws }: Services): z.infer<typeof me> {
  const { uid, username, email, emailVerified, role, staffRoles, plan, expiry, daysLeft } = person
  const { ageConfirmed, breakUntil } = person
  return {
    uid,
    username,
    email,
    emailVerified,
    role,
    admin: role === 'admin',
    staffRoles: role === 'admin' ? [...staffRoles] : [],
    subscription: plan,
    subscriptionExpiry: expiry === null ? null : new Date(expiry).toISOString(),
    daysLeft,
    ageConfirmed,
    breakUntil,
    ...followsOf(person, draws.current().games),
    adminArea: adminArea(person, settings.adminFactor),
    ...(person.seeing && { seenUntil: person.seeing.until }),
  }
}

function followsOf(person: Person, games: readonly Game[]): Pick<z.infer<typeof me>, 'follows' | 'liveGame'> {
  const { games: every, mineGames: mine, liveGame } = person
  const by = (keys: readonly string[], following: Following) => keys.map((key) => [key, following] as const)
  if (opens(person, 'live-results'))
    return { follows: Object.fromEntries([...by(every, 'every'), ...by(mine, 'mine')]), liveGame: null }
  const live = games.find(({ key }) => key === liveGame)
  return { follows: live ? { [live.key]: 'every' } : {}, liveGame: live?.name ?? null }
}

/** The signed-in user. */
export const meRoutes = {
  'GET /api/me': endpoint({
    summary: 'The signed-in user with plan and days left',
    access: 'signed-in',
    beforeAge: true,
    answer: me,
    handle: ({ person, services }) => meOf(person, services),
  }),
} satisfies Routes
