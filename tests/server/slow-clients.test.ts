import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { picture, upload } from '../support/pictures.ts'
import { testServer, type Visitor } from '../support/test-server.ts'

// Clients that hold connections by sending slowly, and honest ones on a bad network. The limits run in real time.
const server = testServer()
let admin: Visitor
let content: Buffer
let type: string

beforeAll(async () => {
  admin = await server().as('admin')
  const raw = upload(Buffer.concat([await picture('png'), Buffer.alloc(110_000)]))
  content = Buffer.from(raw.content)
  type = raw.type
})

/** The head of the picture's upload. */
function head(): string {
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return [
    'POST /api/admin/images HTTP/1.1',
    `Host: ${new URL(server().url).host}`,
    `Origin: ${server().url}`,
    `Cookie: ${cookie}`,
    `Content-Type: ${type}`,
    `Content-Length: ${content.length}`,
    'Connection: close',
    '\r\n',
  ].join('\r\n')
}

/** Sends one part per second until the server closes. @returns everything that the server answered */
async function drip(parts: Iterable<string | Uint8Array>): Promise<string> {
  const socket = connect(Number(new URL(server().url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (data) => (answer += data.toString('latin1'))).on('error', () => undefined)
  const closed = once(socket, 'close')
  let open = true
  void closed.then(() => (open = false))
  for (const part of parts) {
    if (!open) break
    socket.write(part)
    // The slowness is what is tested.
    await sleep(1000)
  }
  await closed
  return answer
}

function* slices(bytes: Buffer, size: number): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
function* startingWith(first: string, rest: Iterable<string | Uint8Array>): Iterable<string | Uint8Array> {
  yield first
  yield* rest
}

describe.concurrent('a connection', { timeout: 90_000 }, () => {
  test('that never finishes its headers is closed with 408', async () => {
    expect(await drip(slices(Buffer.from(head()), 2))).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('that sends nothing at all is closed', async () => {
    expect(await drip([])).toMatch(/^(HTTP\/1\.1 408 |$)/)
  })

  test('whose body arrives at 1 kB per second is closed with 408', async () => {
    expect(await drip(startingWith(head(), slices(content, 1024)))).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('whose body stops after a fast start is closed with 408', async () => {
    expect(await drip([head(), content.subarray(0, 80_000)])).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('whose body arrives at 5 kB per second for 20 seconds is accepted', async () => {
    expect(await drip(startingWith(head(), slices(content, 5 * 1024)))).toMatch(/^HTTP\/1\.1 200 /)
  })
})

test('slow clients cause no errors in the log', () => {
  expect(server().logs.filter(({ level }) => level === 'error')).toEqual([])
})
