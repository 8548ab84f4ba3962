import { afterAll, expect, test } from 'vitest'
import { CHANNEL_LIMITS } from '../../src/reach/rules/channels/channels.ts'
import { addDays, instantAt, type LagosDate, lagosDate } from '../../src/platform/rules/base/calendar.ts'
import { slotOn } from '../../src/draws/rules/draw-calendar.ts'
import type { Game } from '../../src/draws/rules/games.ts'
import { give, newPerson } from '../support/people.ts'
import { databaseUrl, freePort, launchProgram, newFolder } from '../support/programs.ts'
import { pushMode, received, turnOn } from '../support/push.ts'
import { TEST_SECRET } from '../support/settings.ts'
import { connect, posts, telegramMode } from '../support/telegram.ts'
import { testServer } from '../support/test-server.ts'
import { waitFor } from '../support/wait.ts'

// A process is killed while the answer to its message is on the way.
const server = testServer({ standIns: true })
const folder = newFolder()
afterAll(() => folder.remove())

/** The newest date on which a game has closed: its result is news until the next close, and is not held. */
function lastDrawDate(game: Game, now: number): LagosDate {
  const week = Array.from({ length: 8 }, (_, days) => addDays(lagosDate(now), -days))
  const closed = (date: LagosDate) => instantAt(date, slotOn(game, date)?.close ?? Infinity) <= now
  return week.find(closed)!
}

/** Enters the newest draw of a game. */
async function record(key: string): Promise<void> {
  const admin = await server().as('admin')
  const game = server()
    .services.draws.current()
    .games.find((one) => one.key === key)!
  const draw = { game: key, date: lastDrawDate(game, await server().now()), winning: [1, 2, 3, 4, 5] }
  const { fields } = (await admin.post('/api/admin/draws', draw)).body
  if (fields) await admin.post('/api/admin/draws', { ...draw, seen: Object.values(fields) })
}

/** Starts another process, and kills it as soon as its message is out. */
async function killSender(isOut: () => Promise<boolean>): Promise<void> {
  const other = launchProgram({
    ...databaseUrl(server().address),
    PORT: String(await freePort()),
    DATA_DIR: folder.path,
    AUTH_SECRET: TEST_SECRET,
    VAPID_PRIVATE_KEY: server().services.settings.vapid!.privateKey,
    SANDBOX_URL: server().sandboxUrl!,
  })
  await other.ready()
  await waitFor('the message is out', isOut)
  other.child.kill('SIGKILL')
  await other.ended
}

test('after kill -9 between the push service’s answer and its record, another process sends the same message again', async () => {
  const { visitor, uid } = await newPerson(server())
  await give(server(), uid, await server().now())
  await turnOn(server(), visitor)
  await pushMode(server(), { slow: 50_000 })
  await record('gold')
  await killSender(async () => (await received(server())).length === 1)

  await pushMode(server(), {})
  await server().sweep()
  // The browser is claimed for a minute.
  expect(await received(server())).toHaveLength(1)
  await server().rows`update push_subscriptions set claimed_until = claimed_until - interval '1 minute'`
  await server().sweep()
  await server().sweep()
  const [first, second, ...more] = await received(server())
  expect(more).toEqual([])
  const { tag, title, body, topic } = first!
  expect(second).toMatchObject({ tag, title, body, topic })
  expect(await server().rows`select * from push_deliveries`).toEqual([])
})

test('NET-08: after kill -9 between Telegram’s answer and its record, no process sends the post again; staff decide', async () => {
  await connect(await server().as('admin'))
  await telegramMode(server(), { slow: 50_000 })
  await record('metro')
  await killSender(async () => (await posts(server())).length === 1)

  await telegramMode(server())
  await server().sweep()
  const states = () => server().rows`select state from channel_posts`
  expect(await states()).toEqual([{ state: 'sending' }])
  await server()
    .rows`update channel_posts set claimed_at = claimed_at - make_interval(secs => ${CHANNEL_LIMITS.claimMs / 1000})`
  await server().rows`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 hour'`
  await server().sweep()
  await server().runJobs({ retries: true })
  expect(await posts(server())).toHaveLength(1)
  expect(await states()).toEqual([{ state: 'uncertain' }])
})
