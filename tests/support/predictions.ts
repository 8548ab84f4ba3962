import { sql } from 'drizzle-orm'
import { afterEach, beforeAll } from 'vitest'
import { instantAt, parseDate } from '../../src/domain/calendar.ts'
import { rowsOf } from './database.ts'
import { uidOf } from './people.ts'
import { testServer, type Visitor } from './test-server.ts'

// Monday 2 October 2023: diamond closes at 09:30 and on Thursday at 15:30.

/** The instant (milliseconds) of a Lagos date and time: `2023-10-02`, `09:30`. */
export const instant = (date: string, time: string) => {
  const [hours, minutes] = time.split(':').map(Number)
  return instantAt(parseDate(date)!, hours! * 60 + minutes!)
}

/** A server with the calls on predictions by staff and by a player with the Pro plan. */
export function predictionServer() {
  const server = testServer()
  let admin: Visitor
  let pro: Visitor
  beforeAll(async () => {
    admin = await server().as('admin')
    pro = await server().as('pro')
    // The draws of these tests are older than the account's Pro month, so the month starts earlier here.
    const uid = await uidOf(server(), 'pro')
    await rowsOf(
      server(),
      sql`update periods set starts_at = '2023-01-01' where user_id = ${uid} and plan = 'pro'`,
    )
  })
  afterEach(() => server().services.clock.setOffset(0))

  return {
    server,
    admin: () => admin,
    pro: () => pro,
    async setClock(date: string, time: string): Promise<void> {
      const { clock, db } = server().services
      clock.setOffset(0)
      clock.setOffset(instant(date, time) - (await clock.now(db)))
    },
    publish: (body: object) =>
      admin.post('/api/admin/predictions', { gameName: 'Diamond', numbers: '7, 12,45 , 60,,89', ...body }),
    edit: (id: number, body: object) =>
      admin.request('PATCH', `/api/admin/predictions/${id}`, { body: { reason: 'typed wrongly', ...body } }),
    withdraw: (id: number, body: object) => admin.post(`/api/admin/predictions/${id}/withdraw`, body),
    /** The prediction with its versions, for staff. */
    detail: async (id: number) => (await admin.get(`/api/admin/predictions/${id}`)).body,
    /** The prediction in the list for players. */
    read: async (id: number) =>
      (await pro.get('/api/predictions')).body.predictions.find((one: { id: number }) => one.id === id),
  }
}
