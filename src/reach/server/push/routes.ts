import { FOLLOWING, type Following } from '../../../platform/rules/access/following.ts'
import { z } from 'zod'
import { lagosDate, parseClock } from '../../../platform/rules/base/calendar.ts'
import { FEATURES, opens, planNeeded } from '../../../platform/rules/access/plans.ts'
import { timesOf } from '../../../draws/rules/games.ts'
import {
  PUSH_LIMITS,
  type QuietHours,
  chooseLiveGame,
  type LiveGame,
  nextChangeAt,
  TEST_OUTCOMES,
} from '../../rules/push/notifications.ts'
import { profileForm } from '../../../people/server/profile-routes.ts'
import { endpoint, type Routes, write } from '../../../platform/server/api/endpoint.ts'
import { ball } from '../../../draws/server/shapes.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { LIVE_FEATURE, SESSIONS_CHANNEL } from '../../../draws/server/live/live.ts'
import { ownNumbers } from './own-numbers.ts'
import { addDevice, isRemovedForGood, removeDevice } from './devices.ts'
import { sendTest } from './deliver.ts'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/server/db/connect.ts'
import { addJob } from '../../../platform/server/queue/add-job.ts'
import { pushChoices, pushDeliveries, pushSubscriptions } from './tables.ts'

const minutes = z.int('Choose two different times.').min(0).max(1439)
const quiet = z
  .strictObject({ from: minutes, until: minutes })
  .refine(({ from, until }) => from !== until, 'Choose two different times.')
  .nullable()
const address = z.string().max(PUSH_LIMITS.endpoint)
const key = z.string().regex(/^[\w-]{1,100}$/)

/** Notifications of results, chosen by the player. */
export const pushRoutes = {
  'GET /api/push': endpoint({
    summary: 'Your choice of notifications, and what can be followed. /api/me has the followed games',
    access: 'signed-in',
    answer: z.strictObject({
      /** The server's key, in base64url, to which browsers bind a subscription; null without notifications. */
      publicKey: z.string().nullable(),
      /** Active games, with their weekly draws such as `Mon 09:30, Thu 15:30`, and your numbers that play in them. */
      games: z.array(
        z.strictObject({ key: z.string(), name: z.string(), times: z.string(), numbers: z.array(ball) }),
      ),
      quiet,
      lateDraws: z.boolean(),
      /** When the game of a plan without live results can be changed again, in milliseconds; null for now. */
      nextChangeAt: z.number().nullable(),
    }),
    async handle({ services: { db, draws, push, settings }, person, now }) {
      const games = draws.current().games.filter(({ active }) => active)
      const today = lagosDate(now)
      const [choice, ...own] = await Promise.all([
        choiceOf(db, person.uid),
        ...ownNumbers.all().map(({ playing }) => playing(db, person.uid, today)),
      ])
      return {
        // Without the offline app there is no worker that could show them.
        publicKey: settings.offlineApp ? (push?.publicKey ?? null) : null,
        games: games.map(({ key: game, name, slots }) => ({
          key: game,
          name,
          times: timesOf({ slots }, today),
          numbers: own.flatMap((numbersIn) => numbersIn(game)),
        })),
        quiet: choice.quiet,
        lateDraws: choice.lateDraws,
        nextChangeAt: nextChangeAt(choice, now),
      }
    },
  }),

  'PUT /api/follows/:game': write({
    summary:
      'Follow a game: with live results by notifications of every result or of those with your numbers; with a lower plan live in the app, one game, changed once a day',
    access: 'signed-in',
    limit: 'push',
    pausedByBreak: true,
    params: z.strictObject({ game: z.string().max(24) }),
    body: z.strictObject({ following: z.enum(FOLLOWING).nullable() }),
    async handle(call) {
      const { services, now, person, params, body } = call
      const { db, draws } = services
      const { game } = params
      const { following } = body
      // A game that is drawn no more can still be turned off.
      if (!draws.current().games.some(({ key: known, active }) => known === game && (active || !following)))
        throw new Refusal('invalid-input', 'Choose a game of the list.')
      if (opens(person, LIVE_FEATURE)) await followGame(db, person.uid, game, following)
      else if (following === 'mine') {
        const plan = FEATURES[LIVE_FEATURE]
        throw new Refusal('plan-needed', planNeeded(plan, services.prices.at(now)[plan].kobo))
      } else if (following || person.liveGame === game) {
        const isSaved = await saveLiveGame(db, now, person.uid, following && game)
        if (!isSaved)
          throw new Refusal('conflict', 'You have changed your game today. You can change it again tomorrow.')
      }
    },
  }),

  'PUT /api/push': write({
    summary: 'Choose quiet hours (minutes since midnight in Lagos), and for staff late draws',
    access: LIVE_FEATURE,
    limit: 'push',
    pausedByBreak: true,
    body: z.strictObject({ quiet, lateDraws: z.boolean() }),
    form: {
      ...profileForm('notifications', 'saved'),
      body: ({ quiet: chosen, from = '', until = '', lateDraws }) => ({
        quiet: chosen === undefined ? null : { from: parseClock(from), until: parseClock(until) },
        lateDraws: lateDraws !== undefined,
      }),
      keeps: ['from', 'until'],
    },
    async handle(call) {
      const { services, now, person, body } = call
      const lateDraws = body.lateDraws && person.role === 'admin'
      await saveChoice(services.db, now, person.uid, { quiet: body.quiet, lateDraws })
    },
  }),

  'PUT /api/push/device': endpoint({
    summary: 'Turn notifications on in this browser; with `renew` only if you follow a game',
    access: LIVE_FEATURE,
    limit: 'push',
    pausedByBreak: true,
    body: z.strictObject({
      endpoint: address,
      keys: z.strictObject({ p256dh: key, auth: key }),
      /** The server key that the browser's subscription belongs to. */
      applicationServerKey: key.optional(),
      renew: z.boolean().default(false),
    }),
    /** `newKey`: the subscription has ended or belongs to another key, and the browser needs one with this key. */
    answer: z.strictObject({ on: z.boolean(), newKey: z.string().nullable() }),
    async handle(call) {
      const { services, context, person, body } = call
      const { db, settings, push } = services
      if (!push || !person.session) throw new Refusal('unavailable')
      if (body.renew && !(await choiceOf(db, person.uid)).hasNews) {
        // The browser was subscribed by another person.
        await removeDevice(db, body.endpoint)
        return { on: false, newKey: null }
      }
      if (
        (body.applicationServerKey ?? push.publicKey) !== push.publicKey ||
        isRemovedForGood(body.endpoint)
      ) {
        await removeDevice(db, body.endpoint)
        return { on: false, newKey: push.publicKey }
      }
      const subscription = { endpoint: body.endpoint, ...body.keys }
      const subscriber = { uid: person.uid, session: person.session }
      await addDevice(context, subscriber, subscription, settings.pushServiceUrl)
      return { on: true, newKey: null }
    },
  }),

  'DELETE /api/push/device': write({
    summary: 'Turn notifications off in this browser',
    access: 'signed-in',
    body: z.strictObject({ endpoint: address }),
    handle: ({ services: { db }, body }) => removeDevice(db, body.endpoint),
  }),

  'POST /api/push/test': endpoint({
    summary: 'Send a test notification to this browser, and learn what its push service answered',
    access: LIVE_FEATURE,
    limit: 'pushTest',
    pausedByBreak: true,
    body: z.strictObject({ endpoint: address }),
    answer: z.strictObject({ outcome: z.enum(TEST_OUTCOMES) }),
    async handle({ services, person: { uid }, body }) {
      return { outcome: await sendTest(services, uid, body.endpoint) }
    },
  }),
} satisfies Routes

/** What holds for all notifications of a user. */
interface PushChoice {
  quiet: QuietHours | null
  /** For staff only. */
  lateDraws: boolean
}

const NO_GAMES = { games: [], mineGames: [] }

/** The choice of a user, and when the user's live game was changed, in milliseconds. */
async function choiceOf(
  db: Db,
  uid: string,
): Promise<PushChoice & Pick<LiveGame, 'changedAt'> & { hasNews: boolean }> {
  const [row] = await db.select().from(pushChoices).where(eq(pushChoices.userId, uid))
  if (!row) return { quiet: null, lateDraws: false, changedAt: null, hasNews: false }
  const { games, mineGames, quietFrom: from, quietUntil: until, lateDraws, liveChangedAt } = row
  return {
    quiet: from === null || until === null ? null : { from, until },
    lateDraws,
    changedAt: liveChangedAt?.getTime() ?? null,
    hasNews: games.length + mineGames.length > 0 || lateDraws,
  }
}

/** Saves a choice. Messages that the earlier quiet hours held are due again, so that the new hours decide. */
async function saveChoice(db: Db, now: number, uid: string, choice: PushChoice): Promise<void> {
  const { quiet, lateDraws } = choice
  const row = { quietFrom: quiet?.from ?? null, quietUntil: quiet?.until ?? null, lateDraws }
  await db.transaction(async (tx) => {
    await tx
      .insert(pushChoices)
      .values({ userId: uid, ...NO_GAMES, ...row })
      .onConflictDoUpdate({ target: pushChoices.userId, set: row })
    const { rowCount } = await tx
      .update(pushDeliveries)
      .set({ dueAt: new Date(now) })
      .where(
        sql`${pushDeliveries.held} and ${pushDeliveries.subscriptionId} in (
          select ${pushSubscriptions.id} from ${pushSubscriptions} where ${eq(pushSubscriptions.userId, uid)})`,
      )
    if (rowCount) await addJob(tx, 'send-pushes', { id: 'due' })
  })
}

/** Sends a user the results of a game from now on, or no more. One statement, so that two taps at once both count. */
async function followGame(db: Db, uid: string, game: string, following: Following | null): Promise<void> {
  const { games, mineGames } = pushChoices
  const listed = (column: typeof games | typeof mineGames, kind: Following) => {
    const others = sql`array_remove(${column}, ${game})`
    return following === kind ? sql`array_append(${others}, ${game})` : others
  }
  const added = (kind: Following) => (following === kind ? [game] : [])
  await db
    .insert(pushChoices)
    .values({ userId: uid, games: added('every'), mineGames: added('mine') })
    .onConflictDoUpdate({
      target: pushChoices.userId,
      set: { games: listed(games, 'every'), mineGames: listed(mineGames, 'mine') },
    })
}

/**
 * Makes a game the one whose results a player of a lower plan gets live; null turns it off. Open streams of the player end
 * at once, and come back with the new game.
 * @returns false if the player has changed it today
 */
function saveLiveGame(db: Db, now: number, uid: string, game: string | null): Promise<boolean> {
  const mine = eq(pushChoices.userId, uid)
  return db.transaction(async (tx) => {
    await tx
      .insert(pushChoices)
      .values({ userId: uid, ...NO_GAMES })
      .onConflictDoNothing()
    const [row] = await tx.select().from(pushChoices).where(mine).for('update')
    const known = { game: row?.liveGame ?? null, changedAt: row?.liveChangedAt?.getTime() ?? null }
    const chosen = chooseLiveGame(known, game, now)
    if (!chosen) return false
    const liveChangedAt = chosen.changedAt === null ? null : new Date(chosen.changedAt)
    await tx.update(pushChoices).set({ liveGame: chosen.game, liveChangedAt }).where(mine)
    await tx.execute(sql`select pg_notify(${SESSIONS_CHANNEL}, ${uid})`)
    return true
  })
}
