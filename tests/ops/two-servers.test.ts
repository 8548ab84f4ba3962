// Two server processes on one database behind real proxies, as in production. `npm run test:ops` runs these tests. Skipped
// ones need a program that is not installed (Debian: apt-get install haproxy nginx-light).
import { request } from 'node:http'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { RATE_LIMITS } from '../../src/platform/rules/access/rate-limits.ts'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { clientConfig } from '../../src/platform/server/db/connect.ts'
import { balancedServers } from '../support/balanced-servers.ts'
import { picture, upload } from '../support/pictures.ts'
import { isInstalled, PROXIES, WITH_PORTS } from '../support/proxies.ts'

interface Answer {
  status: number
  body: string
  cookies: string[]
}
interface Request {
  /** The visitor's address, any of 127.0.0.0/8. */
  from: string
  method?: string
  headers?: Record<string, string>
  type?: string
  content?: string | Uint8Array
}

describe.each([...PROXIES, WITH_PORTS])('behind $name', (kind) => {
  describe.skipIf(!isInstalled(kind))(`with ${kind.program} installed`, () => {
    const balanced = balancedServers(kind)

    function ask(path: string, { from, method = 'GET', headers = {}, type, content = '' }: Request) {
      const { port } = balanced()
      const host = `localhost:${port}`
      const all = { host, origin: `http://${host}`, ...headers, ...(type && { 'content-type': type }) }
      return new Promise<Answer>((resolve, reject) => {
        const options = { host: '127.0.0.1', port, localAddress: from, path, method, headers: all }
        const asked = request({ ...options, agent: false }, (answer) => {
          let body = ''
          answer.on('data', (data: Buffer) => (body += data.toString('latin1')))
          answer.on('end', () =>
            resolve({
              status: answer.statusCode!,
              body,
              cookies: (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]!),
            }),
          )
        })
        asked.on('error', reject).end(content)
      })
    }
    const logIn = (from: string, email: string, password: string, headers = {}) => {
      const content = JSON.stringify({ email, password })
      const type = 'application/json'
      return ask('/api/auth/sign-in/email', { from, method: 'POST', type, content, headers })
    }
    /** The number of requests that each process has logged. */
    const answered = (): number[] =>
      balanced().servers.map(({ output }) => output().split('"msg":"request"').length - 1)

    test('one visitor’s wrong passwords ask only that visitor for a check', async () => {
      const { points } = RATE_LIMITS.loginAddress
      const statuses: number[] = []
      for (let i = 0; i <= points; i++) {
        // The proxy appends the real address to the one that the visitor claims.
        const claim = { 'x-forwarded-for': `203.0.113.${i}` }
        statuses.push((await logIn('127.0.1.1', `nobody${i}@example.com`, 'wrong', claim)).status)
      }
      expect(statuses).toEqual([...Array.from({ length: points }, () => 401), 403])
      for (const [i, email] of ['free', 'basic', 'pro', 'admin'].entries()) {
        const { status } = await logIn(`127.0.1.${i + 2}`, `${email}@lotto.test`, DEMO_PASSWORD)
        expect([email, status]).toEqual([email, 200])
      }
      for (const count of answered()) expect(count).toBeGreaterThan(20)
    })

    test('both refuse requests for another host and answer health checks under any host', async () => {
      for (let i = 0; i < 6; i++) {
        const host = `evil.example:${balanced().port}`
        const headers = { host, origin: `http://${host}` }
        const login = await logIn('127.0.1.9', 'admin@lotto.test', DEMO_PASSWORD, headers)
        expect([login.status, login.cookies]).toEqual([421, []])
        expect((await ask('/', { from: '127.0.1.9', headers })).status).toBe(421)
        expect((await ask('/readyz', { from: '127.0.1.9', headers })).status).toBe(200)
      }
    })

    test('a picture uploaded to one process is served by both', async () => {
      const admin = await logIn('127.0.1.10', 'admin@lotto.test', DEMO_PASSWORD)
      const headers = { cookie: admin.cookies.join('; ') }
      const sent = upload(await picture())
      const stored = await ask('/api/admin/images', { from: '127.0.1.10', method: 'POST', headers, ...sent })
      expect(stored.status).toBe(200)
      const { pathname } = new URL((JSON.parse(stored.body) as { secure_url: string }).secure_url)
      const before = answered()
      for (let i = 0; i < 10; i++) {
        const read = await ask(pathname, { from: '127.0.1.10', headers })
        expect([read.status, read.body.startsWith('RIFF')]).toEqual([200, true])
      }
      const after = answered()
      for (const [i, count] of before.entries()) expect(after[i]).toBeGreaterThan(count)
    })

    test('both connect to the database only as the app’s role', async () => {
      const client = new pg.Client(clientConfig(balanced().address))
      await client.connect()
      const { rows } = await client.query<{ name: string; connections: number }>(
        `select usename as name, count(*)::int as connections from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() group by 1`,
      )
      await client.end()
      expect(rows).toEqual([{ name: `${client.database}_app`, connections: expect.any(Number) }])
      expect(rows[0]!.connections).toBeGreaterThan(4)
    })
  })
})
