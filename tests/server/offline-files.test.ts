import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OFFLINE_LIMITS } from '../../src/platform/rules/offline/offline.ts'
import { rootDir } from '../../src/platform/server/base/root.ts'
import { testServer } from '../support/test-server.ts'

// The lists of the built worker: what a phone fetches and stores for the time without a network.
const client = join(rootDir(), 'dist/client')
const worker = readFileSync(join(client, 'sw.js'), 'utf8')
const [, shell = '', needed = '', later = ''] =
  /"shell":"([^"]+)","needed":\[(.*?)\],"later":\[(.*?)\]/.exec(worker) ?? []
const filesOf = (list: string) => list.match(/\/assets\/[\w.-]+/g) ?? []
const diskBytes = (path: string) => statSync(join(client, path)).size
const wireBytes = (path: string) =>
  existsSync(join(client, `${path}.br`)) ? diskBytes(`${path}.br`) : diskBytes(path)
const sum = (files: readonly string[], bytes: (path: string) => number) =>
  files.reduce((total, path) => total + bytes(path), 0)

const server = testServer()

test('the lists are within the limits of wire and disk, and have no file of staff or of the checkout', () => {
  const [first, rest] = [filesOf(needed), filesOf(later)]
  expect(first.length).toBeGreaterThan(5)
  expect(rest.length).toBeGreaterThan(10)
  const all = [shell, ...first, ...rest]
  expect(new Set(all).size).toBe(all.length)
  expect(sum([shell, ...first], wireBytes)).toBeLessThanOrEqual(OFFLINE_LIMITS.neededWireBytes)
  expect(sum(all, wireBytes)).toBeLessThanOrEqual(OFFLINE_LIMITS.filesWireBytes)
  expect(sum(all, diskBytes)).toBeLessThanOrEqual(OFFLINE_LIMITS.filesDiskBytes)
  for (const path of all)
    expect(readFileSync(join(client, path), 'utf8')).not.toMatch(/\/api\/admin|verify_access_code/)
})

test('the shell is a page of nobody, and the worker may fetch from this server only', async () => {
  const free = await server().as('free')
  const answer = await free.get(shell)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self'/)
  expect(answer.headers.get('account')).toBeNull()
  expect(answer.text).toContain('<div id="root"></div>')
  expect(answer.text).not.toContain('id="answers"')
  const script = await free.get('/sw.js')
  expect(script.headers.get('cache-control')).toBe('public, no-cache')
  expect(script.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
  )
  const off = await server().another({ OFFLINE_APP: 'off' })
  expect((await off.anonymous().get('/sw.js')).text).toContain('unregister')
})
