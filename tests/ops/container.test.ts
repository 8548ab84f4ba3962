// Builds the image of deploy/Dockerfile and runs it. The base images are made of this machine's files, and the packages
// are this clone's: the test downloads nothing. Skipped without buildah (Debian: apt-get install buildah) and root.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { rootDir } from '../../src/platform/server/base/root.ts'
import { fillBuildRoot, fillRuntimeRoot, run } from '../support/base-image.ts'
import { openPort } from '../support/database-port.ts'
import { newDatabase } from '../support/postgres.ts'
import { freePort, launchProgram, newFolder } from '../support/programs.ts'
import { isInstalled } from '../support/proxies.ts'
import { PRODUCTION } from '../support/settings.ts'

const DOCKERFILE = 'deploy/Dockerfile'
const MAX_APP_MB = 220
const canBuild =
  process.getuid?.() === 0 && process.platform === 'linux' && isInstalled({ program: 'buildah' })

/** The process that a chain of starters runs: the last one without a child. Any thread of a starter may be the parent. */
function lastChildOf(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return children.length === 0 ? pid : lastChildOf(Number(children[0]))
}

describe.skipIf(!canBuild)('the image, with buildah installed', () => {
  const work = newFolder()
  const env = { STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' }
  const store = ['--root', join(work.path, 'store'), '--runroot', join(work.path, 'run')]
  const buildah = (...args: string[]) => run('buildah', [...store, ...args], env).trim()
  let container: string

  function makeBase(image: string, fill: (root: string) => void): void {
    const root = join(work.path, image.replace(/\W/g, '-'))
    mkdirSync(root)
    fill(root)
    writeFileSync(`${root}.Dockerfile`, 'FROM scratch\nCOPY . /\nENV PATH=/usr/local/bin:/usr/bin:/bin\n')
    buildah('bud', '--format', 'docker', '--tag', image, '--file', `${root}.Dockerfile`, root)
  }

  beforeAll(() => {
    const [build, runtime] = [...readFileSync(DOCKERFILE, 'utf8').matchAll(/^FROM (\S+)/gm)].map(
      ([, image]) => image!,
    )
    makeBase(`docker.io/library/${build}`, fillBuildRoot)
    makeBase(runtime!, fillRuntimeRoot)
    const packages = ['--volume', `${rootDir()}/node_modules:/build/node_modules`]
    buildah(
      'bud',
      '--pull-never',
      '--format',
      'docker',
      ...packages,
      '--file',
      DOCKERFILE,
      '--tag',
      'app',
      '.',
    )
    container = buildah('from', '--pull-never', 'app')
  }, 300_000)
  afterAll(() => work.remove())

  test('contains only what the server needs, and the server cannot change it', () => {
    const script = `
      const { accessSync, constants, readdirSync, readFileSync, statSync } = require('node:fs')
      const files = readdirSync('/app', { recursive: true, withFileTypes: true }).map((one) => one.parentPath + '/' + one.name)
      const mayWrite = (path) => { try { accessSync(path, constants.W_OK); return true } catch { return false } }
      console.log(JSON.stringify({
        user: process.getuid(),
        megabytes: files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6,
        writable: ['/app', ...files].filter(mayWrite),
        data: mayWrite('/data'),
        listed: JSON.parse(readFileSync('/app/sbom.cdx.json')).components.some(({ name }) => name === 'react'),
        licences: readFileSync('/app/licences.txt', 'utf8').includes('Permission is hereby granted'),
        sources: files.filter((file) => /node_modules\\/(vite|react-dom|node-linux|@embedded)|\\/app\\/src/.test(file)),
      }))`
    const found = JSON.parse(buildah('run', '--user', '65532:65532', container, '--', 'node', '-e', script))
    expect(found).toEqual({
      user: 65532,
      megabytes: expect.any(Number),
      writable: [],
      data: true,
      listed: true,
      licences: true,
      sources: [],
    })
    expect(found.megabytes).toBeLessThan(MAX_APP_MB)
  })

  test('says what it runs, as whom, and how its health is checked', () => {
    const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'app'))
    const { User, Cmd, Volumes, Healthcheck } = Docker.config
    expect({ User, Cmd, Volumes }).toEqual({
      User: '65532:65532',
      Cmd: ['node', '--max-semi-space-size=8', 'dist/server/main.js'],
      Volumes: { '/data': {} },
    })
    expect(Healthcheck.Test[0]).toBe('CMD')
  })

  test('serves in production, is healthy, and stops in order', { timeout: 120_000 }, async () => {
    const database = await newDatabase(inject('postgres'), 'empty')
    const { url, close } = await openPort(database.address)
    const port = String(await freePort())
    const settings = { ...PRODUCTION, PORT: port, DATABASE_URL: url }
    const flags = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
    const { Cmd, Healthcheck } = JSON.parse(buildah('inspect', '--type', 'image', 'app')).Docker.config
    const program = launchProgram({ ...env, PORT: port }, [
      'buildah',
      ...store,
      'run',
      ...flags,
      container,
      '--',
      ...Cmd,
    ])
    await program.ready()
    const checkHealth = () => buildah('run', ...flags, container, '--', ...Healthcheck.Test.slice(1))
    checkHealth()
    const login = await fetch(`${program.url}/login`, { headers: { host: 'lotto.example' } })
    expect(login.status).toBe(421)
    process.kill(lastChildOf(program.child.pid!), 'SIGTERM')
    expect(await program.ended).toEqual({ code: 0, signal: null })
    expect(checkHealth).toThrow()
    await close()
    await database.drop()
  })
})

describe.skipIf(!isInstalled({ program: 'docker-compose' }))(
  'compose.yaml, with docker-compose installed',
  () => {
    test('is accepted with the example of the settings', () => {
      const work = newFolder()
      mkdirSync(join(work.path, 'deploy'))
      for (const [from, to] of [
        ['compose.yaml', 'compose.yaml'],
        ['production.env.example', 'production.env'],
      ])
        writeFileSync(join(work.path, 'deploy', to!), readFileSync(join('deploy', from!)))
      const files = ['--env-file', 'deploy/production.env', '-f', 'deploy/compose.yaml']
      const config = execFileSync('docker-compose', [...files, 'config'], {
        cwd: work.path,
        encoding: 'utf8',
      })
      expect(config).toMatch(/SITE: replace-me\.example/)
      work.remove()
    })
  },
)

describe.skipIf(!existsSync('/usr/bin/systemd-analyze'))(
  'lotto-forecast.service, with systemd installed',
  () => {
    const MOST_EXPOSED = 2
    const unit = 'deploy/lotto-forecast.service'

    test.each([['lotto-forecast.service'], ['lotto-backup.service', 'lotto-backup.timer']])(
      '%s is valid',
      (...units) => {
        const work = newFolder()
        // The check looks for the program, which is not installed here.
        for (const name of units)
          writeFileSync(
            join(work.path, name),
            readFileSync(`deploy/${name}`, 'utf8').replace('/opt/lotto-forecast/bin/node', process.execPath),
          )
        expect(run('sh', ['-c', `cd ${work.path}; systemd-analyze verify ./* 2>&1`])).toBe('')
        work.remove()
      },
    )
    test('isolates the server', () => {
      const text = run('systemd-analyze', ['security', '--offline=true', unit])
      const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(text)!
      expect(Number(exposure)).toBeLessThanOrEqual(MOST_EXPOSED)
    })
  },
)
