import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../../src/app/server/routes.ts'
import type { Endpoint } from '../../src/platform/server/api/endpoint.ts'
import { testServer } from '../support/test-server.ts'

const server = testServer()
const keysOf = (schema: unknown) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])

/** Requests to a call with values that it does not accept, or that do not exist. */
function* refused(path: string, { params, query, body }: Endpoint): Generator<[string, object?]> {
  for (const value of ['~', '0', '99999'])
    for (const key of params ? ['', ...keysOf(query)] : keysOf(query))
      yield [`${path.replace(/:\w+/g, value)}${key && `?${key}=${value}`}`, {}]
  for (const value of ['~', '', -1, 1e9, []])
    if (body instanceof z.ZodObject)
      yield [path.replace(/:\w+/g, '99999'), Object.fromEntries(keysOf(body).map((key) => [key, value]))]
}

/** Values that are wrong only beside others, or in a way of their own. */
const FURTHER: [method: string, path: string, body?: object][] = [
  ['GET', '/api/paper?game=bingo&year=1900'],
  ['GET', '/api/predictions?after=1700000000000.999999'],
  ['GET', '/api/results?number=7&type=both&position=any_box&page=1'],
  ['GET', '/api/ticket?bet=two_sure&numbers=1+2&lineOf=2&date=2025-06-26&draws=30'],
  ['POST', '/api/profile/proof', {}],
  ['PUT', '/api/admin/author', { penName: '!!' }],
  ['PUT', '/api/push/device', { endpoint: 'https://push.example', keys: { p256dh: 'x', auth: 'x' } }],
]

// `npx vitest run sentences -u` writes the new sentences, and their review sees the difference.
test('the sentences with which calls refuse bad values are those that were decided', async () => {
  const admin = await server().as('admin')
  const sentences = new Set<string>()
  const requests = Object.entries<Endpoint>(api).flatMap(([name, endpoint]) => {
    const [method, route] = name.split(' ') as [string, string]
    return [...refused(route, endpoint)].map(([path, body]): (typeof FURTHER)[number] => [
      method,
      path,
      endpoint.body && body,
    ])
  })
  for (const [method, path, body] of [...requests, ...FURTHER]) {
    const answer = await admin.request(method, path, body && { body })
    const { title = '', fields = { title } } = answer.status < 400 ? {} : answer.body
    for (const sentence of Object.values<string>(fields))
      if (!/^(Invalid|Too)|\d{5}|^$/.test(sentence)) sentences.add(`${sentence}\n`)
  }
  await expect([...sentences].sort().join('')).toMatchFileSnapshot('sentences.txt')
})
