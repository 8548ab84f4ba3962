import { expect, test } from 'vitest'
import { testServer } from '../../../tests/support/test-server.ts'

const server = testServer()
const failed = async () => {
  const { body } = await (await server().as('admin')).get('/api/admin/status')
  return (body.checks as { alert: string; isOk: boolean }[]).flatMap(({ alert, isOk }) =>
    isOk ? [] : [alert],
  )
}

test('the status names the checks that failed', async () => {
  expect(await failed()).toEqual([])
  await server().rows`with mail as (insert into mails (id, template, "to", data, created_at)
          values ('x', 'verify', 'a@b.example', '{}', now() - interval '16 minutes')),
        restore as (insert into restores (at, backup_at)
          values (now() - interval '16 minutes', now() - interval '1 day')),
        webhook as (insert into webhook_deliveries (body_hash, event, fields, received_at)
          values ('x', 'charge.success', '{}', now() - interval '4 minutes'))
        select graphile_worker.add_job('sweep', run_at := now() - interval '6 minutes')`
  expect(await failed()).toEqual(['PaymentsClosed', 'MailsWaiting', 'JobsWaiting'])
})

test('the status describes the database and the process', async () => {
  const { body } = await (await server().as('admin')).get('/api/admin/status')
  expect(body.database).toMatchObject({ version: expect.stringMatching(/^\d+/), isWritable: true })
  expect(body.database.bytes).toBeGreaterThan(1e6)
  expect(body.process).toMatchObject({ node: process.version, streams: 0 })
  expect(body.process.pools.map(({ name }: { name: string }) => name)).toContain('main')
})

test('the status is closed to players', async () => {
  for (const person of ['free', 'basic', 'pro'] as const)
    expect((await (await server().as(person)).get('/api/admin/status')).status).toBe(403)
})
