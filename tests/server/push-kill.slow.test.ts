import { afterAll, expect, test } from 'vitest'
import { addDays, instantAt, type LagosDate, lagosDate } from '../../src/platform/rules/base/calendar.ts'
import { slotOn } from '../../src/draws/rules/draw-calendar.ts'
import type { Game } from '../../src/draws/rules/games.ts'
import { give, newPerson } from '../support/people.ts'
import { databaseUrl, freePort, launchProgram, newFolder } from '../support/programs.ts'
import { pushMode, received, turnOn } from '../support/push.ts'
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

test('after kill -9 between the push service’s answer and its record, another process sends the same message again', async () => {
  const { db, clock, draws, settings } = server().services
  const { visitor, uid } = await newPerson(server())
  const now = await clock.now(db)
  await give(server(), uid, now)
  await turnOn(server(), visitor)
  // The push service has the message, and its answer is on the way.
  await pushMode(server(), { slow: 50_000 })
  const gold = draws.current().games.find(({ key }) => key === 'gold')!
  const draw = { game: 'gold', date: lastDrawDate(gold, now), winning: [1, 2, 3, 4, 5] }
  const admin = await server().as('admin')
  const { fields } = (await admin.post('/api/admin/draws', draw)).body
  if (fields) await admin.post('/api/admin/draws', { ...draw, seen: Object.values(fields) })
  const other = launchProgram({
    ...databaseUrl(server().address),
    PORT: String(await freePort()),
    DATA_DIR: folder.path,
    VAPID_PRIVATE_KEY: settings.vapid!.privateKey,
    SANDBOX_URL: server().sandboxUrl!,
  })
  await other.ready()
  await waitFor('the push service has the message', async () => (await received(server())).length === 1)
  other.child.kill('SIGKILL')
  await other.ended

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
