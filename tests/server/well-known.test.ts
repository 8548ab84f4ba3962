import { expect, test } from 'vitest'
import { testServer } from '../support/test-server.ts'

const server = testServer({ settings: { SUPPORT_EMAIL: 'help@lotto.example' } })

test('robots.txt is text', async () => {
  const { status, headers, text } = await server().anonymous().get('/robots.txt')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(headers.get('cache-control')).toBe('public, no-cache')
  expect(text.split('\n')).toEqual(expect.arrayContaining(['User-agent: *', 'Disallow: /']))
})

test('security.txt names a contact, and expires within a year', async () => {
  const { status, text } = await server().anonymous().get('/.well-known/security.txt')
  expect(status).toBe(200)
  expect(text).toContain('Contact: mailto:help@lotto.example\n')
  expect(text).toContain(`Canonical: ${server().url}/.well-known/security.txt\n`)
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)![1]!)
  expect(expires).toBeGreaterThan(Date.now())
  expect(expires).toBeLessThan(Date.now() + 365 * 24 * 60 * 60_000)
})

test('the public keys may be stored for some minutes, and are revalidated by their hash', async () => {
  const visitor = server().anonymous()
  const { headers, body } = await visitor.get('/api/auth/jwks')
  expect(headers.get('cache-control')).toBe('public, max-age=600')
  expect(body.keys).toHaveLength(1)
  const again = await visitor.get('/api/auth/jwks', { headers: { 'if-none-match': headers.get('etag')! } })
  expect([again.status, again.text]).toEqual([304, ''])
})
