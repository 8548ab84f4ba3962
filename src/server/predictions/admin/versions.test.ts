import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { EARLY_WARNING } from '../../../domain/draw-warnings.ts'
import { contentsOf, rowsOf } from '../../../../tests/support/database.ts'
import { newPerson, uidOf } from '../../../../tests/support/people.ts'
import { picture, upload } from '../../../../tests/support/pictures.ts'
import { instant, predictionServer } from '../../../../tests/support/predictions.ts'
import { expectRefused } from '../../../../tests/support/refusals.ts'
import { statusesOf } from '../../../../tests/support/test-server.ts'
import { bringClosesForward } from '../bring-closes-forward.ts'

const { server, admin, setClock, publish, edit, withdraw, detail, read } = predictionServer()

describe('publishing', () => {
  test('with a game name and numbers is for the next open draw, with both names of the specification', async () => {
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

  test('accepts the answers’ names for the date and the image, with one value each', async () => {
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

  test('with `again: no`, refuses numbers that are already published for the draw', async () => {
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

  test('reads the game names of the original app', async () => {
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

  test('for a past, closed or recorded draw is shown, marked not scored', async () => {
    await setClock('2023-10-02', '09:30')
    const closed = await publish({ date: '2023-10-02' })
    expect(closed.body.inTime).toBe(false)
    expect((await publish({})).body.inTime).toBe(true)
    expect((await read(closed.body.id)).inTime).toBe(false)
    expect((await publish({ date: '2023-09-28' })).body.inTime).toBe(false)
    // A day on which the game does not draw has no close.
    expect((await publish({ date: '2023-10-03' })).body.inTime).toBe(false)

    await setClock('2023-10-12', '10:00')
    expect((await publish({ date: '2023-10-12' })).body.inTime).toBe(true)
    const draw = { game: 'diamond', date: '2023-10-12', winning: [1, 2, 3, 4, 5] }
    const recorded = await admin().post('/api/admin/draws', { ...draw, seen: [EARLY_WARNING] })
    expect(recorded.status).toBe(201)
    expect((await publish({ date: '2023-10-12' })).body.inTime).toBe(false)
    // An empty date skips a draw that is already recorded.
    expect((await detail((await publish({})).body.id)).date).toBe('2023-10-16')
    // A result that was once recorded still counts as known after it was deleted or moved.
    const moved = { version: 1, date: '2023-10-09', winning: [1, 2, 3, 4, 5], reason: 'wrong day' }
    const path = `/api/admin/draws/${recorded.body.id}`
    expect((await admin().request('PUT', path, { body: moved })).status).toBe(200)
    expect((await publish({ date: '2023-10-12' })).body.inTime).toBe(false)
    const gone = { version: 2, reason: 'test' }
    expect((await admin().request('DELETE', path, { body: gone })).status).toBe(200)
    expect((await publish({ date: '2023-10-12' })).body.inTime).toBe(false)
  })

  test('writes the audit entry and the change in the same transaction', async () => {
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

  test('is saved once when the same form arrives many times at once', async () => {
    const submitKey = randomUUID()
    const [{ count: before }] = (await rowsOf(server(), sql`select count(*)::int from predictions`)) as [any]
    const answers = await Promise.all(Array.from({ length: 16 }, () => publish({ submitKey })))
    expect(statusesOf(answers)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const [{ count: after }] = (await rowsOf(server(), sql`select count(*)::int from predictions`)) as [any]
    expect(after).toBe(before + 1)
    // The same key with other values is refused, so that nothing is lost silently.
    const other = await publish({ submitKey, numbers: '1' })
    expectRefused(other)
    expect(other.status).toBe(409)
  })

  test('with an uploaded picture stores its name without our address', async () => {
    const raw = upload(await picture())
    const { secure_url: address } = (await admin().request('POST', '/api/admin/images', { raw })).body
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
  test('adds a version and keeps the earlier ones', async () => {
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

  test('before the lock may move the prediction to another draw, with that draw’s close', async () => {
    await setClock('2023-10-02', '08:00')
    const { id } = (await publish({})).body
    expect((await edit(id, { version: 1, gameName: 'bingo', date: '2023-10-05' })).body.inTime).toBe(true)
    expect(await detail(id)).toMatchObject({ game: 'bingo', closesAt: instant('2023-10-05', '22:30') })
  })

  test('after the close adds a version that is not scored, and cannot change the draw', async () => {
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

  test('after an early result adds a version that is not scored', async () => {
    await setClock('2023-11-06', '08:00')
    const { id } = (await publish({})).body
    const draw = { game: 'diamond', date: '2023-11-06', winning: [6, 7, 8, 9, 10] }
    const { fields } = (await admin().post('/api/admin/draws', draw)).body
    expect((await admin().post('/api/admin/draws', { ...draw, seen: Object.values(fields) })).status).toBe(
      201,
    )
    expect((await edit(id, { version: 1, numbers: '1,2,3,4,5' })).body.inTime).toBe(false)
  })

  test('with equal values adds no version', async () => {
    const { id } = (await publish({})).body
    const before = await contentsOf(server())
    expect((await edit(id, { version: 1, numbers: ['07', 12, 45, 60, 89] })).body.version).toBe(1)
    expect(await contentsOf(server())).toEqual(before)
  })

  test('repeated after a lost answer succeeds and changes nothing (NET-07)', async () => {
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

  test('DATA-01 by two users at once: one wins, the other gets a conflict', async () => {
    const { id } = (await publish({})).body
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => edit(id, { version: 1, numbers: [i + 1] })),
    )
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
    const { versions } = await detail(id)
    expect(versions).toHaveLength(2)
  })

  test('needs a reason and a version', async () => {
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
  test('marks the prediction with the reason for players, and blocks later changes', async () => {
    const { id } = (await publish({})).body
    expect((await withdraw(id, { version: 1, reason: 'Wrong picture' })).body).toEqual({ done: true })
    expect((await read(id)).withdrawn).toMatchObject({ reason: 'Wrong picture' })
    expect((await edit(id, { version: 1, numbers: '1' })).status).toBe(409)
    expect((await withdraw(id, { version: 1, reason: 'again' })).status).toBe(409)
    const subject = `prediction:${id}`
    const audit = await rowsOf(server(), sql`select action from audit where subject = ${subject} order by id`)
    expect(audit.map(({ action }) => action)).toEqual(['prediction.publish', 'prediction.withdraw'])
  })

  test('repeated by the same user changes nothing (NET-07); another user gets a conflict', async () => {
    const { id } = (await publish({})).body
    const once = { version: 1, reason: 'Wrong picture' }
    const answers = [await withdraw(id, once), await withdraw(id, once)]
    expect(statusesOf(answers)).toEqual([200, 200])
    const subject = `prediction:${id}`
    const audit = await rowsOf(server(), sql`select action from audit where subject = ${subject}`)
    expect(audit).toHaveLength(2)
    const { uid, visitor: colleague } = await newPerson(server())
    await admin().request('PATCH', `/api/admin/users/${uid}`, { body: { role: 'admin' } })
    expect((await colleague.post(`/api/admin/predictions/${id}/withdraw`, once)).status).toBe(409)
  })

  test('with an older version is refused', async () => {
    const { id } = (await publish({})).body
    await edit(id, { version: 1, numbers: '1' })
    expect((await withdraw(id, { version: 1, reason: 'x' })).status).toBe(409)
    expect((await withdraw(id, { version: 2, reason: '' })).status).toBe(400)
  })
})

describe('the database itself', () => {
  test('refuses to change or delete a version', async () => {
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
  test('moves earlier with the game’s slot, at once for edits and by the sweep for players, and never later', async () => {
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
    // The earlier slot locks before any sweep.
    await slot(12 * 60, '2023-12-03')
    await setClock('2023-12-04', '12:00')
    expect((await edit(id, { version: 1, numbers: '3' })).body.inTime).toBe(false)
    expect((await detail(id)).closesAt).toBe(instant('2023-12-04', '12:00'))
  })
})
