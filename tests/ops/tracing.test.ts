// Traces, with the packages of deploy/tracing installed. A collector receives what the server exports.
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rootDir } from '../../src/platform/server/base/root.ts'
import { newFolder, type ServerProgram, startProgram } from '../support/programs.ts'

const folder = join(rootDir(), 'deploy/tracing')

describe.skipIf(!existsSync(join(folder, 'node_modules')))('with the packages of deploy/tracing', () => {
  let exported = ''
  const collector = createServer((request, response) => {
    void text(request).then((body) => {
      exported += body
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  const data = newFolder()
  let program: ServerProgram

  beforeAll(async () => {
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
    program = await startProgram({
      DATA_DIR: data.path,
      NODE_OPTIONS: `--import ${join(folder, 'tracing.mjs')}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_SERVICE_NAME: 'lotto-forecast',
      OTEL_TRACES_SAMPLER_ARG: '1',
    })
  })
  afterAll(async () => {
    program.child.kill('SIGTERM')
    await program.ended
    collector.close()
    data.remove()
  })

  test('exports requests and their statements, without queries of addresses and without health checks', async () => {
    await fetch(`${program.url}/readyz`)
    await fetch(`${program.url}/reset-password?token=canary-token`)
    const path = (value: string) => `"key":"url.path","value":{"stringValue":"${value}"}`
    await expect.poll(() => exported, { timeout: 20_000 }).toContain(path('/reset-password'))
    expect(exported).toContain('"key":"db.query.text"')
    expect(exported).not.toContain('canary')
    expect(exported).not.toContain(path('/readyz'))
    for (const key of ['url.query', 'client.address', 'network.peer.address'])
      expect(exported).not.toContain(`"key":"${key}"`)
  })
})
