import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rootDir } from '../../src/server/base/root.ts'

// What the build gives to whom: a player's browser fetches nothing of the staff's screens.
interface Chunk {
  file: string
  imports?: string[]
  isDynamicEntry?: boolean
}
const client = join(rootDir(), 'dist/client')
const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>

const STAFF = /^src\/web\/((\w+\/)?admin|members|audit|draws\/(desk|games))\//

/** A chunk and all that it fetches by itself. */
function withImports(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const next of manifest[name]!.imports ?? []) withImports(next, seen)
  return seen
}

const codeOf = (name: string) => readFileSync(join(client, manifest[name]!.file), 'utf8')
const entry = 'src/web/client.tsx'
const pages = Object.keys(manifest).filter((name) => manifest[name]!.isDynamicEntry)

test('the staff have screens of their own, fetched only when one is opened', () => {
  expect(pages.filter((name) => STAFF.test(name)).length).toBeGreaterThan(3)
  expect([...withImports(entry)].filter((name) => STAFF.test(name))).toEqual([])
})

test.each([entry, ...pages.filter((name) => !STAFF.test(name))])('%s holds no code of the staff', (name) => {
  for (const part of withImports(name)) {
    expect(part).not.toMatch(STAFF)
    expect([part, /\/api\/admin/.exec(codeOf(part))?.[0]]).toEqual([part, undefined])
  }
})

test('the staff calls stand in the staff files, so the search above would find them', () => {
  const staff = pages.filter((name) => STAFF.test(name)).flatMap((name) => [...withImports(name)])
  expect(staff.some((name) => codeOf(name).includes('/api/admin/draws'))).toBe(true)
})

test('the checkout library is fetched by the pay click alone: no screen brings a byte of it', () => {
  const library = pages.filter((name) => name.includes('@paystack/inline-js'))
  expect(library).toHaveLength(1)
  // Its own text is in its own file, and in no other.
  const holding = Object.keys(manifest).filter(
    (name) => manifest[name]!.file.endsWith('.js') && codeOf(name).includes('verify_access_code'),
  )
  expect(holding).toEqual(library)
  for (const name of [entry, ...pages].filter((one) => one !== library[0]))
    expect([...withImports(name)]).not.toContain(library[0])
})
