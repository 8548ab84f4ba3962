import { get } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'
import { positioned } from '../../platform/rules/base/balls.ts'

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

/** The answer as the specification describes it, from the draws of the database. */
async function expectAsStored() {
  const rows = await server().rows`select draws.* from draws join games on games.key = game_key
        where deleted_at is null and state = 'drawn' order by games."order", games.key, date`
  const expected: Record<string, Record<string, unknown[]>> = {}
  for (const { key } of server().services.draws.current().games) expected[key] = {}
  for (const { game_key, date, serial, winning, machine } of rows as any[])
    (expected[game_key]![date.slice(0, 4)] ??= []).push({
      serialNumber: serial,
      date,
      winningNumbers: positioned(winning, 'winning'),
      machineNumbers: positioned(machine, 'machine'),
    })
  expect((await free.get('/api/getResults')).body).toEqual(expected)
}

test('every kind of change reaches the answer', async () => {
  await expectAsStored()
  await save('diamond', '2022-03-07')
  await save('msp', '2022-03-07', { machine: [1, 2, 3, 4, 5] })
  await expectAsStored()
  await save('diamond', '2022-03-14')
  await expectAsStored()
  const moved = await save('diamond', '2023-12-25')
  await expectAsStored()
  const body = { date: '2024-01-01', winning: [1, 2, 3, 4, 5], reason: 'It was the next year', version: 1 }
  const corrected = await admin.request('PUT', `/api/admin/draws/${moved}`, { body })
  expect(corrected.status).toBe(200)
  await expectAsStored()
  expect((await free.get('/api/getResults')).body.diamond).not.toHaveProperty('2023')
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
