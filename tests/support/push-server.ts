// A server with Pro players whose browsers are subscribed, and a clock that the test sets.
import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { instantAt, parseDate, parseClock } from '../../src/platform/rules/base/calendar.ts'
import { give, newPerson } from './people.ts'
import { clearReceived, pushMode, received, type Subscription, turnOn } from './push.ts'
import { testServer, type Visitor } from './test-server.ts'

/** A day on which Gold draws, at 9:30, and again on the Friday after it, at 15:30. */
export const TUESDAY = '2026-03-17'
export const FRIDAY = '2026-03-20'

/** Starts the server of a test file. Each test begins at 10:00 of {@link TUESDAY}, without draws, browsers and messages. */
export function pushServer() {
  const server = testServer({ standIns: true })
  let admin: Visitor

  const clockNow = () => server().now()

  /** Sets the clock to a Lagos time, such as `2026-03-17 10:00`, at which everyone is still signed in. */
  async function setClock(text: string): Promise<void> {
    const [date, time] = text.split(' ') as [string, string]
    const { clock, db } = server().services
    const wanted = instantAt(parseDate(date)!, parseClock(time)!)
    clock.setOffset(0)
    clock.setOffset(wanted - (await clock.now(db)))
    const at = new Date(wanted)
    await server().rows`update sessions set created_at = ${at}, seen_at = ${at}, proven_at = ${at}`
  }

  /** Deletes all draws, with their entries in the audit trail, which the database demands and checks draw by draw. */
  async function clearDraws(): Promise<void> {
    const deleted = await server().rows`
      with deleted as (
        update draws set deleted_at = now()
        where id in (select id from draws where deleted_at is null limit 200) returning id)
      insert into audit (at, action, subject, details)
      select now(), 'draw.delete', 'draw:' || id, '{"old": {}}' from deleted returning id`
    if (deleted.length > 0) await clearDraws()
  }

  async function proPerson() {
    const person = await newPerson(server())
    await give(server(), person.uid, await clockNow())
    return person
  }

  beforeAll(async () => {
    admin = await server().as('admin')
  })
  beforeEach(async () => {
    await setClock(`${TUESDAY} 10:00`)
    await server().rows`delete from push_subscriptions`
    await server().rows`delete from push_messages`
    await clearDraws()
    await pushMode(server(), {})
    await clearReceived(server())
  })
  afterEach(() => pushMode(server(), {}))

  return {
    server,
    admin: () => admin,
    clockNow,
    clearDraws,
    setClock,
    proPerson,
    /** A Pro player whose browser gets the results of Gold. */
    async subscribed() {
      const person = await proPerson()
      return { ...person, subscription: await turnOn(server(), person.visitor) }
    },
    /** Records a draw, and sends what is due. @returns its id */
    async record(draw: { game?: string; date: string; winning?: number[] }): Promise<number> {
      const body = { game: 'gold', winning: [1, 2, 3, 4, 5], ...draw }
      const answer = await admin.post('/api/admin/draws', body)
      expect(answer.status).toBe(201)
      await server().runJobs()
      return answer.body.id
    },
    /** How many subscriptions the server has for a browser. */
    devices: async ({ endpoint }: Subscription) =>
      (await server().rows`select id from push_subscriptions where endpoint = ${endpoint}`).length,
    /** What all browsers received, oldest first: `title | body`. */
    texts: async () => (await received(server())).map(({ title, body }) => `${title} | ${body}`),
  }
}
