import { z } from 'zod'
import { lagosDate, MINUTE, parseClock } from '../../domain/base/calendar.ts'
import { FEATURES, opens, planNeeded } from '../../domain/billing/plans.ts'
import { timesOf } from '../../domain/draws/games.ts'
import { FOLLOWING, nextChangeAt } from '../../domain/push/follow.ts'
import { PUSH_LIMITS } from '../../domain/push/notifications.ts'
import { numbersOf, SLIP_LIMITS } from '../../domain/slip/entry.ts'
import { PATHS } from '../../domain/site/paths.ts'
import { profileForm } from '../accounts/profile-form.ts'
import { endpoint, type Routes, write } from '../api/endpoint.ts'
import { ball } from '../draws/shapes.ts'
import { Refusal } from '../http/refusal.ts'
import { LIVE_FEATURE } from '../live/live.ts'
import { entriesOf } from '../slip/entries.ts'
import { choiceOf, followGame, saveChoice, saveLiveGame } from './choice.ts'
import { addDevice, removeDevice } from './devices.ts'
import { pushToUsers } from './queue-push.ts'

const minutes = z.int('Choose two different times.').min(0).max(1439)
const quiet = z
  .strictObject({ from: minutes, until: minutes })
  .refine(({ from, until }) => from !== until, 'Choose two different times.')
  .nullable()
const address = z.string().max(PUSH_LIMITS.endpoint)
const key = z.string().regex(/^[\w-]{1,100}$/)

/** A test message is of no use later. */
const TEST_LIFE_MS = 5 * MINUTE

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
      const [choice, entries] = await Promise.all([choiceOf(db, person.uid), entriesOf(db, person.uid)])
      const running = entries.filter(({ until }) => until === null || until >= today)
      const numbersIn = (key: string) =>
        running.filter(({ game }) => game === null || game === key).flatMap(numbersOf)
      return {
        // Without the offline app there is no worker that could show them.
        publicKey: settings.offlineApp ? (push?.publicKey ?? null) : null,
        games: games.map(({ key: game, name, slots }) => ({
          key: game,
          name,
          times: timesOf({ slots }, today),
          numbers: [...new Set(numbersIn(game))].slice(0, SLIP_LIMITS.numbers),
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
      renew: z.boolean().default(false),
    }),
    answer: z.strictObject({ on: z.boolean() }),
    async handle(call) {
      const { services, now, person, body } = call
      const { db, settings, push } = services
      if (!push || !person.session) throw new Refusal('unavailable')
      if (body.renew && !(await choiceOf(db, person.uid)).hasNews) {
        // The browser was subscribed by another person.
        await removeDevice(db, body.endpoint)
        return { on: false }
      }
      const subscription = { endpoint: body.endpoint, ...body.keys }
      const subscriber = { uid: person.uid, session: person.session }
      await addDevice(db, now, subscriber, subscription, settings.pushServiceUrl)
      return { on: true }
    },
  }),

  'DELETE /api/push/device': write({
    summary: 'Turn notifications off in this browser',
    access: 'signed-in',
    body: z.strictObject({ endpoint: address }),
    handle: ({ services: { db }, body }) => removeDevice(db, body.endpoint),
  }),

  'POST /api/push/test': write({
    summary: 'Send a test notification to all your browsers',
    access: LIVE_FEATURE,
    limit: 'pushTest',
    pausedByBreak: true,
    async handle(call) {
      const { services, now, person } = call
      await services.db.transaction((tx) =>
        pushToUsers(tx, now, [person.uid], {
          tag: `test ${person.uid}`,
          version: now,
          title: 'Notifications work',
          body: 'New results of your games arrive like this.',
          path: PATHS.profile,
          urgent: true,
          expiresAt: now + TEST_LIFE_MS,
        }),
      )
    },
  }),
} satisfies Routes
