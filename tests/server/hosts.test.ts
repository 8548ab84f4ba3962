import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { PRODUCTION } from '../support/settings.ts'
import { type TestServer, testServer } from '../support/test-server.ts'

// DNS rebinding: if the name of another site resolves to our address, its pages are same-origin for the browser. Only the
// Host header reveals the other site.
interface Asked {
  status: number
  body: string
  cookies: string[]
}

/** Requests the server's address with a given Host header. */
function ask(
  { services }: TestServer,
  host: string,
  path = '/api/site',
  { method = 'GET', body = '' } = {},
): Promise<Asked> {
  const headers = {
    host,
    'sec-fetch-site': 'same-origin',
    ...(body && { 'content-type': 'application/json' }),
  }
  const { port } = services.settings
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      let text = ''
      answer.on('data', (data: Buffer) => (text += data.toString()))
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, body: text, cookies: answer.headers['set-cookie'] ?? [] }),
      )
    })
    asked.on('error', reject).end(body)
  })
}

const foreign = (port: number) => [
  'evil.example',
  `evil.example:${port}`,
  `localhost.evil.example:${port}`,
  `127.0.0.2:${port}`,
  `localhost:${port + 1}`,
  'localhost',
]

describe('a demo', () => {
  const server = testServer()

  test('answers under the names of this machine and its port', async () => {
    const { port } = server().services.settings
    for (const host of ['localhost', 'LocalHost', '127.0.0.1', '[::1]'])
      expect([host, (await ask(server(), `${host}:${port}`)).status]).toEqual([host, 200])
  })

  test('refuses every other host for pages, calls and logins', async () => {
    for (const host of foreign(server().services.settings.port)) {
      for (const path of ['/', '/login', '/api/site', '/api/nothing']) {
        const { status, body } = await ask(server(), host, path)
        expect([host, path, status]).toEqual([host, path, 421])
        const title = expect.stringMatching(/^This site is at http/)
        expect(JSON.parse(body)).toMatchObject({ code: 'wrong-host', title })
      }
      const body = JSON.stringify({ email: 'admin@lotto.test', password: 'lotto-forecast-demo' })
      const login = await ask(server(), host, '/api/auth/sign-in/email', { method: 'POST', body })
      expect([host, login.status, login.cookies]).toEqual([host, 421, []])
    }
  })

  test('answers health checks under any host, because load balancers use the address of the process', async () => {
    for (const path of ['/healthz', '/readyz'])
      expect([path, (await ask(server(), '10.1.2.3:8080', path)).status]).toEqual([path, 200])
  })

  test('answers only health checks without a host, as HTTP/1.0 sends them', async () => {
    for (const [path, status] of [
      ['/healthz', '200'],
      ['/readyz', '200'],
      ['/login', '421'],
      ['/api/site', '421'],
    ] as const) {
      const socket = connect(server().services.settings.port, '127.0.0.1')
      socket.write(`GET ${path} HTTP/1.0\r\n\r\n`)
      expect([path, (await text(socket)).split(' ')[1]]).toEqual([path, status])
    }
  })

  test('also answers under the host of APP_URL', async () => {
    const other = await server().another({ APP_URL: 'https://demo.lotto.example' })
    for (const host of ['demo.lotto.example', 'demo.lotto.example:443', 'Demo.Lotto.Example'])
      expect([host, (await ask(other, host)).status]).toEqual([host, 200])
    for (const host of ['demo.lotto.example:80', 'demo.lotto.example.', 'lotto.example'])
      expect([host, (await ask(other, host)).status]).toEqual([host, 421])
  })
})

describe('production', () => {
  const server = testServer({ template: 'blank', settings: PRODUCTION })

  test('answers only under the host of APP_URL', async () => {
    expect((await ask(server(), 'lotto.example')).status).toBe(200)
    const { port } = server().services.settings
    for (const host of [...foreign(port), `localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
      expect([host, (await ask(server(), host)).status]).toEqual([host, 421])
    for (const path of ['/healthz', '/readyz'])
      expect((await ask(server(), `127.0.0.1:${port}`, path)).status).toBe(200)
  })
})
