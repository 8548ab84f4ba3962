// The stamps of the record with the real openssl: it verifies those of the stand-ins, and stamps the record itself.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFolder } from '../support/programs.ts'
import { isInstalled } from '../support/proxies.ts'
import { testServer } from '../support/test-server.ts'

const isComplete = isInstalled({ program: 'openssl' })
if (!isComplete) console.warn('openssl is not installed, so the stamps are not checked with it.')

const CONFIG = `[tsa]
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
certs = openssl.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
[leaf]
extendedKeyUsage = critical, timeStamping
`

describe.skipIf(!isComplete)('a stranger with openssl', () => {
  const folder = newFolder()
  const at = (name: string) => join(folder.path, name)
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder.path, stdio: ['ignore', 'pipe', 'pipe'] })
  const server = testServer({ standIns: true })
  const authority = createServer((request, response) => {
    void buffer(request).then((query) => {
      writeFileSync(at('query'), query)
      openssl('ts', '-reply', '-config', 'tsa.cnf', '-section', 'tsa', '-queryfile', 'query', '-out', 'reply')
      response.setHeader('content-type', 'application/timestamp-reply').end(readFileSync(at('reply')))
    })
  })

  beforeAll(async () => {
    writeFileSync(at('tsa.cnf'), CONFIG)
    writeFileSync(at('serial'), '01\n')
    const key = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${name}`]
    openssl('req', '-x509', ...key('root'), '-keyout', 'ca.key', '-out', 'openssl.pem')
    openssl('req', ...key('clock'), '-keyout', 'tsa.key', '-out', 'tsa.csr')
    const signed = ['-CA', 'openssl.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extensions', 'leaf']
    openssl('x509', '-req', '-in', 'tsa.csr', ...signed, '-extfile', 'tsa.cnf', '-out', 'tsa.pem')
    await new Promise<void>((resolve) => authority.listen(0, '127.0.0.1', resolve))
    const admin = await server().as('admin')
    const forecast = { gameName: 'Diamond', numbers: '7, 42' }
    expect((await admin.post('/api/admin/predictions', forecast)).status).toBe(201)
    await server().runJobs()
    const other = await server().another({
      TIMESTAMP_URLS: `openssl=http://127.0.0.1:${(authority.address() as AddressInfo).port}`,
      TIMESTAMP_ROOTS: folder.path,
    })
    await other.sweep()
    await other.stop({ lingerMs: 0 })
    for (const { name, roots } of server().services.settings.timestamps.authorities)
      writeFileSync(at(`${name}.pem`), roots)
  })
  afterAll(() => {
    authority.close()
    folder.remove()
  })

  /** The command of the page, and its status. */
  function verify(size: number, name: string, record: string) {
    writeFileSync(at('record.jsonl'), record)
    const command = `head -n ${size} record.jsonl | openssl ts -verify -data /dev/stdin -in ${size}-${name}.tsr -CAfile ${name}.pem`
    return spawnSync('sh', ['-c', command], { cwd: folder.path }).status
  }

  test.each(['standin1', 'standin2', 'openssl'])('verifies what %s stamped', async (name) => {
    const [stamp] = await server().rows<{ size: number; token: Buffer }>`
      select size, token from log_stamps where authority = ${name}`
    const { size, token } = stamp!
    writeFileSync(at(`${size}-${name}.tsr`), token)
    const record = (await server().anonymous().get('/log/1/record.jsonl')).text
    expect(record.split('\n')).toHaveLength(size + 1)
    expect(verify(size, name, record)).toBe(0)
    expect(verify(size, name, record.replace('"version"', '"Version"'))).not.toBe(0)
  })
})
