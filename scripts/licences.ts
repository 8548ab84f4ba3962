// What is inside a release: a software bill of materials, and the licence texts that must travel with the packages.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLockfile } from './check-packages.ts'

const TEXTS = /^(licen[cs]e|copying|notice)(\.|-|$)/i

/** The bill of materials of everything but the development's packages, as CycloneDX 1.5. @throws Error with npm's message */
export function billOfMaterials(): string {
  const flags = ['--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
  const { status, stdout, stderr } = spawnSync('npm', ['sbom', ...flags], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) throw new Error(`npm sbom failed:\n${stderr}`)
  return stdout
}

/** Name, version, licence and licence texts of every installed package but those of the development. */
export function licences(): string {
  const parts = Object.entries(readLockfile()).flatMap(([path, { version, license, dev }]) => {
    if (path === '' || dev || !existsSync(path)) return []
    const title = `${path.replace(/^.*node_modules\//, '')} ${version}: ${license}`
    const texts = readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isFile() && TEXTS.test(entry.name))
      .map(({ name }) => readFileSync(join(path, name), 'utf8').trim())
    return [[title, ...texts].join('\n\n')]
  })
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
