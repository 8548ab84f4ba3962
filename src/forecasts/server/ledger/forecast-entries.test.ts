import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { asOwner, waitingLocks } from '../../../../tests/support/database.ts'
import { newStaff } from '../../../../tests/support/people.ts'
import { instant } from '../../../../tests/support/predictions.ts'
import { readRecord } from '../../../../tests/support/record.ts'
import { ledgerServer } from '../../../../tests/support/ledger-days.ts'

const { server, admin, pro, setClock, publish, edit, withdraw, day, added, newRows, record } = ledgerServer()

describe('a forecast', () => {
  test('before its close shows only its commitment to everyone, and everything from the close on', async () => {
    const { id } = (await publish({ form: 'five', reasons: '=unmistakable words', date: day() })).body
    const csv = async () => (await server().anonymous().get('/record.csv')).text
    const [hidden] = (await newRows()).filter(({ entry }) => entry.kind === 'version')
    expect(JSON.parse(hidden!.leaf)).toMatchObject({ forecast: id, author: 1, game: 'diamond', date: day() })
    expect(hidden!.penName).toBe('Author 1')
    expect(hidden!.leaf + (await csv())).not.toMatch(/unmistakable|12, ?45/)
    await setClock(day(), '09:30')
    const text = await csv()
    expect(text).toContain("'=unmistakable words")
    expect(text).toContain('7, 12, 45, 60, 89')
  })

  test('published at its lock, or a second later, is never scored; a millisecond before, it is', async () => {
    await setClock(day(), '09:10')
    const early = (await publish({ date: day() })).body
    await setClock(day(), '09:15')
    const late = (await publish({ date: day() })).body
    const { clock, db } = server().services
    clock.setOffset(0)
    clock.setOffset(instant(day(), '09:15') + 1000 - (await clock.now(db)))
    const later = (await publish({ date: day() })).body
    expect([early.inTime, late.inTime, later.inTime]).toEqual([true, false, false])
    await setClock(day(), '10:00')
    await record()
    const { standing } = await readRecord(server())
    expect([early, late, later].map(({ id }) => standing(id)!.state)).toEqual([
      'scored',
      'after-lock',
      'after-lock',
    ])
  })

  test('is dated when it is entered, not when its request began', async () => {
    await setClock(day(), '09:14')
    const { clock, db } = server().services
    const before = await clock.now(db)
    // Another writer holds the ledger, as a slow request would; the lock passes meanwhile.
    const held = Promise.withResolvers<void>()
    const holder = db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(749301005)`)
      await held.promise
    })
    const saved = publish({ date: day() })
    await expect.poll(() => waitingLocks(server())).toBe(1)
    clock.setOffset(0)
    clock.setOffset(before + 60_000 - (await clock.now(db)))
    held.resolve()
    await holder
    expect((await saved).body.inTime).toBe(false)
  })

  test('counts in its last version before the lock', async () => {
    const { id } = (await publish({ date: day() })).body
    await edit(id, { version: 1, numbers: '1,2' })
    await setClock(day(), '09:20')
    await edit(id, { version: 2, numbers: '7,12' })
    await setClock(day(), '10:00')
    await record()
    const { standing, rows } = await readRecord(server())
    expect(standing(id)).toMatchObject({ state: 'scored', version: { version: 2, numbers: [1, 2] } })
    expect(added(rows).map(({ entry }) => entry.kind)).toEqual([
      ...['version', 'version', 'version'],
      ...['reveal', 'reveal', 'reveal', 'result'],
    ])
  })

  test('keeps its author when the account is deleted, and shows a changed pen name', async () => {
    const { visitor, uid } = await newStaff(server())
    const body = { gameName: 'Diamond', numbers: '5', date: day() }
    expect((await visitor.post('/api/admin/predictions', body)).status).toBe(201)
    const name = { penName: 'Mama Ngozi' }
    expect((await visitor.request('PUT', '/api/admin/author', { body: name })).status).toBe(200)
    expect((await visitor.get('/api/admin/author')).body).toEqual(name)
    const taken = await admin().request('PUT', '/api/admin/author', { body: { penName: 'MAMA ngozi' } })
    expect([taken.status, taken.body.title, taken.body.fields.penName]).toEqual([
      409,
      'Another author has this pen name. Choose a different one.',
      'Another author has this pen name.',
    ])
    const [named] = await server().rows`select details from audit where action = 'author.name'`
    expect(named!.details).toEqual({ old: { penName: expect.stringMatching(/^Author \d+$/) }, new: name })
    const long = await admin().request('PUT', '/api/admin/author', { body: { penName: 'x'.repeat(31) } })
    expect(long.status).toBe(400)
    await admin().post('/api/profile/proof', { password: 'lotto-forecast-demo' })
    expect(
      (
        await admin().request('DELETE', `/api/admin/users/${uid}`, {
          body: { confirm: true, reason: 'left' },
        })
      ).status,
    ).toBe(200)
    const row = (await newRows()).find(({ entry }) => entry.kind === 'version')
    expect(row!.penName).toBe('Mama Ngozi')
  })

  test('from before the log is neither logged nor scored, also after a change', async () => {
    await asOwner(
      server(),
      sql`with old as (insert into predictions (game_key, draw_date, closes_at, created_at)
            values ('diamond', ${day()}, ${`${day()}T08:30:00Z`}, now()) returning id)
          insert into prediction_versions (prediction_id, version, game_key, draw_date, numbers, at, in_time)
            select id, 1, 'diamond', ${day()}, '{4,5}', now(), true from old`,
    )
    const [{ id }] = (await server().rows`select max(id)::int as id from predictions`) as [any]
    expect((await edit(id, { version: 1, numbers: '4,6' })).body.inTime).toBe(true)
    expect((await withdraw(id, { version: 2, reason: 'old' })).status).toBe(200)
    expect((await pro().get('/api/predictions')).text).toContain('"old"')
    expect(await newRows()).toEqual([])
  })
})
