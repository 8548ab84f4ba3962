import { afterAll, expect, test } from 'vitest'
import { CHANNEL_LIMITS } from '../../src/reach/rules/channels/channels.ts'
import { addDays, instantAt, type LagosDate, lagosDate } from '../../src/platform/rules/base/calendar.ts'
import { slotOn } from '../../src/draws/rules/draw-calendar.ts'
import type { Game } from '../../src/draws/rules/games.ts'
import { databaseUrl, freePort, launchProgram, newFolder } from '../support/programs.ts'
import { TEST_SECRET } from '../support/settings.ts'
import { connect, posts, telegramMode } from '../support/telegram.ts'
import { testServer } from '../support/test-server.ts'
import { waitFor } from '../support/wait.ts'

const server = testServer({ standIns: true })
const folder = newFolder()
afterAll(() => folder.remove())

/** The newest date on which a game has closed: its result is news until the next close, and is not held. */
function lastDrawDate(game: Game, now: number): LagosDate {
  const week = Array.from({ length: 8 }, (_, days) => addDays(lagosDate(now), -days))
  const closed = (date: LagosDate) => instantAt(date, slotOn(game, date)?.close ?? Infinity) <= now
  return week.find(closed)!
}

test('NET-08: after kill -9 between Telegram’s answer and its record, no process sends the post again; staff decide', async () => {
  const { db, clock, draws } = server().services
  const now = await clock.now(db)
  const admin = await server().as('admin')
  await connect(admin)
  // Telegram has the post, and its answer is on the way.
  await telegramMode(server(), { slow: 50_000 })
  const gold = draws.current().games.find(({ key }) => key === 'gold')!
  const draw = { game: 'gold', date: lastDrawDate(gold, now), winning: [1, 2, 3, 4, 5] }
  const { fields } = (await admin.post('/api/admin/draws', draw)).body
  if (fields) await admin.post('/api/admin/draws', { ...draw, seen: Object.values(fields) })
  const other = launchProgram({
    ...databaseUrl(server().address),
    PORT: String(await freePort()),
    DATA_DIR: folder.path,
    AUTH_SECRET: TEST_SECRET,
    SANDBOX_URL: server().sandboxUrl!,
  })
  await other.ready()
  await waitFor('Telegram has the post', async () => (await posts(server())).length === 1)
  other.child.kill('SIGKILL')
  await other.ended

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
