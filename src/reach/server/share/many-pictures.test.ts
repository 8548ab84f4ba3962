import { expect, test } from 'vitest'
import { testServer } from '../../../../tests/support/test-server.ts'

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
