// Copies everything that a production server needs into a new folder: the built files, the packages outside the bundle,
// and Node itself, with a bill of materials and the licences. The folder needs no installation and a tenth of the disk of node_modules.
//   npm run package -- FOLDER
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { EXTERNALS } from './externals.ts'
import { billOfMaterials, licences } from './licences.ts'

const FILES = ['dist', 'fonts', 'migrations', 'package.json']
/** Types, and source maps of other authors' code. */
const NOT_NEEDED = /node_modules\/@types(\/|$)|\.d\.[cm]?ts$|node_modules\/.*\.map$/

/** Finds a package as Node does, from a folder upwards. @returns its path, or null for an optional one of another system */
function find(name: string, from: string): string | null {
  const path = join(from, 'node_modules', name)
  if (existsSync(join(path, 'package.json'))) return path
  return from === '.' ? null : find(name, dirname(from))
}

/** The paths of the packages and of everything that they depend on. */
function closure(names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const add = (name: string, from: string) => {
    const path = find(name, from)
    if (path === null || found.has(path)) return
    found.add(path)
    const { dependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(path, 'package.json'), 'utf8'),
    ) as Record<'dependencies' | 'optionalDependencies', object | undefined>
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) add(next, path)
  }
  for (const name of names) add(name, '.')
  return found
}

const [folder] = process.argv.slice(2)
if (folder === undefined || existsSync(folder)) {
  console.error('Usage: npm run package -- FOLDER (a new folder)')
  process.exit(1)
}
const target = resolve(folder)
for (const file of FILES) cpSync(file, join(target, file), { recursive: true })
for (const path of closure(EXTERNALS)) {
  // A nested node_modules has its own entries.
  const isOwn = (file: string) => !file.slice(path.length).includes('node_modules') && !NOT_NEEDED.test(file)
  cpSync(path, join(target, path), { recursive: true, filter: isOwn })
}
cpSync(process.execPath, join(target, 'bin/node'))
cpSync('deploy/lotto-forecast', join(target, 'bin/lotto-forecast'))
writeFileSync(join(target, 'sbom.cdx.json'), billOfMaterials())
writeFileSync(join(target, 'licences.txt'), licences())
console.log(
  `Packed into ${target}. Start it with MALLOC_ARENA_MAX=1 bin/node --max-semi-space-size=8 dist/server/main.js.`,
)
