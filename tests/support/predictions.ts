import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { instantAt, parseDate } from '../../src/platform/rules/base/calendar.ts'
import { byProgram } from '../../src/platform/server/audit/context.ts'
import { loadGames } from '../../src/draws/server/memory.ts'
import { followSchedule } from '../../src/forecasts/server/ledger/follow-draws.ts'
import { bringClosesForward } from '../../src/forecasts/server/bring-closes-forward.ts'
import { asOwner, rowsOf } from './database.ts'
import { uidOf } from './people.ts'
import { type TestServer, testServer, type Visitor } from './test-server.ts'

// Monday 2 October 2023: diamond closes at 09:30 and on Thursday at 15:30.

/** The instant (milliseconds) of a Lagos date and time: `2023-10-02`, `09:30`. */
export const instant = (date: string, time: string) => {
  const [hours, minutes] = time.split(':').map(Number)
  return instantAt(parseDate(date)!, hours! * 60 + minutes!)
}

/** Empties the ledger, which only the owner of the tables can do, and only without the trigger that refuses it. */
async function emptyLedger(server: TestServer): Promise<void> {
  await asOwner(server, sql`alter table log_leaves disable trigger never_emptied`)
  await asOwner(server, sql`truncate log_leaves, log_checkpoints, log_cosignatures`)
  await asOwner(server, sql`alter table log_leaves enable trigger never_emptied`)
}

/**
 * Adds a draw day of metro, or changes when metro closes on that day.
 *
 * @param close minutes after midnight in Lagos
 * @param from the first date of the change
 */
export async function addMetroSlot(
  server: TestServer,
  close: number,
  from: string,
  weekday = 'monday',
): Promise<void> {
  await rowsOf(
    server,
    sql`insert into game_slots (game_key, weekday, close, expected_minutes, valid_from)
        values ('metro', ${weekday}, ${close}, 30, ${from})`,
  )
  const { db, clock } = server.services
  await db.transaction(async (tx) => followSchedule(byProgram(tx, await clock.now(tx)), await loadGames(tx)))
  await rowsOf(
    server,
    sql`insert into changes (seq, kind, ids, at) select max(seq) + 1, 'games', '{metro}', now() from changes`,
  )
}

/** Lets the closes of forecasts follow the draw times, as the sweep does each minute. */
export async function followSlots({ services: { clock, db, draws } }: TestServer): Promise<void> {
  await draws.catchUp()
  await bringClosesForward(db, await clock.now(db), draws.current().games)
}

/**
 * A server with the calls on predictions by staff and by a player with the Pro plan.
 *
 * @param keepsLedger the tests follow each other in time, so the ledger and the clock stay between them
 */
export function predictionServer({
  keepsLedger = false,
  settings = {},
}: { keepsLedger?: boolean; settings?: Record<string, string> } = {}) {
  const server = testServer({ settings })
  let admin: Visitor
  let pro: Visitor
  beforeAll(async () => {
    admin = await server().as('admin')
    pro = await server().as('pro')
    // The draws of these tests are older than the account's Pro month, so the month starts earlier here.
    const uid = await uidOf(server(), 'pro')
    await server().rows`update periods set starts_at = '2023-01-01' where user_id = ${uid} and plan = 'pro'`
  })
  // Each test begins on a day of its own, but the ledger never goes back in time.
  if (!keepsLedger) {
    beforeEach(() => emptyLedger(server()))
    afterEach(() => server().services.clock.setOffset(0))
  }

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
