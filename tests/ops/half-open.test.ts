// Phones that vanish without a word: their connections stay open and acknowledge nothing. Needs Linux with private network
// namespaces; skipped elsewhere.
import { spawn, spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newDatabase } from '../support/postgres.ts'
import { databaseUrl, newFolder } from '../support/programs.ts'

const STREAMS = 1000
/** The command that runs another one in a private network namespace; null where the machine may not make one. */
const inNamespace = [
  ['unshare', '-n'],
  ['unshare', '-r', '-n'],
].find(([program, ...args]) => spawnSync(program!, [...args, 'ip', 'link', 'set', 'lo', 'up']).status === 0)

// NET-06
describe.skipIf(!inNamespace)('with private network namespaces (unshare -n and ip)', () => {
  const folder = newFolder()
  let database: Awaited<ReturnType<typeof newDatabase>>
  beforeAll(async () => {
    database = await newDatabase(inject('postgres'))
  })
  afterAll(async () => {
    await database.drop()
    folder.remove()
  })

  test(
    `${STREAMS} streams that acknowledge nothing are gone within a minute`,
    { timeout: 300_000 },
    async () => {
      const { DATABASE_URL: url } = databaseUrl(database.address)
      const [program, ...args] = [...inNamespace!, process.execPath, 'tests/ops/half-open-streams.ts']
      const child = spawn(program, [...args, url!, folder.path, String(STREAMS)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let out = ''
      child.stdout.on('data', (text: Buffer) => (out += text.toString()))
      const code = await new Promise((resolve) => child.on('close', resolve))
      expect(code).toBe(0)
      const { opened, left, seconds } = JSON.parse(out) as { opened: number; left: number; seconds: number }
      expect({ opened, left }).toEqual({ opened: STREAMS, left: 0 })
      // The kernel alone would keep them for a quarter of an hour.
      expect(seconds).toBeLessThanOrEqual(60)
    },
  )
})
