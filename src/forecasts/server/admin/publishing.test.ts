import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { uidOf } from '../../../../tests/support/people.ts'
import { picture, upload } from '../../../../tests/support/pictures.ts'
import {
  addMetroSlot,
  followSlots,
  instant,
  predictionServer,
} from '../../../../tests/support/predictions.ts'
import { expectRefused } from '../../../../tests/support/refusals.ts'
import { statusesOf } from '../../../../tests/support/test-server.ts'

const { server, admin, setClock, publish, edit, detail, read } = predictionServer()

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
      standing: { state: 'open' },
      withdrawn: null,
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
    expect((await edit(id, { version: 1, predictionDate: '2023-10-05', imageUrl: '' })).status).toBe(200)
    expect(await detail(id)).toMatchObject({ date: '2023-10-05', image: null })
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
    expect([asked.status, asked.body.code]).toEqual([409, 'confirmation-needed'])
    expect(asked.body.title).toBe('The same numbers are already published for this draw: 9, 7, 8.')
    expect((await ask({ numbers: '7, 8' })).status).toBe(201)
    expect((await ask({ date: '2023-10-12' })).status).toBe(201)
    expect((await ask({ again: 'yes' })).status).toBe(201)
    await server()
      .rows`update predictions set withdrawn_at = now(), withdrawn_reason = 'test' where game_key = 'fortune'`
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

  test('for a past or closed draw is shown, marked not scored; for a recorded one it is refused', async () => {
    await setClock('2023-10-02', '09:30')
    const closed = await publish({ date: '2023-10-02' })
    expect(closed.body.inTime).toBe(false)
    expect((await publish({})).body.inTime).toBe(true)
    expect((await detail(closed.body.id)).inTime).toBe(false)
    expect((await publish({ date: '2023-09-28' })).body.inTime).toBe(false)
    // A day on which the game does not draw has no close.
    expect((await publish({ date: '2023-10-03' })).body.inTime).toBe(false)

    await setClock('2023-10-12', '10:00')
    expect((await publish({ date: '2023-10-12' })).body.inTime).toBe(true)
    const submitKey = randomUUID()
    const saved = await publish({ date: '2023-10-12', numbers: '1', submitKey })
    const draw = { game: 'diamond', date: '2023-10-12', winning: [1, 2, 3, 4, 5], name: 'Diamond' }
    expect((await admin().post('/api/admin/draws', draw)).body.state).toBe('drawn')
    const { status, body } = await publish({ date: '2023-10-12' })
    const message = 'Diamond of Thu 12 Oct 2023 is already drawn. A forecast for it can no longer be saved.'
    expect([status, body.code, body.fields]).toEqual([400, 'invalid-input', { date: message }])
    // A repeat after a lost answer is no new forecast.
    expect((await publish({ date: '2023-10-12', numbers: '1', submitKey })).body).toEqual(saved.body)
    const coming = (await publish({ date: '2023-10-16' })).body
    expect((await edit(coming.id, { version: 1, date: '2023-10-12' })).body.fields.date).toMatch(/are fixed/)
    // An empty date skips a draw that is already recorded.
    expect((await detail((await publish({})).body.id)).date).toBe('2023-10-16')
  })

  test('writes the audit entry and the change in the same transaction', async () => {
    const answer = await publish({ form: 'five', reasons: 'Turning numbers' })
    const subject = `prediction:${answer.body.id}`
    const audit = await server().rows`select * from audit where subject = ${subject}`
    expect(audit).toMatchObject([
      {
        action: 'prediction.publish',
        actor: await uidOf(server(), 'admin'),
        request_id: answer.headers.get('x-request-id'),
      },
    ])
    const numbers = [7, 12, 45, 60, 89]
    const told = {
      game: 'diamond',
      numbers,
      form: 'five',
      reasons: 'Turning numbers',
      image: null,
      inTime: true,
    }
    expect(audit[0]!.details.new).toEqual({ ...told, date: expect.any(String), closesAt: expect.any(String) })
    const [change] = await server().rows`select * from changes order by seq desc limit 1`
    expect(change).toMatchObject({ kind: 'predictions', ids: [String(answer.body.id)] })
  })

  test('is saved once when the same form arrives many times at once', async () => {
    const submitKey = randomUUID()
    const [{ count: before }] = (await server().rows`select count(*)::int from predictions`) as [any]
    const answers = await Promise.all(Array.from({ length: 16 }, () => publish({ submitKey })))
    expect(statusesOf(answers)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const [{ count: after }] = (await server().rows`select count(*)::int from predictions`) as [any]
    expect(after).toBe(before + 1)
    // The same key with other values is refused, so that nothing is lost silently.
    const other = await publish({ submitKey, numbers: '1' })
    expectRefused(other)
    expect(other.body.title).toBe(
      'This form was already saved with other values. Edit the prediction in the list.',
    )
  })

  test('with an uploaded picture stores its name without our address', async () => {
    const raw = upload(await picture())
    const { secure_url: address } = (await admin().request('POST', '/api/admin/images', { raw })).body
    const { body } = await publish({ image: address })
    expect(await read(body.id)).toMatchObject({ image: address, imageUrl: address, imageIsOurs: true })
    const [row] = await server().rows`select image from prediction_versions where prediction_id = ${body.id}`
    expect(row!.image).toMatch(/^[0-9a-f]{64}\.webp$/)
  })
})

describe('the close', () => {
  test('moves earlier with the game’s slot, at once for edits and by the sweep for players, and never later', async () => {
    await setClock('2023-12-04', '06:00')
    const { id } = (await publish({ gameName: 'metro' })).body
    const before = instant('2023-12-04', '20:00')
    expect((await detail(id)).closesAt).toBe(before)
    await addMetroSlot(server(), 18 * 60, '2023-12-01')
    await followSlots(server())
    expect((await detail(id)).closesAt).toBe(instant('2023-12-04', '18:00'))
    const subject = `prediction:${id}`
    const audit = await server()
      .rows`select action, actor, details from audit where subject = ${subject} order by id`
    const [old, now] = [19, 17].map((hour) => ({ closesAt: `2023-12-04T${hour}:00:00.000Z` }))
    const details = { old, new: now, reason: 'The game closes earlier.' }
    expect(audit[1]).toEqual({ action: 'prediction.close', actor: null, details })
    await addMetroSlot(server(), 22 * 60, '2023-12-02')
    await followSlots(server())
    expect((await detail(id)).closesAt).toBe(instant('2023-12-04', '18:00'))
    // The earlier slot locks before any sweep.
    await addMetroSlot(server(), 12 * 60, '2023-12-03')
    await setClock('2023-12-04', '12:00')
    expect((await edit(id, { version: 1, numbers: '3' })).body.inTime).toBe(false)
    expect((await detail(id)).closesAt).toBe(instant('2023-12-04', '12:00'))
  })

  test('stays missing where the game draws on that day only since the publication', async () => {
    await setClock('2023-12-05', '06:00')
    const { id } = (await publish({ gameName: 'metro', date: '2023-12-12' })).body
    await addMetroSlot(server(), 20 * 60, '2023-12-06', 'tuesday')
    // With a week of notice the new time counts for later versions.
    const answer = await edit(id, { version: 1, numbers: '3' })
    expect([answer.status, answer.body.inTime]).toEqual([200, true])
    expect(await detail(id)).toMatchObject({ closesAt: null, numbers: [3] })
  })
})
