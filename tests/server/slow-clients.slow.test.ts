import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { testServer } from '../support/test-server.ts'

// Clients that hold connections by sending slowly. The limits run in real time.
const server = testServer()

/** Sends one part per second until the server closes. @returns everything that the server answered */
async function drip(parts: Iterable<string>): Promise<string> {
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

describe.concurrent('NET-01: a connection', { timeout: 90_000 }, () => {
  test('that never finishes its headers is closed with 408, and everyone else is served meanwhile', async () => {
    const slow = drip(`GET /login HTTP/1.1\r\nHost: app\r\nX-Filler: ${'x'.repeat(60)}`)
    expect((await server().anonymous().get('/login')).status).toBe(200)
    expect(await slow).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('that sends nothing at all is closed', async () => {
    expect(await drip([])).toMatch(/^(HTTP\/1\.1 408 |$)/)
  })
})

test('slow clients cause no errors in the log', () => {
  expect(server().logs.filter(({ level }) => level === 'error')).toEqual([])
})
