import { expect, test } from 'vitest'
import { CACHE } from '../http/reply.ts'
import { Documents } from './documents.ts'

const OPTIONS = { type: 'text/plain', cache: CACHE.revalidate }
const snapshot = () => ({})

/** Counts how often a document is written. @param bytes its length */
function counted(bytes = 10) {
  let count = 0
  const write = () => {
    count++
    const body = Buffer.alloc(bytes)
    return Promise.resolve({ bytes: body, brotli: body.subarray(0, 1), etag: `"${bytes}"` })
  }
  return { write, times: () => count }
}

test('a document is written once for a version, also for requests at the same time', async () => {
  const documents = new Documents()
  const { write, times } = counted()
  const [before, after] = [snapshot(), snapshot()]
  const [one, other] = await Promise.all([
    documents.find(before, 'a', OPTIONS, write),
    documents.find(before, 'a', OPTIONS, write),
  ])
  expect(one).toBe(other)
  expect(await documents.find(before, 'a', OPTIONS, write)).toBe(one)
  expect(times()).toBe(1)
  const next = await documents.find(after, 'a', OPTIONS, write)
  expect(times()).toBe(2)
  expect(next.options.etag).toBe(one.options.etag)
  await documents.find(before, 'b', OPTIONS, write)
  expect(times()).toBe(3)
})

test('a failure is for those who asked, and is not kept', async () => {
  const documents = new Documents()
  const of = snapshot()
  const fail = () => Promise.reject(new Error('too busy'))
  await expect(documents.find(of, 'a', OPTIONS, fail)).rejects.toThrow('too busy')
  const { write } = counted()
  expect((await documents.find(of, 'a', OPTIONS, write)).body).toHaveLength(10)
})

test('the least recently used are dropped beyond 64 MB, and a larger one is sent all the same', async () => {
  const documents = new Documents()
  const of = snapshot()
  const large = counted(30_000_000)
  for (const name of ['a', 'b', 'a', 'c', 'a']) await documents.find(of, name, OPTIONS, large.write)
  expect(large.times()).toBe(3)
  await documents.find(of, 'b', OPTIONS, large.write)
  expect(large.times()).toBe(4)
  const huge = counted(80_000_000)
  for (let i = 0; i < 2; i++)
    expect((await documents.find(of, 'huge', OPTIONS, huge.write)).body).toHaveLength(80_000_000)
  expect(huge.times()).toBe(2)
})
