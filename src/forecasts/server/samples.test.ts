import { expect, test } from 'vitest'
import { settledOrWaiting } from '../../../tests/support/database.ts'
import { readRecord, recordRows, verifyRecord } from '../../../tests/support/record.ts'
import { type Answer, testServer } from '../../../tests/support/test-server.ts'
import { DAY } from '../../platform/rules/base/calendar.ts'
import { appendChange } from '../../platform/server/changes/append.ts'
import { lockDraws } from '../../draws/server/write-draws.ts'
import { addFirstSamples, removeSamplesIn } from '../../draws/server/samples.ts'

const server = testServer({ template: 'blank', settings: { SAMPLE_DATA: 'on' } })

test('a new demonstration has a season of labelled forecasts in a log of their own', async () => {
  const rows = await recordRows(server())
  const report = await verifyRecord(server(), 'sample')
  expect([report.problems, report.origin]).toEqual([[], 'localhost/log/sample'])
  expect(new Set(rows.map((row) => row.penName))).toEqual(new Set([null, 'Sample Ada', 'Sample Bayo']))

  const { entries, published, standing } = await readRecord(server())
  expect(published).toBeGreaterThan(200)
  const versions = entries.filter((entry) => entry.kind === 'version')
  const states = new Set(versions.map(({ forecast }) => standing(forecast)!.state))
  expect([...states]).toEqual(expect.arrayContaining(['scored', 'after-lock', 'withdrawn']))
  expect(versions.some(({ version }) => version === 2)).toBe(true)
  const answer = await (await server().as('pro')).get('/api/predictions')
  expect(answer.body.sample).toBe(true)
})

test('each day the sweep adds open forecasts and the results of closed ones', async () => {
  const before = await recordRows(server())
  for (let days = 1; days <= 7; days++) {
    server().services.clock.setOffset(days * DAY)
    await server().sweep()
  }
  await server().services.draws.catchUp()
  const added = (await recordRows(server())).slice(before.length)
  expect(new Set(added.map(({ entry }) => entry.kind))).toEqual(new Set(['version', 'reveal', 'result']))
  expect((await verifyRecord(server(), 'sample')).problems.filter(({ check }) => check !== 'R6')).toEqual([])
  await server().sweep()
  await server().services.draws.catchUp()
  expect(await recordRows(server())).toHaveLength(before.length + added.length)
})

test('the removal of the sample draws hides their forecasts, and the real log begins', async () => {
  const admin = await server().as('admin')
  const [sample] = (await admin.get('/api/admin/predictions')).body.predictions
  const total = async () => (await admin.get('/api/admin/overview')).body.predictions as number
  expect(await total()).toBeGreaterThan(0)
  expect((await admin.post('/api/admin/samples/remove', { confirm: true })).status).toBe(200)
  await server().services.draws.catchUp()
  expect(await total()).toBe(0)
  const path = `/api/admin/predictions/${sample.id}`
  const change = { version: sample.version, numbers: '7', reason: 'a trial' }
  expect((await admin.get(path)).status).toBe(404)
  expect((await admin.request('PATCH', path, { body: change })).status).toBe(404)
  const kinds = async () => (await recordRows(server())).map(({ entry }) => entry.kind)
  expect(new Set(await kinds())).toEqual(new Set(['start', 'slot']))
  const pro = await server().as('pro')
  expect((await pro.get('/api/predictions')).body).toMatchObject({ sample: false })
  expect((await pro.get('/api/predictions')).text).not.toContain('Sample')
  await server().sweep()
  const published = await admin.post('/api/admin/predictions', { gameName: 'Bingo', numbers: '7' })
  expect(published.status).toBe(201)
  expect(await total()).toBe(1)
  await server().services.draws.catchUp()
  expect((await kinds()).slice(-2)).toEqual(['author', 'version'])
  expect((await verifyRecord(server())).problems).toEqual([])
})

test('a forecast that is published during the removal enters the real log', async () => {
  const { db, clock, draws } = server().services
  const before = await recordRows(server())
  const now = await clock.now(db)
  await addFirstSamples(db, now, draws.current().games)
  const admin = await server().as('admin')
  let published: Promise<Answer> | undefined
  await db.transaction(async (tx) => {
    await lockDraws(tx)
    const ids = await removeSamplesIn(tx, now)
    await appendChange({ tx, now }, 'draws', ids)
    published = admin.post('/api/admin/predictions', { gameName: 'Bingo', numbers: '8' })
    await settledOrWaiting(server(), published)
  })
  expect((await published)!.status).toBe(201)
  await server().services.draws.catchUp()
  expect(await recordRows(server())).toHaveLength(before.length + 1)
})
