import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { waitingLocks } from '../../../../tests/support/database.ts'
import { textOf } from '../../../../tests/support/html.ts'
import { startMailServer } from '../../../../tests/support/mail-server.ts'
import { give, newPerson } from '../../../../tests/support/people.ts'
import { pushServer, TUESDAY } from '../../../../tests/support/push-server.ts'
import { statusesOf, type Visitor } from '../../../../tests/support/test-server.ts'
import { waitFor } from '../../../../tests/support/wait.ts'
import type { PlanMailGroup } from '../../rules/talk/plan-mails.ts'

// Tuesday 17 March 2026, 10:00.
const { server, admin, setClock, clockNow } = pushServer()
const PREVIEW = '/api/admin/plan-mails/preview'

beforeEach(async () => {
  await server().rows`update users set is_sample = true where role = 'user'`
  await server().rows`delete from mails`
  await server().rows`delete from graphile_worker._private_jobs`
})

/** A second process of the site, at the same time. */
async function another(settings?: Record<string, string>) {
  const other = await server().another(settings)
  other.services.clock.setOffset((await clockNow()) - (await other.now()))
  return other
}

const send = (group: PlanMailGroup, by = admin()) =>
  by.post('/api/admin/plan-mails', { group, text: 'The record of November is open.' })
const preview = async (group: PlanMailGroup) => (await admin().get(`${PREVIEW}?group=${group}`)).body
/** How many are left out, by the reason. */
const leftOut = async (group: PlanMailGroup) =>
  Object.fromEntries(
    (await preview(group)).leftOut
      .filter(({ people }: { people: number }) => people > 0)
      .map(({ reason, people }: { reason: string; people: number }) => [reason, people]),
  )
/** The players who have such a mail. */
const mailed = async () =>
  (await server().rows`select user_id from mails where template = 'about-plans'`).map(
    ({ user_id }) => user_id,
  )

/** A player whose time of a plan ends, or ended, at a Lagos time. */
async function playerUntil(end: string, grant: Parameters<typeof give>[3] = {}) {
  const person = await newPerson(server())
  await give(server(), person.uid, await clockNow(), grant)
  const at = `${end}:00+01`
  await server().rows`update periods set starts_at = ${at}::timestamptz - interval '9 days', ends_at = ${at}
    where user_id = ${person.uid}`
  return person
}

describe('the groups', () => {
  test('a plan that ends within 7 Lagos days', async () => {
    await playerUntil('2026-03-17 00:00')
    const last = await playerUntil('2026-03-18 00:00')
    const seventh = await playerUntil('2026-03-24 00:00', { plan: 'basic' })
    await playerUntil('2026-03-25 00:00')
    // A second month follows.
    const paid = await playerUntil('2026-03-20 00:00')
    await give(server(), paid.uid, await clockNow())
    await setClock('2026-03-16 23:59')
    expect((await preview('ending')).people).toBe(2)
    await setClock(`${TUESDAY} 00:00`)
    const { people, mail } = await preview('ending')
    expect(people).toBe(2)
    expect(mail.text).toMatch(/Your (Pro|Basic) plan is paid to the end of (Tues|Mon)day \d+ March 2026\./)
    expect((await send('ending')).body).toEqual({ people: 2 })
    expect(new Set(await mailed())).toEqual(new Set([last.uid, seventh.uid]))
  })

  test('a plan that ended in the last 30 days, and none since', async () => {
    await playerUntil('2026-02-15 00:00')
    const first = await playerUntil('2026-02-16 00:00')
    const last = await playerUntil('2026-03-17 00:00')
    await playerUntil('2026-03-18 00:00')
    const other = await playerUntil('2026-03-10 00:00')
    await give(server(), other.uid, await clockNow(), { plan: 'basic' })
    const refunded = await playerUntil('2026-03-12 00:00')
    await server().rows`insert into reversals (grant_id, at, reason)
      select id, now(), 'test' from grants where user_id = ${refunded.uid}`
    await setClock(`${TUESDAY} 00:00`)
    expect((await preview('ended')).mail.text).toMatch(/Your Pro plan ended on \w+day \d+ \w+ 2026\./)
    expect((await send('ended')).body).toEqual({ people: 2 })
    expect(new Set(await mailed())).toEqual(new Set([first.uid, last.uid]))
  })

  test('who never paid and has no plan', async () => {
    const { uid } = await newPerson(server())
    await playerUntil('2026-04-01 00:00')
    const gift = await playerUntil('2026-03-01 00:00')
    await playerUntil('2025-03-01 00:00', { kind: 'voucher' })
    expect((await preview('never-paid')).mail.text).toContain('Your account has the Free plan.')
    expect((await send('never-paid')).body).toEqual({ people: 2 })
    expect(new Set(await mailed())).toEqual(new Set([uid, gift.uid]))
  })

  test('leave out staff, deleted people, and those who may get no mail, each with its reason', async () => {
    const at = new Date((await clockNow()) + 60_000)
    const set = async (change: string) => {
      const { uid } = await newPerson(server())
      await server().services.db.execute(sql.raw(`update users set ${change} where id = '${uid}'`))
    }
    await set(`role = 'admin', staff_roles = '{results}'`)
    await set(`deleted_at = now()`)
    for (const change of [
      `email_verified = false`,
      `age_confirmed_at = null`,
      `suspended_until = '${at.toISOString()}'`,
    ])
      await set(change)
    await set(`break_until = '${at.toISOString()}'`)
    const stopped = await newPerson(server())
    await stopped.visitor.request('PUT', '/api/profile/plan-mails', { body: { wanted: false } })
    expect(await leftOut('never-paid')).toEqual({ closed: 3, break: 1, stopped: 1 })
    const { people, mail } = await preview('never-paid')
    expect([people, mail]).toEqual([0, null])
    expect((await send('never-paid')).body.title).toBe('Nobody of this group gets a mail now.')
    expect(await mailed()).toEqual([])
    await setClock(`${TUESDAY} 10:02`)
    // The suspension and the break are over.
    expect((await send('never-paid')).body).toEqual({ people: 2 })
  })
})

describe('a mail to a group', () => {
  test('reaches each player once a week, whatever the group', async () => {
    const { uid } = await playerUntil('2026-03-20 00:00')
    expect((await send('ending')).status).toBe(201)
    await setClock('2026-03-24 09:59')
    expect((await send('ended')).status).toBe(409)
    expect(await leftOut('ended')).toEqual({ recent: 1 })
    await setClock('2026-03-24 10:01')
    expect((await send('ended')).body).toEqual({ people: 1 })
    expect(await mailed()).toEqual([uid, uid])
  })

  test('goes out once when two send at the same time', async () => {
    const { uid } = await newPerson(server())
    const other = await another()
    const answers = await Promise.all([send('never-paid'), send('never-paid', admin().copy(other.url))])
    expect(statusesOf(answers)).toEqual([201, 409])
    expect(await mailed()).toEqual([uid])
  })

  test.each(['last_at', 'stopped_at'])('waits for a change of the player’s row: %s', async (column) => {
    const { uid } = await newPerson(server())
    const at = new Date(await clockNow())
    let sending: ReturnType<typeof send> | undefined
    await server().services.db.transaction(async (tx) => {
      await tx.execute(
        sql`insert into plan_mails (user_id, ${sql.identifier(column)}) values (${uid}, ${at})`,
      )
      sending = send('never-paid')
      await waitFor('the send waits', async () => (await waitingLocks(server())) > 0)
    })
    expect((await sending!).status).toBe(409)
    expect(await mailed()).toEqual([])
  })

  test('needs a group, and is in the audit trail', async () => {
    await newPerson(server())
    expect((await send('everyone' as PlanMailGroup)).body.fields).toEqual({ group: 'Choose a group.' })
    await send('never-paid')
    const text = 'The record of November is open.'
    expect((await server().trail('players')).at(-1)).toEqual([
      'announcement.mail',
      { group: 'never-paid', text, people: 1 },
    ])
  })

  test('of more players than one statement takes reaches all of them, after other mails', async () => {
    await server().rows`insert into users (id, username, email, email_verified, age_confirmed_at)
      select 'many' || i, '', 'many' || i || '@example.com', true, now() from generate_series(1, 2001) as i`
    expect((await send('never-paid')).body).toEqual({ people: 2001 })
    expect(new Set(await mailed()).size).toBe(2001)
    const jobs = await server().rows`select priority, count(*)::int as jobs from graphile_worker._private_jobs
      where key like 'send-mail:%' group by priority`
    expect(jobs).toEqual([{ priority: 1, jobs: 2001 }])
    await server().rows`delete from plan_mails`
    await server().rows`delete from mails`
    await server().rows`delete from users where id like 'many%'`
  })
})

describe('the link of the mail', () => {
  /** A player with a mail, as its server sends it. @returns the link, and the headers of the mail */
  async function mailedPlayer() {
    const person = await newPerson(server())
    const provider = await startMailServer()
    onTestFinished(() => provider.stop())
    const sender = await another({ APP_URL: server().url, SMTP_URL: provider.url })
    await send('never-paid')
    await sender.runJobs()
    const raw = provider.received.join('').replace(/\r\n[ \t]/g, ' ')
    const link = /^List-Unsubscribe: <(.+)>\r$/m.exec(raw)![1]!
    return { ...person, raw, path: link.replace(server().url, '') }
  }
  const page = async (path: string, method = 'GET', by: Visitor = server().anonymous()) => {
    const { status, text } = await by.request(method, path)
    return [
      status,
      /Stopped\./.exec(textOf(text)) ?? /Stop these mails|does not work/.exec(textOf(text)),
    ].map(String)
  }
  /** As a mail program sends it: without cookies, from nowhere. */
  const oneClick = (path: string, type: string, content: string) =>
    server().anonymous().request('POST', path, { foreign: true, raw: { type, content } })

  test('stops them by its button, and by nothing else', async () => {
    const { path, visitor, raw } = await mailedPlayer()
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
    for (const method of ['GET', 'HEAD', 'GET']) await page(path, method)
    expect(await page(path)).toEqual(['200', 'Stop these mails'])
    expect((await visitor.get('/api/profile/plan-mails')).body).toEqual({ wanted: true })
    expect(await page(path, 'POST')).toEqual(['200', 'Stopped.'])
    expect(await page(path, 'POST')).toEqual(['200', 'Stopped.'])
    expect(await page(path)).toEqual(['200', 'Stopped.'])
    expect(await leftOut('never-paid')).toEqual({ stopped: 1 })
    // The profile undoes it.
    const form = { type: 'application/x-www-form-urlencoded', content: 'form=plan-mails&wanted=yes' }
    const { status, headers } = await visitor.request('POST', '/dashboard/profile', { raw: form })
    expect([status, headers.get('location')]).toEqual([303, '/dashboard/profile?notice=saved#content'])
    expect(await page(path)).toEqual(['200', 'Stop these mails'])
    const { uid } = (await visitor.get('/api/me')).body
    expect(await server().trail(`user:${uid}`)).toEqual([
      ['account.plan-mails-stopped', {}],
      ['account.plan-mails', {}],
    ])
  })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])('stops them by one POST of a mail program as %s', async (type, content) => {
    const { path } = await mailedPlayer()
    expect((await oneClick(path, type, content)).status).toBe(200)
    expect(await page(path)).toEqual(['200', 'Stopped.'])
  })

  test.each(['stopped', 'on a break'])('a mail that waits is not sent to a player %s', async (why) => {
    const { path, uid, visitor } = await mailedPlayer()
    await setClock('2026-03-24 10:01')
    await send('never-paid')
    if (why === 'stopped') await page(path, 'POST')
    else await visitor.post('/api/profile/break', { days: 1 })
    const waiting = await server().rows`select state, error, data from mails where user_id = ${uid}
      order by created_at desc limit 1`
    expect(waiting).toEqual([{ state: 'failed', error: why, data: null }])
  })

  test('is refused when it is forged, of another use, or of a deleted account', async () => {
    const { path, uid, visitor } = await mailedPlayer()
    const at = path.length - 10
    const flipped = path.slice(0, at) + (path[at] === 'A' ? 'B' : 'A') + path.slice(at + 1)
    for (const wrong of [flipped, `/stop-mails?link=${uid}`, '/stop-mails?link=', '/stop-mails']) {
      expect(await page(wrong, 'POST')).toEqual(['404', 'does not work'])
      expect(await page(wrong)).toEqual(['200', 'does not work'])
    }
    expect(await page(path)).toEqual(['200', 'Stop these mails'])
    expect((await server().rows`select stopped_at from plan_mails where user_id = ${uid}`)[0]).toEqual({
      stopped_at: null,
    })
    expect((await visitor.get('/api/profile/data.json')).body['mails about plans']).toHaveLength(1)
    await visitor.request('DELETE', '/api/profile', { body: { confirm: true } })
    expect(await page(path, 'POST')).toEqual(['404', 'does not work'])
    expect(await server().rows`select from plan_mails where user_id = ${uid}`).toEqual([])
  })
})
