import { expect, test } from 'vitest'
import { type LockedPackage, packageFaults } from './check-packages.ts'

const good: LockedPackage = { version: '1.0.0', license: 'MIT', integrity: `sha512-${'a'.repeat(86)}==` }
const faults = (change: Partial<LockedPackage>, name = 'some') =>
  packageFaults({ '': {}, [`node_modules/other/node_modules/${name}`]: { ...good, ...change } })

test.each<[string, Partial<LockedPackage>, RegExp]>([
  ['without a hash', { integrity: undefined! }, /no SHA-512/],
  ['with a weak hash', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, /no SHA-512/],
  ['of another registry', { resolved: 'https://npm.example/some.tgz' }, /comes from/],
  ['of a repository', { resolved: 'git+ssh://git@github.com/a/b.git' }, /comes from/],
  ['with a strong copyleft licence', { license: 'AGPL-3.0-only' }, /licence AGPL/],
  ['without a licence', { license: undefined! }, /licence unknown/],
  ['with a licence that others may have', { license: 'LGPL-3.0-or-later' }, /licence LGPL/],
  ['with a script', { hasInstallScript: true }, /runs a script/],
])('refuses a package %s', (_, change, sentence) => {
  expect(faults(change)).toEqual([expect.stringMatching(sentence)])
})

test('accepts packages of the registry with a known licence, hash and script', () => {
  expect(faults({})).toEqual([])
  expect(faults({ resolved: 'https://registry.npmjs.org/some/-/some-1.0.0.tgz' })).toEqual([])
  expect(faults({ license: 'LGPL-3.0-or-later' }, '@img/sharp-libvips-linux-x64')).toEqual([])
  expect(faults({ hasInstallScript: true }, 'esbuild')).toEqual([])
})

test('refuses a lockfile without the packages of a platform', () => {
  const some = { ...good, optionalDependencies: { 'some-linux': '1.0.0', 'some-darwin': '1.0.0' } }
  const linux = { 'node_modules/some': some, 'node_modules/some-linux': good }
  expect(packageFaults(linux)).toEqual([
    'node_modules/some: its optional package some-darwin is not in the lockfile',
  ])
  expect(packageFaults({ ...linux, 'node_modules/some/node_modules/some-darwin': good })).toEqual([])
})
