import { expect, test } from 'vitest'
import { testServer } from '../../../tests/support/test-server.ts'
import { closingRestore } from './restores.ts'

const server = testServer()

test('payments since the earliest backup are compared when a restored backup was itself not compared yet', async () => {
  const { db } = server().services
  expect(await closingRestore(db)).toBeNull()
  await server().rows`insert into restores (at, backup_at, payments_opened_at) values
      ('2023-10-01T10:00Z', '2023-09-01T00:00Z', '2023-10-01T11:00Z'),
      ('2023-10-05T10:00Z', '2023-10-04T00:00Z', null),
      ('2023-10-07T10:00Z', '2023-10-06T00:00Z', null)`
  expect(await closingRestore(db)).toEqual({ backupAt: Date.parse('2023-10-04T00:00Z') })
})

test.each(['send', 'discard'])('the audit trail says that held mails are to %s', async (decision) => {
  const admin = await server().as('admin')
  await server().rows`insert into mails (id, template, "to", data, created_at, held_at)
    values (${decision}, 'account-exists', 'held@lotto.test', '{}', now(), now())`
  expect((await admin.post('/api/admin/restore/mails', { decision })).body).toEqual({ mails: 1 })
  const [last] = await server().rows`select action, details from audit order by id desc limit 1`
  expect(last).toEqual({ action: `restore.${decision}-mails`, details: { mails: 1 } })
})
