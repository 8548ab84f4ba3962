import { expect, test } from 'vitest'
import { testServer } from '../../../../tests/support/test-server.ts'

const server = testServer()
const failed = async () => {
  const { body } = await (await server().as('admin')).get('/api/admin/status')
  return (body.lines as { figure: string; isRed: boolean }[]).flatMap(({ figure, isRed }) =>
    isRed ? [figure] : [],
  )
}
const valueOf = async (figure: string) => {
  const { body } = await (await server().as('admin')).get('/api/admin/status')
  return body.lines.find((line: { figure: string }) => line.figure === figure).value as number | null
}

test('a backup is missing until the operator’s script reports one', async () => {
  expect(await failed()).toEqual(['backup'])
  await server().rows`update installation set backup_at = now() - interval '2 days'`
  expect(await failed()).toEqual(['backup'])
  await server().rows`update installation set backup_at = now()`
})

test('the status names the figures that are wrong', async () => {
  expect(await failed()).toEqual([])
  await server().rows`with mail as (insert into mails (id, template, "to", data, created_at)
          values ('x', 'verify', 'a@b.example', '{}', now() - interval '16 minutes')),
        restore as (insert into restores (at, backup_at)
          values (now() - interval '16 minutes', now() - interval '1 day')),
        webhook as (insert into webhook_deliveries (body_hash, event, fields, received_at)
          values ('x', 'charge.success', '{}', now() - interval '4 minutes'))
        select graphile_worker.add_job('sweep', run_at := now() - interval '6 minutes')`
  expect(await failed()).toEqual([
    'lotto_mail_oldest_unsent_seconds',
    'lotto_payments_closed_seconds',
    'lotto_job_oldest_due_seconds',
  ])
})

test('it counts players, payments and notifications, and times the last publication', async () => {
  const admin = await server().as('admin')
  await (await server().as('pro')).get('/api/me')
  expect(await valueOf('onScreen')).toBeGreaterThanOrEqual(1)
  expect(await valueOf('disk')).toBeGreaterThan(0)
  expect(await valueOf('closeToPublication')).toBeNull()
  await server().rows`insert into push_hours values (date_trunc('hour', now()), 120, 3, 7)`
  const counts = ['delivered', 'failed', 'publicationToPhones', 'opened', 'settled', 'openedInVain']
  expect(await Promise.all(counts.map(valueOf))).toEqual([120, 3, 7, 0, 0, 0])
  server().services.clock.setOffset(Date.parse('2023-10-04T19:45+01:00') - Date.now())
  const draw = { game: 'midweek', date: '2023-10-04', winning: [1, 2, 3, 4, 5] }
  expect((await admin.post('/api/admin/draws', draw)).status).toBe(201)
  const backlog = { game: 'gold', date: '2023-10-03', winning: [1, 2, 3, 4, 5] }
  expect((await admin.post('/api/admin/draws', backlog)).status).toBe(201)
  const { body } = await admin.get('/api/admin/status')
  expect(body.lastDraw).toBe('Midweek')
  expect(Math.round((await valueOf('closeToPublication'))! / 600)).toBe(2)
})

test('the status describes the database and the process', async () => {
  const { body } = await (await server().as('admin')).get('/api/admin/status')
  expect(body.database).toMatchObject({ version: expect.stringMatching(/^\d+/), isWritable: true })
  expect(body.database.bytes).toBeGreaterThan(1e6)
  expect(body.process).toMatchObject({ node: process.version, streams: 0 })
  expect(body.process.pools.map(({ name }: { name: string }) => name)).toContain('main')
})

test('in production a record without a copy is red', async () => {
  const { settings } = server().services
  expect(await failed()).not.toContain('missingCopy')
  settings.mode = 'production'
  expect(await failed()).toContain('missingCopy')
  settings.mode = 'demo'
})
