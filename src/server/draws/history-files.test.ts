import { get } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'
import { createHistoryFiles } from './history-files.ts'

// The answers over the whole history are kept by year. After each change they must equal those that are made from nothing.
const server = testServer()
let admin: Visitor
let free: Visitor

const WINNING = [7, 12, 45, 60, 89]

beforeAll(async () => {
  admin = await server().as('admin')
  free = await server().as('free')
})

/** @returns the draw's id */
const save = async (game: string, date: string, more: object = {}) => {
  const { status, body } = await admin.post('/api/admin/draws', { game, date, winning: WINNING, ...more })
  expect(status).toBe(201)
  return body.id as number
}

const namesOf = (files: readonly { year: number; hash: string }[]) =>
  files.map(({ year, hash }) => `${year} ${hash}`)

async function expectAsFromNothing() {
  const fresh = createHistoryFiles()
  const snapshot = server().services.draws.current()
  const { gzip } = await fresh.results(snapshot)
  expect((await free.get('/api/getResults')).body).toEqual(JSON.parse(gunzipSync(gzip).toString()))
  const { years } = (await free.get('/api/history')).body
  expect(namesOf(years)).toEqual(namesOf(await fresh.years(snapshot)))
}

test('every kind of change reaches the answers by year', async () => {
  await expectAsFromNothing()
  await save('diamond', '2022-03-07')
  await save('msp', '2022-03-07', { machine: [1, 2, 3, 4, 5] })
  await expectAsFromNothing()
  await save('diamond', '2022-03-14')
  await expectAsFromNothing()
  const moved = await save('diamond', '2023-12-25')
  await expectAsFromNothing()
  const body = { date: '2024-01-01', winning: [1, 2, 3, 4, 5], reason: 'It was the next year', version: 1 }
  const corrected = await admin.request('PUT', `/api/admin/draws/${moved}`, { body })
  expect(corrected.status).toBe(200)
  await expectAsFromNothing()
  expect((await free.get('/api/getResults')).body.diamond).not.toHaveProperty('2023')
})

test('a change leaves the files of the other years as they are', async () => {
  const { draws, historyFiles } = server().services
  await save('metro', '2019-05-06')
  const before = await historyFiles.years(draws.current())
  await save('metro', '2020-05-04')
  const after = await historyFiles.years(draws.current())
  expect(after.filter((file) => !before.includes(file)).map(({ year }) => year)).toEqual([2020])
})

test('a client without gzip gets the same answer, and HEAD its length', async () => {
  const cookie = [...free.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const url = `${server().url}/api/getResults`
  const bytesOf = (headers: Record<string, string>, method = 'GET') =>
    new Promise<{ encoding: string | undefined; length: number; bytes: Buffer }>((resolve, reject) => {
      const request = get(url, { headers: { cookie, ...headers }, method }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            encoding: response.headers['content-encoding'],
            length: Number(response.headers['content-length']),
            bytes: Buffer.concat(chunks),
          }),
        )
      })
      request.on('error', reject)
    })
  const packed = await bytesOf({ 'accept-encoding': 'br, gzip' })
  const plain = await bytesOf({ 'accept-encoding': 'gzip;q=0' })
  expect([packed.encoding, plain.encoding]).toEqual(['gzip', undefined])
  expect([packed.bytes.length, plain.bytes.length]).toEqual([packed.length, plain.length])
  expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true)
  const head = await bytesOf({}, 'HEAD')
  expect([head.length, head.bytes.length]).toEqual([plain.length, 0])
})
