import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { instantAt, parseDate } from '../../domain/calendar.ts'
import { contentsOf, rowsOf } from '../../../tests/support/database.ts'
import { newPerson, uidOf } from '../../../tests/support/people.ts'
import { picture, upload } from '../../../tests/support/pictures.ts'
import { EARLY } from '../../domain/draw-warnings.ts'
import { expectRefused } from '../../../tests/support/refusals.ts'
import { statusesOf, testServer, type Visitor } from '../../../tests/support/test-server.ts'
import { bringClosesForward } from './bring-closes-forward.ts'

// Monday 2 October 2023: diamond closes at 09:30 and on Thursday at 15:30.
const server = testServer()
let admin: Visitor
let pro: Visitor

const instant = (date: string, clock: string) => {
  const [hours, minutes] = clock.split(':').map(Number)
  return instantAt(parseDate(date)!, hours! * 60 + minutes!)
}
const setClock = async (date: string, clock: string) => {
  const { clock: door, db } = server().services
  door.setOffset(0)
  door.setOffset(instant(date, clock) - (await door.now(db)))
}
const FIVE = '7, 12,45 , 60,,89'
const publish = (body: object, by = admin) =>
  by.post('/api/admin/predictions', { gameName: 'Diamond', numbers: FIVE, ...body })
const edit = (id: number, body: object) =>
  admin.request('PATCH', `/api/admin/predictions/${id}`, { body: { reason: 'typed wrongly', ...body } })
const withdraw = (id: number, body: object) => admin.post(`/api/admin/predictions/${id}/withdraw`, body)
const detail = async (id: number) => (await admin.get(`/api/admin/predictions/${id}`)).body
const read = async (id: number, by = pro) =>
  (await by.get('/api/predictions')).body.predictions.find((one: { id: number }) => one.id === id)

beforeAll(async () => {
  admin = await server().as('admin')
  pro = await server().as('pro')
  // Its Pro month is of today; the draws of these tests are older, and so is this person.
  const uid = await uidOf(server(), 'pro')
  await rowsOf(
    server(),
    sql`update periods set starts_at = '2023-01-01' where user_id = ${uid} and plan = 'pro'`,
  )
})
afterEach(() => server().services.clock.setOffset(0))

describe('publishing', () => {
  test('with game name and numbers is for the next open draw, in both readings of the specification', async () => {
    await setClock('2023-10-02', '09:00')
    const answer = await publish({ image: 'https://example.com/a.jpg' })
    expect([answer.status, answer.body]).toEqual([201, { id: expect.any(Number), version: 1, inTime: true }])
    const one = await read(answer.body.id)
    expect(one).toMatchObject({
      gameName: 'Diamond',
      game: 'diamond',
      numbers: [7, 12, 45, 60, 89],
      date: '2023-10-02',
      predictionDate: '2023-10-02',
      image: 'https://example.com/a.jpg',
      imageUrl: 'https://example.com/a.jpg',
      imageIsOurs: false,
      closesAt: instant('2023-10-02', '09:30'),
      form: null,
      reasons: null,
      inTime: true,
      withdrawn: null,
      changedAt: null,
    })
    expect(one.createdAt - instant('2023-10-02', '09:00')).toBeLessThan(60_000)
  })

  test('takes the names of its answers for the date and the image, one value each', async () => {
    await setClock('2023-10-02', '09:00')
    const named = { predictionDate: '2023-10-05', imageUrl: 'https://example.com/b.jpg' }
    const { id } = (await publish(named)).body
    expect(await detail(id)).toMatchObject({ date: '2023-10-05', image: 'https://example.com/b.jpg' })
    expect((await publish({ ...named, date: '2023-10-05' })).status).toBe(201)
    expectRefused(await publish({ ...named, date: '2023-10-09' }))
    expectRefused(await publish({ ...named, image: 'https://example.com/c.jpg' }))
    expectRefused(await publish({ predictionDate: '2023-02-30' }))
    expect((await edit(id, { version: 1, predictionDate: '2023-10-09', imageUrl: '' })).status).toBe(200)
    expect(await detail(id)).toMatchObject({ date: '2023-10-09', image: null })
  })

  test('asks back, where it is told to, for the numbers of a draw that are published already', async () => {
    await setClock('2023-10-02', '09:00')
    const same = { gameName: 'fortune', date: '2023-10-05', numbers: '7, 8, 9' }
    const ask = (body: object) => publish({ ...same, again: 'no', ...body })
    const submitKey = 'a-key-of-one-form'
    const first = await ask({ submitKey })
    expect(first.status).toBe(201)
    expect((await ask({ submitKey })).body.id).toBe(first.body.id)
    const asked = await ask({ numbers: '9,7,8' })
    expect([asked.status, asked.body.code]).toEqual([409, 'look-again'])
    expect(asked.body.title).toBe('The same numbers are already published for this draw: 9, 7, 8.')
    expect((await ask({ numbers: '7, 8' })).status).toBe(201)
    expect((await ask({ date: '2023-10-12' })).status).toBe(201)
    expect((await ask({ again: 'yes' })).status).toBe(201)
    await rowsOf(
      server(),
      sql`update predictions set withdrawn_at = now(), withdrawn_reason = 'test' where game_key = 'fortune'`,
    )
    expect((await ask({})).status).toBe(201)
  })

  test('reads the free names of the original', async () => {
    await setClock('2023-10-02', '09:00')
    for (const [gameName, game] of [
      ['premier diamond lotto', 'diamond'],
      ['Monday Special', 'msp'],
      ['lucky_G', 'lucky_G'],
    ]) {
      const { body } = await publish({ gameName })
      expect((await detail(body.id)).game).toBe(game)
    }
  })

  test('a past, a closed and a recorded draw is saved and shown, marked not scored', async () => {
    await setClock('2023-10-02', '09:30')
    const closed = await publish({ date: '2023-10-02' })
    expect(closed.body.inTime).toBe(false)
    expect((await publish({})).body.inTime).toBe(true)
    expect((await read(closed.body.id)).inTime).toBe(false)
    expect((await publish({ date: '2023-09-28' })).body.inTime).toBe(false)
    // A day on which the game does not draw has no close to be before.
    expect((await publish({ date: '2023-10-03' })).body.inTime).toBe(false)

    await setClock('2023-10-12', '10:00')
    expect((await publish({ date: '2023-10-12' })).body.inTime).toBe(true)
    const draw = { game: 'diamond', date: '2023-10-12', winning: [1, 2, 3, 4, 5] }
    const recorded = await admin.post('/api/admin/draws', { ...draw, seen: [EARLY] })
    expect(recorded.status).toBe(201)
    expect((await publish({ date: '2023-10-12' })).body.inTime).toBe(false)
    // A blank date passes over a draw that is in already.
    expect((await detail((await publish({})).body.id)).date).toBe('2023-10-16')
    // What was known once stays known, whether the record was deleted or moved to another day.
    const moved = { version: 1, date: '2023-10-09', winning: [1, 2, 3, 4, 5], reason: 'wrong day' }
    const path = `/api/admin/draws/${recorded.body.id}`
    expect((await admin.request('PUT', path, { body: moved })).status).toBe(200)
    expect((await publish({ date: '2023-10-12' })).body.inTime).toBe(false)
    const gone = { version: 2, reason: 'test' }
    expect((await admin.request('DELETE', path, { body: gone })).status).toBe(200)
    expect((await publish({ date: '2023-10-12' })).body.inTime).toBe(false)
  })

  test('is noted in the audit and the changes, in the same transaction', async () => {
    const answer = await publish({ form: 'five', reasons: 'Turning numbers' })
    const subject = `prediction:${answer.body.id}`
    const audit = await rowsOf(server(), sql`select * from audit where subject = ${subject}`)
    expect(audit).toMatchObject([
      {
        action: 'prediction.publish',
        actor: await uidOf(server(), 'admin'),
        request_id: answer.headers.get('x-request-id'),
        details: { new: { numbers: [7, 12, 45, 60, 89], form: 'five', reasons: 'Turning numbers' } },
      },
    ])
    const [change] = await rowsOf(server(), sql`select * from changes order by seq desc limit 1`)
    expect(change).toMatchObject({ kind: 'predictions', ids: [String(answer.body.id)] })
  })

  test('the same form sent many times at once is saved once', async () => {
    const submitKey = randomUUID()
    const [{ count: before }] = (await rowsOf(server(), sql`select count(*)::int from predictions`)) as [any]
    const answers = await Promise.all(Array.from({ length: 16 }, () => publish({ submitKey })))
    expect(statusesOf(answers)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const [{ count: after }] = (await rowsOf(server(), sql`select count(*)::int from predictions`)) as [any]
    expect(after).toBe(before + 1)
    // The same form with other values: nothing is silently lost.
    const other = await publish({ submitKey, numbers: '1' })
    expectRefused(other)
    expect(other.status).toBe(409)
  })

  test('with a picture that was uploaded names it without our address', async () => {
    const raw = upload(await picture())
    const { secure_url: address } = (await admin.request('POST', '/api/admin/images', { raw })).body
    const { body } = await publish({ image: address })
    expect(await read(body.id)).toMatchObject({ image: address, imageUrl: address, imageIsOurs: true })
    const [row] = await rowsOf(
      server(),
      sql`select image from prediction_versions where prediction_id = ${body.id}`,
    )
    expect(row!.image).toMatch(/^[0-9a-f]{64}\.webp$/)
  })
})

describe('editing', () => {
  test('adds a version and keeps what was said before', async () => {
    await setClock('2023-10-02', '08:00')
    const { id } = (await publish({})).body
    const answer = await edit(id, { version: 1, numbers: '1, 2' })
    expect([answer.status, answer.body]).toEqual([200, { id, version: 2, inTime: true }])
    const { versions, changedAt, numbers } = await detail(id)
    expect(numbers).toEqual([1, 2])
    expect(changedAt).toBeGreaterThan(0)
    expect(versions.map((one: any) => [one.version, one.numbers, one.reason, one.inTime])).toEqual([
      [2, [1, 2], 'typed wrongly', true],
      [1, [7, 12, 45, 60, 89], null, true],
    ])
    const subject = `prediction:${id}`
    const audit = await rowsOf(
      server(),
      sql`select * from audit where subject = ${subject} order by id desc limit 1`,
    )
    expect(audit).toMatchObject([
      {
        action: 'prediction.edit',
        details: { old: { numbers: [7, 12, 45, 60, 89] }, new: { numbers: [1, 2] }, reason: 'typed wrongly' },
      },
    ])
  })

  test('before the lock may move it to another draw, with that draw’s close', async () => {
    await setClock('2023-10-02', '08:00')
    const { id } = (await publish({})).body
    expect((await edit(id, { version: 1, gameName: 'bingo', date: '2023-10-05' })).body.inTime).toBe(true)
    expect(await detail(id)).toMatchObject({ game: 'bingo', closesAt: instant('2023-10-05', '22:30') })
  })

  test('after the close makes a version that is not scored, and leaves the draw as it is', async () => {
    await setClock('2023-10-02', '08:00')
    const { id } = (await publish({})).body
    await setClock('2023-10-02', '09:30')
    expect((await edit(id, { version: 1, numbers: '1, 2' })).body).toEqual({ id, version: 2, inTime: false })
    const { versions } = await detail(id)
    expect(versions.map((one: any) => one.inTime)).toEqual([false, true])
    for (const change of [{ date: '2023-10-05' }, { gameName: 'bingo' }, { date: '' }]) {
      const answer = await edit(id, { version: 2, ...change })
      expectRefused(answer)
      expect(Object.keys(answer.body.fields)).toEqual(['date'])
    }
  })

  test('after the draw was recorded early, too', async () => {
    await setClock('2023-11-06', '08:00')
    const { id } = (await publish({})).body
    const draw = { game: 'diamond', date: '2023-11-06', winning: [6, 7, 8, 9, 10] }
    const { fields } = (await admin.post('/api/admin/draws', draw)).body
    expect((await admin.post('/api/admin/draws', { ...draw, seen: Object.values(fields) })).status).toBe(201)
    expect((await edit(id, { version: 1, numbers: '1,2,3,4,5' })).body.inTime).toBe(false)
  })

  test('that changes nothing makes no version', async () => {
    const { id } = (await publish({})).body
    const before = await contentsOf(server())
    expect((await edit(id, { version: 1, numbers: ['07', 12, 45, 60, 89] })).body.version).toBe(1)
    expect(await contentsOf(server())).toEqual(before)
  })

  test('that is sent again finds its own values (NET-07)', async () => {
    const { id } = (await publish({})).body
    const answers = [
      await edit(id, { version: 1, numbers: '1' }),
      await edit(id, { version: 1, numbers: '1' }),
    ]
    expect(statusesOf(answers)).toEqual([200, 200])
    for (const { body } of answers) expect(body).toMatchObject({ id, version: 2 })
    expect((await detail(id)).versions).toHaveLength(2)
    expect((await edit(id, { version: 1, numbers: '2' })).status).toBe(409)
  })

  test('DATA-01 by two people at once: one wins, the other is told', async () => {
    const { id } = (await publish({})).body
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => edit(id, { version: 1, numbers: [i + 1] })),
    )
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
    const { versions } = await detail(id)
    expect(versions).toHaveLength(2)
  })

  test('needs a reason and the version', async () => {
    const { id } = (await publish({})).body
    for (const body of [
      { version: 1, reason: ' ' },
      { version: 1, reason: undefined },
      { version: undefined },
    ])
      expect((await edit(id, { numbers: '1', ...body })).status).toBe(400)
    expect((await edit(999_999, { version: 1, numbers: '1' })).status).toBe(404)
  })
})

describe('withdrawing', () => {
  test('marks it for readers with the reason, and it stays as it is', async () => {
    const { id } = (await publish({})).body
    expect((await withdraw(id, { version: 1, reason: 'Wrong picture' })).body).toEqual({ withdrawn: true })
    expect((await read(id)).withdrawn).toMatchObject({ reason: 'Wrong picture' })
    expect((await edit(id, { version: 1, numbers: '1' })).status).toBe(409)
    expect((await withdraw(id, { version: 1, reason: 'again' })).status).toBe(409)
    const subject = `prediction:${id}`
    const audit = await rowsOf(server(), sql`select action from audit where subject = ${subject} order by id`)
    expect(audit.map(({ action }) => action)).toEqual(['prediction.publish', 'prediction.withdraw'])
  })

  test('that is sent again changes nothing more (NET-07); somebody else is told', async () => {
    const { id } = (await publish({})).body
    const once = { version: 1, reason: 'Wrong picture' }
    const answers = [await withdraw(id, once), await withdraw(id, once)]
    expect(statusesOf(answers)).toEqual([200, 200])
    const subject = `prediction:${id}`
    const audit = await rowsOf(server(), sql`select action from audit where subject = ${subject}`)
    expect(audit).toHaveLength(2)
    const { uid, visitor: colleague } = await newPerson(server())
    await admin.request('PATCH', `/api/admin/users/${uid}`, { body: { role: 'admin' } })
    expect((await colleague.post(`/api/admin/predictions/${id}/withdraw`, once)).status).toBe(409)
  })

  test('by somebody who saw an older version is refused', async () => {
    const { id } = (await publish({})).body
    await edit(id, { version: 1, numbers: '1' })
    expect((await withdraw(id, { version: 1, reason: 'x' })).status).toBe(409)
    expect((await withdraw(id, { version: 2, reason: '' })).status).toBe(400)
  })
})

describe('the database itself', () => {
  test('lets nothing that was said be changed or erased', async () => {
    const { id } = (await publish({})).body
    for (const statement of [
      sql`update prediction_versions set numbers = '{1}' where prediction_id = ${id}`,
      sql`delete from prediction_versions where prediction_id = ${id}`,
      sql`delete from predictions where id = ${id}`,
      sql`update predictions set closes_at = closes_at + interval '1 minute' where id = ${id}`,
      sql`update predictions set closes_at = null where id = ${id}`,
      sql`insert into prediction_versions select prediction_id, 2, game_key, draw_date, closes_at, '{1,1}', form, reasons,
          image, at, by, 'x', in_time from prediction_versions where prediction_id = ${id}`,
    ])
      await expect(rowsOf(server(), statement)).rejects.toThrow(/Failed query/)
    await withdraw(id, { version: 1, reason: 'x' })
    const undo = sql`update predictions set withdrawn_at = null, withdrawn_reason = null where id = ${id}`
    await expect(rowsOf(server(), undo)).rejects.toThrow(/Failed query/)
  })
})

describe('the close', () => {
  test('moves earlier with the game’s slot, at once for edits and by the sweep for readers, and never later', async () => {
    await setClock('2023-12-04', '06:00')
    const { id } = (await publish({ gameName: 'metro' })).body
    const before = instant('2023-12-04', '20:00')
    expect((await detail(id)).closesAt).toBe(before)
    const { db, draws } = server().services
    const sweep = async () => {
      await draws.catchUp()
      await bringClosesForward(db, await server().services.clock.now(db), draws.current().games)
    }
    const slot = async (close: number, from: string) => {
      await rowsOf(
        server(),
        sql`insert into game_slots (game_key, weekday, close, expected_minutes, valid_from)
            values ('metro', 'monday', ${close}, 30, ${from})`,
      )
      await rowsOf(
        server(),
        sql`insert into changes (seq, kind, ids, at) select max(seq) + 1, 'games', '{metro}', now() from changes`,
      )
    }
    await slot(18 * 60, '2023-12-01')
    await sweep()
    expect((await detail(id)).closesAt).toBe(instant('2023-12-04', '18:00'))
    const subject = `prediction:${id}`
    const audit = await rowsOf(
      server(),
      sql`select action, actor from audit where subject = ${subject} order by id`,
    )
    expect(audit[1]).toEqual({ action: 'prediction.close', actor: null })
    await slot(22 * 60, '2023-12-02')
    await sweep()
    expect((await detail(id)).closesAt).toBe(instant('2023-12-04', '18:00'))
    // Before any sweep the earlier slot locks already.
    await slot(12 * 60, '2023-12-03')
    await setClock('2023-12-04', '12:00')
    expect((await edit(id, { version: 1, numbers: '3' })).body.inTime).toBe(false)
    expect((await detail(id)).closesAt).toBe(instant('2023-12-04', '12:00'))
  })
})

describe('values that are no prediction', () => {
  test.each<[string, object]>([
    ...[
      '',
      ' , ',
      '0',
      '91',
      '1.5',
      '-1',
      '7 12',
      '1,1',
      'seven',
      '７',
      'NaN',
      '1e1',
      '=1+1',
      Array.from({ length: 21 }, (_, i) => i + 1).join(),
    ].map((numbers): [string, object] => [`numbers ${JSON.stringify(numbers)}`, { numbers }]),
    ...[null, 7, {}, [], [null], [[7]], [true], [1.5], ['a\0b'], ['\ud800'], 'x'.repeat(1024 * 1024)].map(
      (numbers): [string, object] => [`numbers ${JSON.stringify(numbers).slice(0, 30)}`, { numbers }],
    ),
    ...[
      '',
      ' ',
      'roulette',
      '<script>alert(1)</script>',
      '__proto__',
      "' or 1=1 --",
      'a\0b',
      '\ud800',
      '😀',
      '\u202eabc',
      'x'.repeat(81),
      null,
      7,
      {},
    ].map((gameName): [string, object] => [`game name ${JSON.stringify(gameName)}`, { gameName }]),
    ...[
      '2023-02-30',
      '2023-10-2',
      '02/10/2023',
      'today',
      '9999-01-01',
      '2023-10-02T00:00:00Z',
      7,
      {},
      [],
      'a\0b',
    ].map((date): [string, object] => [`date ${JSON.stringify(date)}`, { date }]),
    // IMG-06
    ...[
      'javascript:alert(1)',
      'data:image/png;base64,AA==',
      '//example.com/a.png',
      'http://127.0.0.1/a.png',
      'http://example.com/a.png',
      'https://user:secret@example.com/a.png',
      `https://example.com/${'a'.repeat(500_000)}`,
      'https://example.com/"onerror=',
      '/api/images/../../x',
      'a\0b',
      7,
      {},
    ].map((image): [string, object] => [`image ${JSON.stringify(image).slice(0, 40)}`, { image }]),
    ['a form of other numbers', { form: 'ten' }],
    ['an unknown form', { form: '__proto__' }],
    ['endless reasons', { reasons: 'x'.repeat(501) }],
    ['reasons with a direction', { reasons: '\u202eabc' }],
    ['a key that is none', { submitKey: 'x' }],
    ['two dates that differ', { date: '2023-10-05', predictionDate: '2023-10-02' }],
    ['AUTHZ-03 an id', { id: 1 }],
    ['AUTHZ-03 its mark', { inTime: true }],
    ['AUTHZ-03 its close', { closesAt: 1 }],
    ['AUTHZ-03 when it was made', { createdAt: 1 }],
    ['AUTHZ-03 its version', { version: 7 }],
  ])('%s', async (_name, body) => {
    const before = await contentsOf(server())
    const { id } = ((await admin.get('/api/admin/predictions')).body.predictions as { id: number }[])[0]!
    const answers = [await publish(body)]
    const isAdded = 'submitKey' in body || 'version' in body
    if (!isAdded) answers.push(await edit(id, { version: (await detail(id)).version, ...body }))
    for (const answer of answers) {
      expectRefused(answer)
      expect([400, 413]).toContain(answer.status)
    }
    expect(await contentsOf(server())).toEqual(before)
  })

  test('are named at their fields, all at once', async () => {
    const { body } = await publish({ gameName: 'inter or gold', numbers: '91', date: 'x', image: 'ftp://x' })
    expect(body.fields).toEqual({
      gameName: 'Which game do you mean: International, Gold?',
      numbers: 'Enter whole numbers from 1 to 90, separated by commas; "91" is not one.',
      date: 'The date "x" does not exist; write it as 2023-10-02.',
      image: 'The address of a picture starts with https://',
    })
  })

  test('INJ-01 what may be written freely comes back as it is, on the page as text', async () => {
    const reasons = '<img src=x onerror=alert(1)>"\'&=HYPERLINK(1)'
    const { body } = await publish({ reasons, image: 'https://example.com/a.png?a=1&b=2' })
    expect((await read(body.id)).reasons).toBe(reasons)
    const page = await pro.get('/dashboard/prediction')
    expect(page.text).not.toContain('<img src=x')
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self';/)
  })
})

describe('lists', () => {
  const all = async (by: Visitor, path: string) => {
    const seen: any[] = []
    for (let before: string | number | null = ''; before !== null;) {
      const { body }: { body: any } = await by.get(`${path}${before === '' ? '' : `?before=${before}`}`)
      expect(body.predictions.length).toBeLessThanOrEqual(20)
      seen.push(...body.predictions)
      before = body.next
    }
    return seen
  }

  test('hold everything exactly once, page by page, while more are added', async () => {
    const dates = ['2023-10-02', '2023-10-05', '2023-10-09', '2023-09-28']
    for (let i = 0; i < 50; i++) await publish({ date: dates[i % 4], numbers: String(i + 1) })
    const rows = await rowsOf(
      server(),
      sql`select id, draw_date, coalesce(closes_at > now(), false) as open from predictions`,
    )
    const staff = await all(admin, '/api/admin/predictions')
    expect(staff.map(({ id }) => id)).toEqual(rows.map(({ id }) => Number(id)).sort((a, b) => b - a))
    const readers = await all(pro, '/api/predictions')
    const order = rows.map(({ id, draw_date, open }) => ({ id: Number(id), date: String(draw_date), open }))
    order.sort((a, b) => b.date.localeCompare(a.date) || b.id - a.id)
    const closed = order.filter(({ open }) => !open)
    expect(closed.length).toBeGreaterThan(50)
    expect(readers.slice(-closed.length).map(({ id }) => id)).toEqual(closed.map(({ id }) => id))
    expect(readers).toHaveLength(order.length)
  })

  test('readers find the next draw to close first, later ones after it, closed ones last', async () => {
    await setClock('2024-02-03', '08:00')
    const [thursday, monday, later] = ['2024-02-08', '2024-02-05', '2024-02-12']
    for (const date of [thursday, later, monday, '2024-01-29']) await publish({ date })
    const dates = async (): Promise<string[]> =>
      (await pro.get('/api/predictions')).body.predictions
        .map(({ date }: { date: string }) => date)
        .filter((date: string) => date < '2025')
    expect((await dates()).slice(0, 4)).toEqual([monday, thursday, later, '2024-01-29'])
    await setClock(monday, '09:29')
    expect((await dates()).slice(0, 3)).toEqual([monday, thursday, later])
    await setClock(monday, '09:31')
    expect((await dates()).slice(0, 4)).toEqual([thursday, later, monday, '2024-01-29'])
  })

  test('a list that is read while a draw closes still holds everything once', async () => {
    await setClock('2024-02-19', '09:29')
    const mondays = ['2024-02-19', '2024-02-26', '2024-03-04', '2024-03-11', '2024-03-18']
    const expected: string[] = []
    for (const date of mondays)
      for (let i = 0; i < 6; i++) {
        await publish({ date })
        expected.push(date)
      }
    const first = (await pro.get('/api/predictions')).body
    await setClock('2024-02-27', '12:00')
    const second = (await pro.get(`/api/predictions?before=${first.next}`)).body
    const seen: { id: number; date: string }[] = [...first.predictions, ...second.predictions].slice(0, 30)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(30)
    expect(seen.map(({ date }) => date)).toEqual(expected)
  })

  test.each(['x', '2023-10-02_1', '1700000000000_', "1700000000000_1'", '1700000000000_999999', '_1', '-1'])(
    'refuse a place like %s',
    async (before) => {
      expect((await pro.get(`/api/predictions?before=${encodeURIComponent(before)}`)).status).toBe(400)
      expect(
        (await admin.get(`/api/admin/predictions?before=${encodeURIComponent(`${before}x`)}`)).status,
      ).toBe(400)
    },
  )

  test('no figure reaches whoever has not paid, in JSON or HTML', async () => {
    const { body } = await publish({ numbers: '77, 78, 79', reasons: 'unmistakable words' })
    expect((await pro.get('/dashboard/prediction')).text).toContain('unmistakable words')
    for (const person of ['free', 'basic'] as const) {
      const visitor = await server().as(person)
      const json = await visitor.get('/api/predictions')
      expect(json.status).toBe(402)
      const page = await visitor.get('/dashboard/prediction')
      expect(page.status).toBe(200)
      const overview = await visitor.get('/api/overview')
      expect(overview.body).not.toHaveProperty('predictions')
      for (const { text } of [json, page, overview, await visitor.get('/dashboard')])
        expect(text).not.toMatch(/unmistakable|77, 78|"open"/)
    }
    expect(body.id).toBeGreaterThan(0)
  })
})

describe('the form’s data', () => {
  test('names each game with its next open draw, and where pictures go', async () => {
    await setClock('2023-12-11', '09:00')
    const { body } = await admin.get('/api/admin/prediction-form')
    expect(body.games).toHaveLength(18)
    expect(body.games[0]).toEqual({
      key: 'diamond',
      name: 'Diamond',
      next: { date: '2023-12-11', closesAt: instant('2023-12-11', '09:30') },
    })
    expect(body.upload).toEqual({ url: '/api/admin/images', preset: 'predictions', isOurs: true })
  })

  test('names another host where one is set', async () => {
    const other = await server().another({
      IMAGE_UPLOAD_URL: 'https://api.images.example/v1/upload',
      IMAGE_UPLOAD_PRESET: 'lotto',
    })
    const { body } = await (await other.as('admin')).get('/api/admin/prediction-form')
    expect(body.upload).toEqual({
      url: 'https://api.images.example/v1/upload',
      preset: 'lotto',
      isOurs: false,
    })
  })
})
