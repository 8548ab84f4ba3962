import { expect, test } from 'vitest'
import { waitFor } from '../../../../tests/support/wait.ts'
import { joinLookups } from './joined-lookups.ts'

/** Lookups whose queries end only when the test lets them. */
function heldLookups() {
  const queries: { keys: readonly number[]; end: () => void; fail: () => void }[] = []
  const find = joinLookups(
    (keys: readonly number[]) =>
      new Promise<string[]>((resolve, reject) => {
        const found = keys.map((key) => `found ${key}`)
        queries.push({ keys, end: () => resolve(found), fail: () => reject(new Error('lost')) })
      }),
  )
  return { find, queries, turn: () => new Promise((resolve) => setImmediate(resolve)) }
}

test('lookups of one moment share a query, and each gets its own result', async () => {
  const { find, queries, turn } = heldLookups()
  const results = Promise.all([1, 2, 3].map((key) => find(key)))
  await turn()
  expect(queries.map(({ keys }) => keys)).toEqual([[1, 2, 3]])
  queries[0]!.end()
  expect(await results).toEqual(['found 1', 'found 2', 'found 3'])
})

test('the requests of one query go on one after the other, so that new connections are accepted between them', async () => {
  const { find, queries, turn } = heldLookups()
  const done: string[] = []
  const all = Promise.all([1, 2].map(async (key) => done.push(await find(key))))
  await turn()
  queries[0]!.end()
  await turn()
  expect(done).toEqual(['found 1'])
  await all
})

test('a lookup never joins a query that has begun, because it must see what was written since', async () => {
  const { find, queries, turn } = heldLookups()
  const first = find(1)
  await turn()
  const late = [find(1), find(2)]
  queries[0]!.end()
  expect(await first).toBe('found 1')
  await waitFor('the second query', () => queries.length === 2)
  expect(queries.map(({ keys }) => keys)).toEqual([[1], [1, 2]])
  queries[1]!.end()
  expect(await Promise.all(late)).toEqual(['found 1', 'found 2'])
})

test('a slow query does not hold up the lookups after it, and two at most run at a time', async () => {
  const { find, queries, turn } = heldLookups()
  const slow = find(1)
  await turn()
  const second = find(2)
  await waitFor('a second query', () => queries.length === 2)
  const late = [find(3), find(4)]
  await turn()
  queries[1]!.end()
  expect(await second).toBe('found 2')
  await waitFor('a third query', () => queries.length === 3)
  expect(queries[2]!.keys).toEqual([3, 4])
  for (const query of queries) query.end()
  expect(await Promise.all([slow, ...late])).toEqual(['found 1', 'found 3', 'found 4'])
})

test('a failed query fails its lookups only', async () => {
  const { find, queries, turn } = heldLookups()
  const lost = [find(1), find(2)].map((result) => result.catch((error: Error) => error.message))
  await turn()
  const next = find(3)
  await turn()
  queries[0]!.fail()
  expect(await Promise.all(lost)).toEqual(['lost', 'lost'])
  await turn()
  queries[1]!.end()
  expect(await next).toBe('found 3')
})
