import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import {
  accountReference,
  HIDDEN_EMAIL,
  sessionEnded,
  SESSION_USE_INTERVAL_MS,
} from '../../rules/access/identity.ts'
import { hasRight, type StaffRole } from '../../rules/access/staff-roles.ts'
import { type Entitlement, entitlement, type Role } from '../../rules/access/plans.ts'
import { type Clock, nowSql } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { isDiskFull, type Space } from '../db/space.ts'
import { isAnyOf } from '../db/columns.ts'
import { joinLookups } from '../db/joined-lookups.ts'
import { newestSeq } from '../changes/append.ts'
import { sessions, users } from '../tables/accounts.ts'
import type { periodsColumn as PeriodsColumn } from '../../../money/server/ledger/grant.ts'
import type { pushChoices as PushChoices } from '../../../reach/server/push/tables.ts'
import { present } from '../../rules/base/lists.ts'

/** A signed-in user with their current entitlement. */
export interface Person extends Entitlement {
  uid: string
  username: string
  email: string
  emailVerified: boolean
  /** `user` while the email is unverified. */
  role: Role
  /** What staff may do; without effect while the role is `user`. */
  staffRoles: readonly StaffRole[]
  /** Whether the user has confirmed to be 18 or older. */
  ageConfirmed: boolean
  /** Whether logins require a second factor. */
  secondFactor: boolean
  /** The end of the user's break, in milliseconds; null without one. */
  breakUntil: number | null
  /** The keys of the games that the user follows, if the plan has live results. */
  games: readonly string[]
  mineGames: readonly string[]
  /** The key of the one game that is followed, if the plan has no live results; null without one. */
  liveGame: string | null
  /** The session of the request; null for id tokens, and while an owner sees a player's screens. */
  session: { id: string; provenAt: number } | null
  /** Set for an owner who sees a player's screens. This person then is nobody: only what chooses the screens is the player's. */
  seeing: Seeing | null
}

interface Seeing {
  /** The owner's session and user id. */
  sessionId: string
  by: string
  /** The player's user id. */
  uid: string
  /** Milliseconds. */
  until: number
}

/** The user and the time of a request, read once in one query. */
export interface Visit {
  now: number
  /** The newest change that was committed before the request. */
  seq: number
  person: Person | null
}

/** What other rooms know of a user, which the same query reads. */
interface Known {
  /** The periods of the plan, as a column. @param userId the column of the user's id */
  periodsColumn: typeof PeriodsColumn
  /** The games that users follow. */
  pushChoices: typeof PushChoices
}

const columnsOf = ({ periodsColumn, pushChoices }: Known) => ({
  uid: users.id,
  username: users.username,
  email: users.email,
  emailVerified: users.emailVerified,
  role: users.role,
  staffRoles: users.staffRoles,
  ageConfirmedAt: users.ageConfirmedAt,
  secondFactor: users.twoFactorEnabled,
  breakUntil: users.breakUntil,
  games: pushChoices.games,
  mineGames: pushChoices.mineGames,
  liveGame: pushChoices.liveGame,
  periods: periodsColumn(users.id),
  now: nowSql,
  seq: newestSeq,
})

type Session = Record<'createdAt' | 'seenAt' | 'provenAt', Date> & {
  id: string
  seeing: string | null
  seeingUntil: Date | null
}
type Account = Omit<
  Person,
  'ageConfirmed' | 'breakUntil' | 'session' | 'seeing' | 'games' | 'mineGames' | keyof Entitlement
> & {
  ageConfirmedAt: Date | null
  breakUntil: Date | null
  /** Null before the first choice. */
  games: string[] | null
  mineGames: string[] | null
  periods: Parameters<typeof entitlement>[0]
  session?: Session
}

/** The user of a row; null when the row's session has ended. */
function personOf(row: Account, now: number): Person | null {
  const { uid, username, email, emailVerified, role, staffRoles, secondFactor, liveGame, session } = row
  const breakUntil = row.breakUntil?.getTime() ?? 0
  if (session) {
    const times = { createdAt: session.createdAt.getTime(), seenAt: session.seenAt.getTime() }
    if (sessionEnded({ role, emailVerified, ...times }, now)) return null
  }
  return {
    uid,
    username,
    email,
    emailVerified,
    staffRoles,
    secondFactor,
    liveGame,
    role: emailVerified ? role : 'user',
    ageConfirmed: row.ageConfirmedAt !== null,
    breakUntil: breakUntil > now ? breakUntil : null,
    games: row.games ?? [],
    mineGames: row.mineGames ?? [],
    session: session ? { id: session.id, provenAt: session.provenAt.getTime() } : null,
    seeing: null,
    ...entitlement(row.periods, now),
  }
}

/**
 * The person for whom an owner sees a player's screens. It has what chooses the screens, and nothing is stored about its user id,
 * so no call can find private data.
 */
const asSeen = (
  { uid, plan, expiry, daysLeft, emailVerified, ageConfirmed, breakUntil }: Person,
  seeing: Seeing,
): Person => ({
  plan,
  expiry,
  daysLeft,
  emailVerified,
  ageConfirmed,
  breakUntil,
  uid: `${uid}-seen`,
  username: `Player ${accountReference(uid)}`,
  email: HIDDEN_EMAIL,
  role: 'user',
  staffRoles: [],
  secondFactor: false,
  games: [],
  mineGames: [],
  liveGame: null,
  session: null,
  seeing,
})

/** Finds users by session cookie, id token or user id. The statements are prepared once per connection. */
export function createVisits(db: Db, clock: Clock, space: Space, known: Known) {
  const columns = columnsOf(known)
  const { pushChoices } = known
  const { id, createdAt, seenAt, provenAt, seeing, seeingUntil } = sessions
  const session = { id, createdAt, seenAt, provenAt, seeing, seeingUntil }
  const withSessions = () =>
    db
      .select({ ...columns, session })
      .from(sessions)
      .innerJoin(users, and(eq(users.id, sessions.userId), isNull(users.deletedAt)))
      .leftJoin(pushChoices, eq(pushChoices.userId, users.id))
  /** A row for each of some tokens. Without a session its other columns are null. */
  const bySessions = db
    .select({
      ...columns,
      token: sql<string | null>`wanted.token`,
      session,
    })
    .from(sql`unnest(${sql.placeholder('tokens')}::text[]) as wanted(token)`)
    .leftJoin(sessions, eq(sessions.token, sql`wanted.token`))
    .leftJoin(users, and(eq(users.id, sessions.userId), isNull(users.deletedAt)))
    .leftJoin(pushChoices, eq(pushChoices.userId, users.id))
    .prepare('visits_by_session')
  const byToken = withSessions()
    .where(and(eq(sessions.id, sql.placeholder('session')), eq(users.id, sql.placeholder('user'))))
    .prepare('visit_by_token')
  const ofUsers = () => db.select(columns).from(users).leftJoin(pushChoices, eq(pushChoices.userId, users.id))
  const byUser = ofUsers()
    .where(and(eq(users.id, sql.placeholder('key')), isNull(users.deletedAt)))
    .prepare('visit_by_user')

  type Row = Awaited<ReturnType<typeof byUser.execute>>[number] & { session?: Session }

  type FoundOrNot = Awaited<ReturnType<typeof bySessions.execute>>[number]
  const isFound = (row: FoundOrNot): row is FoundOrNot & Row => row.session !== null && row.uid !== null

  /** When each player asked this process for something last, in milliseconds, by user id. */
  const players = new Map<string, number>()

  async function visitOf([row]: Row[]): Promise<Visit> {
    if (!row) return bySession(null)
    const now = clock.shifted(row.now)
    const person = personOf(row, now)
    if (person?.role === 'user') players.set(person.uid, now)
    if (person && row.session && space.writable) await noteUse(row.session, now)
    return { now, seq: row.seq, person: person && (await shownTo(person, row.session, now)) }
  }

  async function noteUse({ id, seenAt }: Session, now: number): Promise<void> {
    if (now - seenAt.getTime() < SESSION_USE_INTERVAL_MS) return
    await recordUse(db, id, now).catch((error: unknown) => {
      // Reads must still work while the disk is full.
      if (!isDiskFull(error)) throw error
      space.reportFull()
    })
  }

  /** The person of a session, or while an owner sees the screens of a player, the one who sees them. */
  async function shownTo(person: Person, session: Session | undefined, now: number): Promise<Person> {
    const until = session?.seeingUntil?.getTime() ?? 0
    if (!session?.seeing || until <= now || !hasRight(person, 'manage-staff')) return person
    const [row] = await byUser.execute({ key: session.seeing })
    const player = row?.role === 'user' && personOf(row, now)
    return player ? asSeen(player, { sessionId: session.id, by: person.uid, uid: player.uid, until }) : person
  }

  async function peopleOf<Found extends Row>(rows: readonly Found[], keyOf: (row: Found) => string) {
    const people = new Map<string, Person>()
    for (const row of rows) {
      const now = clock.shifted(row.now)
      const person = personOf(row, now)
      if (person) people.set(keyOf(row), await shownTo(person, row.session, now))
    }
    return people
  }

  const rowOfSession = joinLookups(async (tokens: readonly (string | null)[]) => {
    const rows = await bySessions.execute({ tokens: [...new Set(tokens)] })
    const rowOf = new Map(rows.map((row) => [row.token, row]))
    return tokens.map((token) => present(rowOf.get(token)))
  })

  /** Requests of the same moment share a query. @param token null for the time alone */
  async function bySession(token: string | null): Promise<Visit> {
    const row = await rowOfSession(token)
    return isFound(row) ? visitOf([row]) : { now: clock.shifted(row.now), seq: row.seq, person: null }
  }

  return {
    bySession,
    /** The user of an id token while its session is open. A token is not a proof for sensitive changes. */
    byToken: async ({ userId, sessionId }: { userId: string; sessionId: string }): Promise<Visit> => {
      const visit = await visitOf(await byToken.execute({ user: userId, session: sessionId }))
      return visit.person ? { ...visit, person: { ...visit.person, session: null } } : visit
    },
    /**
     * The users of some sessions, by session id, without those whose session has ended. One query, which does not count as
     * a use of the sessions.
     */
    async bySessionIds(ids: readonly string[]): Promise<Map<string, Person>> {
      return peopleOf(await withSessions().where(isAnyOf(id, ids)), (row) => row.session.id)
    },
    /** Some users, by user id, without deleted ones. One query. */
    async byUserIds(uids: readonly string[]): Promise<Map<string, Person>> {
      const rows = await ofUsers().where(and(isAnyOf(users.id, uids), isNull(users.deletedAt)))
      return peopleOf(rows, (row) => row.uid)
    },
    /** How many players have asked this process for something since an instant; earlier ones are forgotten. */
    playersSince(since: number): number {
      for (const [uid, at] of players) if (at < since) players.delete(uid)
      return players.size
    },
    byUser: async (uid: string) => visitOf(await byUser.execute({ key: uid })),
    anonymous: () => bySession(null),
  }
}

/** Records that a session is used. Of several simultaneous requests one writes. */
async function recordUse(db: Db, id: string, now: number): Promise<void> {
  const at = new Date(now)
  const before = new Date(now - SESSION_USE_INTERVAL_MS)
  await db
    .update(sessions)
    .set({ seenAt: at })
    .where(and(eq(sessions.id, id), lte(sessions.seenAt, before)))
}

export type Visits = ReturnType<typeof createVisits>
