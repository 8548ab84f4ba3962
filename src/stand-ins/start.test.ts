import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startSandbox } from './start.ts'

const APP = { appUrl: 'http://localhost:3999' }

test('the index page links to the other pages', async () => {
  const sandbox = await startSandbox({ port: 0, ...APP })
  expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const links = (await (await fetch(sandbox.url)).text()).match(/(?<=href=")[^"]+/g)
  expect(links).toEqual(['/mailbox', '/push', '/telegram', '/analytics', '/paystack', '/google'])
  for (const link of links!) expect((await fetch(sandbox.url + link)).status).toBe(200)
  await sandbox.stop()
})

test('fails with EADDRINUSE when the port is taken', async () => {
  const sandbox = await startSandbox({ port: 0, ...APP })
  const port = Number(new URL(sandbox.url).port)
  await expect(startSandbox({ port, ...APP })).rejects.toMatchObject({ code: 'EADDRINUSE', port })
  await sandbox.stop()
})

test('stop closes both ports despite open connections', async () => {
  const sandbox = await startSandbox({ port: 0, ...APP })
  const agent = new Agent({ keepAlive: true })
  const [response] = await once(get(`${sandbox.url}/mailbox.json`, { agent }), 'response')
  response.resume()
  const unfinished = connect(Number(new URL(sandbox.url).port), '127.0.0.1')
  unfinished.on('error', () => {})
  unfinished.write('GET /mailbox.json HTTP/1.1\r\n')
  const smtp = connect(Number(new URL(sandbox.smtpUrl).port), '127.0.0.1')
  smtp.on('error', () => {})
  await once(smtp, 'data')

  // It would wait for the unfinished request.
  await sandbox.stop()
  await sandbox.stop()
  for (const socket of [smtp, unfinished]) if (!socket.closed) await once(socket, 'close')
  agent.destroy()
  await expect(fetch(sandbox.url)).rejects.toThrow('fetch failed')
  const again = await startSandbox({ port: Number(new URL(sandbox.url).port), ...APP })
  await again.stop()
})
