import { expect, test } from 'vitest'
import { testServer } from '../../../tests/support/test-server.ts'
import { waitFor } from '../../../tests/support/wait.ts'
import { instantAt, lagosDate } from '../../domain/base/calendar.ts'
import { isDrawn } from './render.ts'

const server = testServer()

const pathOf = async (publicId: string): Promise<string> =>
  (await server().anonymous().get(`/api/public/draws/${publicId}`)).body.picture.path

test('one network that asks for many pictures leaves room for those of others', async () => {
  const rows = await server()
    .rows`insert into draws (game_key, date, state, winning, machine, source, recorded_at)
        select 'gold', date '2010-01-01' + n, 'drawn', array[1, 2, 3, 4, 10 + n], '{}', 'import', now()
        from generate_series(1, 60) as n returning public_id`
  const paths = await Promise.all(rows.map(({ public_id }) => pathOf(public_id)))
  const greedy = server().anonymous()
  const asked = paths.slice(0, 50).map((path) => greedy.get(path))
  const others = await Promise.all(paths.slice(50).map((path) => server().anonymous().get(path)))
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
  const refused = (await Promise.all(asked)).filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, headers } of refused) expect([status, headers.get('retry-after')]).toEqual([503, '2'])
})

test('the pictures of today’s draws are made when they are published', async () => {
  const { clock, db } = server().services
  const today = lagosDate(await clock.now(db))
  clock.setOffset(instantAt(today, 23 * 60 + 30) - (await clock.now(db)))
  const draw = { game: 'gold', date: today, winning: [1, 2, 3, 4, 5] }
  const admin = await server().as('admin')
  const { status, body } = await admin.post('/api/admin/draws', draw)
  expect([status, body]).toEqual([201, expect.anything()])
  const [row] = await server().rows`select public_id from draws where id = ${body.id}`
  const day = (await server().anonymous().get(`/api/public/days/${today}`)).body
  for (const path of [await pathOf(row!.public_id), day.picture.path as string])
    await waitFor('the picture is drawn', () => isDrawn(/(\w+)\.png$/.exec(path)![1]!))
  clock.setOffset(0)
})
