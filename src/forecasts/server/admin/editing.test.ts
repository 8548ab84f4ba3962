import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { contentsOf, rowsOf } from '../../../../tests/support/database.ts'
import { newPerson } from '../../../../tests/support/people.ts'
import { predictionServer } from '../../../../tests/support/predictions.ts'
import { expectRefused } from '../../../../tests/support/refusals.ts'
import { statusesOf } from '../../../../tests/support/test-server.ts'

const { server, admin, setClock, publish, edit, withdraw, detail, read } = predictionServer()

describe('editing', () => {
  test('adds a version and keeps the earlier ones', async () => {
    await setClock('2023-10-02', '08:00')
    const { id } = (await publish({})).body
    expect((await detail(id)).changedAt).toBeNull()
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
    const audit = await server().rows`select * from audit where subject = ${subject} order by id desc limit 1`
    const old = { game: 'diamond', date: '2023-10-02', numbers: [7, 12, 45, 60, 89], form: null, image: null }
    const edited = {
      ...old,
      reasons: null,
      numbers: [1, 2],
      closesAt: '2023-10-02T08:30:00.000Z',
      inTime: true,
    }
    expect(audit.map(({ action, details }) => [action, details])).toEqual([
      ['prediction.edit', { old: { ...old, reasons: null }, new: edited, reason: 'typed wrongly' }],
    ])
  })

  test('cannot move a forecast to another draw', async () => {
    await setClock('2023-10-02', '08:00')
    const { id } = (await publish({})).body
    const answer = await edit(id, { version: 1, gameName: 'bingo', date: '2023-10-05' })
    expectRefused(answer)
    expect(answer.body.fields.date).toBe(
      'The game and date of a forecast are fixed. Withdraw it and publish a new one.',
    )
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
    expect((await edit(id, { version: 1, numbers: '2' })).body.title).toBe(
      'Another user changed this prediction first; it is now version 2.',
    )
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
    expect((await edit(id, { version: 1, numbers: '1' })).body.title).toBe(
      'This prediction is withdrawn and can no longer change.',
    )
    expect((await withdraw(id, { version: 1, reason: 'again' })).status).toBe(409)
    const [[, published] = [], withdrawn] = await server().trail(`prediction:${id}`)
    const { closesAt, inTime, ...old } = (published as { new: Record<string, unknown> }).new
    expect([closesAt, inTime]).toEqual([expect.any(String), true])
    expect(withdrawn).toEqual(['prediction.withdraw', { old, reason: 'Wrong picture' }])
  })

  test('repeated by the same user changes nothing (NET-07); another user gets a conflict', async () => {
    const { id } = (await publish({})).body
    const once = { version: 1, reason: 'Wrong picture' }
    const answers = [await withdraw(id, once), await withdraw(id, once)]
    expect(statusesOf(answers)).toEqual([200, 200])
    const subject = `prediction:${id}`
    const audit = await server().rows`select action from audit where subject = ${subject}`
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
