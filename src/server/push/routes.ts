import { z } from 'zod'
import { MINUTE } from '../../domain/base/calendar.ts'
import { PUSH_LIMITS } from '../../domain/push/notifications.ts'
import { PATHS } from '../../domain/site/paths.ts'
import { DONE, done } from '../api/done.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import { limitUse } from '../api/limit-use.ts'
import { Refusal } from '../http/refusal.ts'
import { LIVE_FEATURE } from '../live/live.ts'
import { choiceOf, saveChoice } from './choice.ts'
import { addDevice, removeDevice } from './devices.ts'
import { pushToUsers } from './queue-push.ts'

const minutes = z.int().min(0).max(1439)
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
    summary: 'Your choice of notifications, and what can be chosen',
    access: 'signed-in',
    answer: z.strictObject({
      /** The server's key, in base64url, to which browsers bind a subscription; null without notifications. */
      publicKey: z.string().nullable(),
      games: z.array(z.strictObject({ key: z.string(), name: z.string() })),
      /** Null before the first choice. */
      choice: z.strictObject({ games: z.array(z.string()), quiet, lateDraws: z.boolean() }).nullable(),
    }),
    async handle({ services: { db, draws, push, settings }, person }) {
      const games = draws.current().games.filter(({ active }) => active)
      return {
        // Without the offline app there is no worker that could show them.
        publicKey: settings.offlineApp ? (push?.publicKey ?? null) : null,
        games: games.map(({ key: game, name }) => ({ key: game, name })),
        choice: await choiceOf(db, person.uid),
      }
    },
  }),

  'PUT /api/push': endpoint({
    summary: 'Choose games and quiet hours (minutes since midnight in Lagos), and for staff late draws',
    access: LIVE_FEATURE,
    pausedByBreak: true,
    body: z.strictObject({ games: z.array(z.string().max(24)).max(200), quiet, lateDraws: z.boolean() }),
    answer: done,
    async handle(call) {
      const { services, now, person, body } = call
      await limitUse(call, 'push')
      const known = new Set(services.draws.current().games.map((game) => game.key))
      const games = [...new Set(body.games)]
      if (games.some((game) => !known.has(game)))
        throw new Refusal('invalid-input', 'Choose games of the list.')
      const lateDraws = body.lateDraws && person.role === 'admin'
      await saveChoice(services.db, now, person.uid, { games, quiet: body.quiet, lateDraws })
      return DONE
    },
  }),

  'PUT /api/push/device': endpoint({
    summary: 'Turn notifications on in this browser; with `renew` only if you have chosen some before',
    access: LIVE_FEATURE,
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
      await limitUse(call, 'push')
      if (!push || !person.session) throw new Refusal('unavailable')
      if (body.renew && !(await choiceOf(db, person.uid))) {
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

  'DELETE /api/push/device': endpoint({
    summary: 'Turn notifications off in this browser',
    access: 'signed-in',
    body: z.strictObject({ endpoint: address }),
    answer: done,
    async handle({ services: { db }, body }) {
      await removeDevice(db, body.endpoint)
      return DONE
    },
  }),

  'POST /api/push/test': endpoint({
    summary: 'Send a test notification to all your browsers',
    access: LIVE_FEATURE,
    pausedByBreak: true,
    answer: done,
    async handle(call) {
      const { services, now, person } = call
      await limitUse(call, 'pushTest')
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
      return DONE
    },
  }),
} satisfies Routes
