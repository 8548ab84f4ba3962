import { beforeAll, expect, test } from 'vitest'
import { contentsOf } from '../../../../tests/support/database.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'

const server = testServer()
let admin: Visitor
let pro: Visitor

const groups = async () => (await admin.get('/api/admin/number-groups')).body.groups as any[]
const add = (body: object) => admin.post('/api/admin/number-groups', body)
const put = (id: number, body: object) => admin.request('PUT', `/api/admin/number-groups/${id}`, { body })
const moving = async () => (await pro.get('/api/movingNumbers?window=all')).body
const last = async (n = 1) =>
  server().rows`select action, subject, details from audit order by id desc limit ${n}`

beforeAll(async () => {
  admin = await server().as('admin')
  pro = await server().as('pro')
  const draws = [
    [1, 2, 3, 4, 5],
    [10, 20, 21, 22, 23],
    [89, 30, 31, 32, 33],
    [1, 40, 41, 42, 43],
  ]
  for (const [i, winning] of draws.entries()) {
    const body = { game: 'diamond', date: `2023-10-${String(2 + 7 * i).padStart(2, '0')}`, winning }
    expect((await admin.post('/api/admin/draws', body)).status).toBe(201)
  }
})

test('the known group is in the list from the start, with its moves and its next number', async () => {
  expect(await groups()).toEqual([
    { id: expect.any(Number), name: '1-10-89', numbers: [1, 10, 89], retired: false, version: 1 },
  ])
  const { groups: followed, groupMoves, movingNumbers } = await moving()
  const [group] = followed
  expect(group).toMatchObject({ name: '1-10-89', numbers: [1, 10, 89] })
  // 1 and 10 pointed to 89, which came; 10 and 89 pointed to 1, which came; 89 and 1 point to 10.
  expect(groupMoves).toEqual({
    trials: 2,
    hits: 2,
    expected: expect.closeTo(2 / 18, 12),
    usual: { low: 0, high: 1 },
  })
  expect(movingNumbers[0].pointed).toEqual([{ group: group.id, number: 10, came: [1, 89] }])
})

test('staff add a group, which players see at once; the same form again adds nothing', async () => {
  const body = { numbers: '41, 30 07', name: ' Ikeja ' }
  const { status, body: saved } = await add(body)
  expect([status, saved.version]).toEqual([201, 1])
  expect(await last()).toEqual([
    {
      action: 'group.add',
      subject: `group:${saved.id}`,
      details: { new: { name: 'Ikeja', numbers: [7, 30, 41] } },
    },
  ])
  const before = await contentsOf(server())
  expect((await add(body)).body).toEqual(saved)
  expect((await add({ numbers: '7-30-41', name: 'Yaba' })).body.title).toBe(
    '7-30-41 is in the list already, as Ikeja.',
  )
  for (const [wrong, fields] of [
    [{ numbers: '1-2' }, { numbers: 'Enter 3 to 10 numbers.' }],
    [{ numbers: '1-2-91' }, { numbers: 'Enter numbers from 1 to 90; "91" is not one.' }],
    [{ numbers: '1-2-3', name: 'x'.repeat(61) }, { name: 'Use at most 60 letters, digits and punctuation.' }],
    [{ numbers: '1-2-3', name: 'a\u202eb' }, { name: expect.any(String) }],
  ] as const) {
    const answer = await add(wrong)
    expect([answer.status, answer.body.fields]).toEqual([400, fields])
  }
  expect(await contentsOf(server())).toEqual(before)

  const { groups: followed, groupMoves, movingNumbers } = await moving()
  expect(followed.map(({ name }: any) => name)).toEqual(['1-10-89', 'Ikeja'])
  // 30 and 41 point to 7 for the next draw.
  expect(groupMoves.trials).toBe(2)
  expect(movingNumbers[0].pointed.map(({ number }: any) => number).sort()).toEqual([10, 7])
})

test('staff rename, retire and use a group again, with an entry of the audit trail each', async () => {
  const { id, version } = (await groups())[0]
  expect((await put(id, { version, name: 'Classic', retired: false })).body).toEqual({ id, version: 2 })
  expect((await last())[0]).toEqual({
    action: 'group.rename',
    subject: `group:${id}`,
    details: { old: { name: '1-10-89' }, new: { name: 'Classic' } },
  })
  expect((await put(id, { version, name: 'Other', retired: false })).body.title).toBe(
    'Another user changed this group first; it is now version 2.',
  )
  expect((await put(id, { version, name: 'Classic', retired: false })).body).toEqual({ id, version: 2 })

  expect((await put(id, { version: 2, name: 'Classic', retired: true })).status).toBe(200)
  expect((await last())[0]).toEqual({ action: 'group.retire', subject: `group:${id}`, details: {} })
  expect((await moving()).groups.map(({ name }: any) => name)).toEqual(['Ikeja'])
  expect((await groups())[0]).toMatchObject({ name: 'Classic', retired: true })
  expect((await put(id, { version: 3, name: '', retired: false })).status).toBe(200)
  expect((await last(2)).map(({ action, details }) => [action, details])).toEqual([
    ['group.restore', {}],
    ['group.rename', { old: { name: 'Classic' }, new: { name: '1-10-89' } }],
  ])
  expect((await moving()).groups.map(({ name }: any) => name)).toEqual(['1-10-89', 'Ikeja'])
  expect((await put(999, { version: 1, name: 'x', retired: false })).body.title).toBe(
    'There is no such group.',
  )
})
