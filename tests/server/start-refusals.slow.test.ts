import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newDatabase } from '../support/postgres.ts'
import { databaseUrl, freePort, newFolder, runProgram } from '../support/programs.ts'
import { PRODUCTION } from '../support/settings.ts'

// Each program answers an operator's mistake with one sentence that names the setting.
const folder = newFolder()
let database: Awaited<ReturnType<typeof newDatabase>>
let port: number

beforeAll(async () => {
  database = await newDatabase(inject('postgres'))
  port = await freePort()
})
afterAll(async () => {
  await database.drop()
  folder.remove()
})

const file = join(folder.path, 'draws.csv')
writeFileSync(file, 'game,date,serial,date_label,status,w1,w2,w3,w4,w5,m1,m2,m3,m4,m5\n')
const PROGRAMS = {
  server: ['dist/server/main.js'],
  import: ['dist/server/import.js', file],
  promote: ['dist/server/promote.js', 'ada@example.com'],
}

const CASES: [string, RegExp, () => Record<string, string>][] = [
  [
    'a read-only folder',
    /^DATA_DIR: \S+ is not writable \(E[A-Z]+\)$/,
    () => ({ DATA_DIR: join(file, 'data') }),
  ],
  [
    'a database that does not answer',
    /^DATABASE_URL: no connection to 127\.0\.0\.1:\d+ \(connect ECONNREFUSED .*\)$/,
    () => ({ DATA_DIR: folder.path, DATABASE_URL: `postgres://ada:hush@127.0.0.1:${port}/lotto` }),
  ],
  [
    'an owner’s database server that does not answer',
    /^DATABASE_OWNER_URL: no connection to 127\.0\.0\.1:\d+ \(connect ECONNREFUSED .*\)$/,
    () => ({
      DATA_DIR: folder.path,
      ...databaseUrl(database.address),
      DATABASE_OWNER_URL: `postgres://ada:hush@127.0.0.1:${port}/lotto`,
    }),
  ],
  [
    'a missing database',
    /^DATABASE_URL: no connection to \S+ \(database "nothing" does not exist\)$/,
    () => ({
      DATA_DIR: folder.path,
      DATABASE_URL: databaseUrl(database.address).DATABASE_URL!.replace(/lotto_\w+/, 'nothing'),
    }),
  ],
  [
    'demo data in production',
    /^NODE_ENV: this database was created in demo mode and cannot be used in production mode; set DATABASE_URL .*$/,
    () => ({ ...PRODUCTION, DATA_DIR: folder.path, ...databaseUrl(database.address) }),
  ],
]

describe.each(Object.entries(PROGRAMS))('%s', (name, program) => {
  // The commands open the database as the server does.
  const cases = name === 'server' ? CASES : [...CASES.slice(1, 2), ...CASES.slice(-1)]
  test.each(cases)('names the setting for %s', async (_, sentence, environment) => {
    const { code, err } = await runProgram(program, { PORT: String(port), ...environment() })
    const lines = err.split('\n').filter((line) => line.trim() !== '')
    expect(lines).toEqual(['The settings are invalid:', expect.stringMatching(/^ {2}- /)])
    expect(lines[1]!.slice(4)).toMatch(sentence)
    expect(err).not.toContain('hush')
    expect(code).toBe(1)
  })

  test('reports an old Node.js in one sentence before it loads anything', async () => {
    const old = `data:text/javascript,Object.defineProperty(process, 'version', { value: 'v20.20.2' })`
    const { code, out, err } = await runProgram(['--import', old, ...program], { DATA_DIR: folder.path })
    expect([code, out, err.trim()]).toEqual([
      1,
      '',
      'This needs Node.js 24.7 or newer. This is v20.20.2. Start it with npm, which uses the right one, or install it.',
    ])
  })
})
