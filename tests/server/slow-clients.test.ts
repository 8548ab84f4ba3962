import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { createListener } from '../../src/server/http/listener.ts'
import { picture, upload } from '../support/pictures.ts'
import { waitFor } from '../support/wait.ts'
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
  // Not `once`, which rejects on an error: a part that meets the server's close resets the connection.
  const closed = new Promise((resolve) => socket.once('close', resolve))
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

/** More than the buffers of two kernels take. No answer of the app is as large. */
const LARGE_ANSWER = Buffer.alloc(40_000_000)

/**
 * Asks the app's HTTP server for a large answer. Reads it at a speed for some seconds, then all that is left.
 * @returns the received bytes
 */
async function readSlowly(bytesPerS: number, seconds: number): Promise<number> {
  const listener = createListener()
  listener.serve((_request, response) => response.end(LARGE_ANSWER))
  const socket = connect(await listener.open(0, '127.0.0.1'), '127.0.0.1')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  let received = 0
  let left = 0
  socket.on('error', () => undefined)
  socket.on('data', (data) => {
    received += data.length
    if ((left -= data.length) <= 0) socket.pause()
  })
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: app\r\nConnection: close\r\n\r\n')
  for (let at = 0; at < seconds; at++) {
    left = bytesPerS
    if (left > 0) socket.resume()
    // The slowness is what is tested.
    await sleep(1000)
  }
  left = Infinity
  socket.resume()
  await closed
  await listener.closePort()
  await listener.drain(0)
  return received
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

describe.concurrent('NET-01: a client of a large answer', { timeout: 90_000 }, () => {
  test('that reads 200 kB per second for 18 seconds gets all of it', async () => {
    expect(await readSlowly(200_000, 18)).toBeGreaterThan(LARGE_ANSWER.length)
  })

  test('that reads nothing for 18 seconds is cut off', async () => {
    expect(await readSlowly(0, 18)).toBeLessThan(LARGE_ANSWER.length)
  })
})

/** Connections of each kind: with slow headers, with a slow body, and without reading their answer. */
const OF_EACH_KIND = { headers: 200, bodies: 200, readers: 100 }

describe.concurrent('NET-01: 500 connections at once', { timeout: 90_000 }, () => {
  test('are all closed, and everyone else is served meanwhile', async () => {
    const port = Number(new URL(server().url).port)
    const large = createListener()
    let readersOpen = OF_EACH_KIND.readers
    large.serve((_request, response) => response.on('close', () => readersOpen--).end(LARGE_ANSWER))
    const sockets: Socket[] = []
    const open = (to: number, first: string): Socket => {
      const socket = connect(to, '127.0.0.1').on('error', () => undefined)
      socket.write(first)
      sockets.push(socket)
      return socket
    }
    for (let i = 0; i < OF_EACH_KIND.headers; i++) open(port, head().slice(0, 40)).resume()
    for (let i = 0; i < OF_EACH_KIND.bodies; i++) open(port, head()).resume()
    const largePort = await large.open(0, '127.0.0.1')
    const request = 'GET / HTTP/1.1\r\nHost: app\r\n\r\n'
    for (let i = 0; i < OF_EACH_KIND.readers; i++) open(largePort, request).pause()
    const dripped = sockets.slice(0, OF_EACH_KIND.headers + OF_EACH_KIND.bodies)
    const dripping = setInterval(() => dripped.forEach((socket) => socket.write('x')), 1000)

    const statuses = new Set<number>()
    await waitFor('the server has closed all 500', async () => {
      const answers = await Promise.all([admin.get('/api/me'), server().anonymous().get('/login')])
      for (const { status } of answers) statuses.add(status)
      return readersOpen === 0 && dripped.every(({ closed }) => closed)
    }).finally(() => clearInterval(dripping))
    expect([...statuses]).toEqual([200])
    for (const socket of sockets) socket.destroy()
    await large.closePort()
    await large.drain(0)
  })
})

test('slow clients cause no errors in the log', () => {
  expect(server().logs.filter(({ level }) => level === 'error')).toEqual([])
})
