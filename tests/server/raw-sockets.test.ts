import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { contentsOf } from '../support/database.ts'
import { testServer, type Visitor } from '../support/test-server.ts'

// Malformed raw requests. A request that two servers read differently can smuggle in a second one.
const server = testServer()
let admin: Visitor

beforeAll(async () => {
  admin = await server().as('admin')
})

/** Sends bytes. @returns everything that the server answers until it closes or is silent for `silenceMs` */
function exchange(bytes: string | Buffer, silenceMs = 1500): Promise<string> {
  return new Promise((resolve) => {
    const { port } = new URL(server().url)
    const socket = connect(Number(port), '127.0.0.1')
    let answer = ''
    const finish = () => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(silenceMs, finish)
    socket.on('data', (data) => (answer += data.toString('latin1')))
    socket.on('error', finish).on('close', finish)
    socket.write(bytes)
  })
}

const host = () => new URL(server().url).host
const statuses = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]))

/** A request that records a draw, with a changed head. */
function recording(change: (head: string[]) => string[], body = draw()): string {
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const head = [
    'POST /api/admin/draws HTTP/1.1',
    `Host: ${host()}`,
    `Origin: ${server().url}`,
    `Cookie: ${cookie}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  return `${change(head).join('\r\n')}\r\n\r\n${body}`
}
const draw = () => JSON.stringify({ game: 'diamond', date: '2023-10-02', winning: [1, 2, 3, 4, 5] })
const without = (name: string) => (head: string[]) => head.filter((line) => !line.startsWith(`${name}:`))
const plus =
  (...lines: string[]) =>
  (head: string[]) => [...head, ...lines]

/** Another line in place of the length. */
const instead = (line: string) => (head: string[]) => [...without('Content-Length')(head), line]
const begun = (line: string) => (head: string[]) => head.with(0, line)
const trace = (path: string, origin = '') =>
  `TRACE ${path} HTTP/1.1\r\nHost: ${host()}\r\n${origin}Cookie: secret=1\r\nConnection: close\r\n\r\n`
const chunked = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`

test.each<[string, () => string, number[]]>([
  ['a length and chunks', () => recording(plus('Transfer-Encoding: chunked'), chunked(draw())), [400]],
  ['two lengths', () => recording(plus('Content-Length: 5')), [400]],
  ['two lengths in one line', () => recording(instead('Content-Length: 5, 5')), [400]],
  ['a length that is not a number', () => recording(instead('Content-Length: 0x10')), [400]],
  ['a negative length', () => recording(instead('Content-Length: -1')), [400]],
  ['an unknown encoding', () => recording(instead('Transfer-Encoding: xchunked')), [400, 501]],
  ['chunked twice', () => recording(instead('Transfer-Encoding: chunked, chunked'), chunked(draw())), [400]],
  [
    'a chunk with an invalid size',
    () => recording(instead('Transfer-Encoding: chunked'), `zz\r\n${draw()}\r\n0\r\n\r\n`),
    [400],
  ],
  ['line ends without carriage return', () => recording((head) => head).replaceAll('\r\n', '\n'), [400]],
  [
    'one line end without carriage return',
    () => recording((head) => head).replace(`${host()}\r\n`, `${host()}\n`),
    [400],
  ],
  ['a space before the colon', () => recording(plus('X-Odd : 1')), [400]],
  ['a folded header', () => recording(plus('X-Odd: 1', ' more')), [400]],
  ['a NUL in a header', () => recording(plus('X-Odd: a\0b')), [400]],
  ['no Host', () => recording(without('Host')), [400]],
  ['an invalid Host', () => recording((head) => head.with(1, 'Host: a b/c?d')), [400]],
  ['HTTP of another version', () => recording(begun('POST /api/admin/draws HTTP/3.7')), [400, 505]],
  ['an unknown method', () => recording(begun('HACK /api/admin/draws HTTP/1.1')), [400, 405]],
  ['no HTTP at all', () => '\x16\x03\x01\x02\x00\x01\x00\x01', [400]],
  ['headers of 20 KB', () => recording(plus(`X-Odd: ${'a'.repeat(20_000)}`)), [431]],
  ['an address of 20 KB', () => recording(begun(`POST /${'a'.repeat(20_000)} HTTP/1.1`)), [414, 431]],
  ['TRACE', () => trace('/api/me'), [403, 404, 405]],
  ['TRACE from our own page', () => trace('/login', `Origin: ${server().url}\r\n`), [404, 405]],
  ['CONNECT', () => 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n', []],
])('%s is refused and nothing is written', async (_, bytes, expected) => {
  const before = await contentsOf(server())
  const answer = await exchange(bytes())
  const got = statuses(answer)
  expect(got.length).toBeLessThanOrEqual(1)
  if (expected.length > 0) expect(expected).toContain(got[0])
  expect(answer).not.toContain('secret=1')
  expect(await contentsOf(server())).toEqual(before)
})

test('a smuggled second request is never answered', async () => {
  const inner = `GET /api/site HTTP/1.1\r\nHost: ${host()}\r\n\r\n`
  const smuggled = recording(plus('Transfer-Encoding: chunked'), `0\r\n\r\n${inner}`).replace(
    'Connection: close\r\n',
    '',
  )
  expect(statuses(await exchange(smuggled))).toEqual([400])
})

test('half a request delays no other request and changes nothing', async () => {
  const before = await contentsOf(server())
  const incomplete = exchange(recording((head) => head).slice(0, -10), 800)
  expect((await admin.get('/api/me')).status).toBe(200)
  expect(statuses(await incomplete)).toEqual([])
  expect(await contentsOf(server())).toEqual(before)
})

test('the unchanged request succeeds, so the changes caused the refusals above', async () => {
  expect(statuses(await exchange(recording((head) => head)))).toEqual([201])
})
