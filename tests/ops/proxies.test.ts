// The proxies of deploy/ with TLS, as phones meet them. Skipped ones are not installed (Debian: nginx-light, haproxy, caddy).
import { connect as connectHttp2 } from 'node:http2'
import { request } from 'node:https'
import { connect as connectTls } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { balancedServers } from '../support/balanced-servers.ts'
import { isInstalled, TLS_PROXIES } from '../support/proxies.ts'

const METRICS_TOKEN = 'Zk8Wq2Lr5Tn9Xc3Vb7Ym'
// The proxies' certificates are not of a known authority.
const ANY_CERTIFICATE = { rejectUnauthorized: false }

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

describe.each(TLS_PROXIES)('$name with TLS', (kind) => {
  describe.skipIf(!isInstalled(kind))(`with ${kind.program} installed`, () => {
    const balanced = balancedServers(kind, { METRICS_TOKEN })

    interface Asked {
      method?: string
      path: string
      headers?: Record<string, string>
      content?: string
      /** Answers with the first bytes and leaves. */
      leaves?: boolean
    }
    function ask({ method = 'GET', path, headers = {}, content = '', leaves = false }: Asked) {
      return new Promise<Answer>((resolve, reject) => {
        const options = {
          host: 'localhost',
          port: balanced().port,
          path,
          method,
          headers,
          agent: false,
          ...ANY_CERTIFICATE,
        }
        const asked = request(options, (answer) => {
          let body = ''
          const finish = () => resolve({ status: answer.statusCode!, headers: answer.headers, body })
          answer.on('data', (data: Buffer) => {
            body += data.toString()
            if (!leaves) return
            finish()
            asked.destroy()
          })
          answer.on('end', finish)
        })
        asked.on('error', reject).end(content)
      })
    }
    async function logIn(): Promise<Answer> {
      return ask({
        method: 'POST',
        path: '/api/auth/sign-in/email',
        headers: { 'content-type': 'application/json', origin: balanced().url },
        content: JSON.stringify({ email: 'pro@lotto.test', password: DEMO_PASSWORD }),
      })
    }

    test('answers by HTTP/2', async () => {
      const client = connectHttp2(balanced().url, ANY_CERTIFICATE)
      const status = await new Promise((resolve, reject) => {
        client.on('error', reject)
        client.request({ ':path': '/login' }).on('response', (headers) => resolve(headers[':status']))
      })
      client.destroy()
      expect(status).toBe(200)
    })

    test.runIf(kind.program === 'nginx')('keeps a public page for strangers alone', async () => {
      const read = (headers: Record<string, string> = {}) => ask({ path: '/results', headers })
      await expect.poll(async () => (await read()).headers['x-cache']).toBe('HIT')
      expect((await read({ 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe('br')
      const cookie = [(await logIn()).headers['set-cookie'] ?? []].flat().map((one) => one.split(';')[0])
      const own = await read({ cookie: cookie.join('; ') })
      expect([own.headers['x-cache'], own.headers['cache-control']]).toEqual(['BYPASS', 'private, no-store'])
      expect(own.body).toContain('Welcome, ')
      const stranger = await read({ cookie: 'lotto.form=1' })
      expect(stranger.headers['x-cache']).not.toBe('BYPASS')
      expect(stranger.body).not.toContain('Welcome, ')
    })

    test('refuses TLS below 1.2, and ciphers with CBC', async () => {
      const versionOf = (maxVersion: 'TLSv1.1' | 'TLSv1.2', ciphers = 'DEFAULT@SECLEVEL=0') =>
        new Promise<string | null>((resolve) => {
          const options = {
            host: 'localhost',
            servername: 'localhost',
            port: balanced().port,
            minVersion: 'TLSv1',
            maxVersion,
            ciphers,
          } as const
          const socket = connectTls({ ...options, ...ANY_CERTIFICATE }, () => {
            resolve(socket.getProtocol())
            socket.destroy()
          })
          socket.on('error', () => resolve(null))
        })
      expect(await versionOf('TLSv1.2')).toBe('TLSv1.2')
      expect(await versionOf('TLSv1.1')).toBeNull()
      expect(await versionOf('TLSv1.2', 'ECDHE-ECDSA-AES128-GCM-SHA256')).toBe('TLSv1.2')
      for (const cbc of ['ECDHE-ECDSA-AES128-SHA256', 'ECDHE-ECDSA-AES128-SHA'])
        expect([cbc, await versionOf('TLSv1.2', `${cbc}:@SECLEVEL=0`)]).toEqual([cbc, null])
    })

    test('keeps a login in a cookie for https alone and tells browsers to stay with https', async () => {
      const { status, headers } = await logIn()
      expect(status).toBe(200)
      expect(headers['strict-transport-security']).toMatch(/max-age=\d{7}/)
      for (const cookie of headers['set-cookie'] as string[]) expect(cookie).toMatch(/; Secure/i)
    })

    test('hides the metrics', async () => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
      expect((await ask({ path: '/metrics', headers })).status).toBe(404)
    })

    test('sends the first event of the live stream at once', async () => {
      const cookies = (await logIn()).headers['set-cookie'] as string[]
      const cookie = cookies.map((one) => one.split(';')[0]).join('; ')
      const { status, body } = await ask({ path: '/api/live', headers: { cookie }, leaves: true })
      expect([status, body]).toEqual([200, expect.stringMatching(/^(retry|event|id|:)/)])
    })
  })
})
