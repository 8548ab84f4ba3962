import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rootDir } from '../../src/server/base/root.ts'

// A player's browser fetches no code of the staff's screens.
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

/** A chunk and everything that it imports statically. */
function withImports(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const next of manifest[name]!.imports ?? []) withImports(next, seen)
  return seen
}

const codeOf = (name: string) => readFileSync(join(client, manifest[name]!.file), 'utf8')
const door = 'src/web/door-client.tsx'
const entry = 'src/web/client.tsx'
const pages = Object.keys(manifest).filter((name) => manifest[name]!.isDynamicEntry)

test('staff screens are fetched only when they are opened', () => {
  expect(pages.filter((name) => STAFF.test(name)).length).toBeGreaterThan(3)
  expect([...withImports(entry)].filter((name) => STAFF.test(name))).toEqual([])
})

test.each([door, entry, ...pages.filter((name) => !STAFF.test(name))])(
  '%s contains no staff code',
  (name) => {
    for (const part of withImports(name)) {
      expect(part).not.toMatch(STAFF)
      expect([part, /\/api\/admin|admin-layout/.exec(codeOf(part))?.[0]]).toEqual([part, undefined])
    }
  },
)

test('the pages of the door fetch no data fetching and no code of the app', () => {
  const waysIn = pages.filter((name) => /^src\/web\/(accounts|site)\/[\w-]+-page\.tsx$/.test(name))
  expect(waysIn.length).toBeGreaterThan(7)
  const files = new Set([door, ...waysIn].flatMap((name) => [...withImports(name)]))
  expect([...files]).not.toContain(entry)
  const holding = (names: Iterable<string>) =>
    [...names].filter((name) => codeOf(name).includes('visibilitychange'))
  expect(holding(withImports(entry))).not.toEqual([])
  expect(holding(files)).toEqual([])
})

test('staff files contain staff calls, so the search above would find them', () => {
  const staff = pages.filter((name) => STAFF.test(name)).flatMap((name) => [...withImports(name)])
  expect(staff.some((name) => codeOf(name).includes('/api/admin/draws'))).toBe(true)
  expect(codeOf('src/web/staff-client.tsx')).toContain('admin-layout')
})

test('only the pay click fetches the checkout library', () => {
  const library = pages.filter((name) => name.includes('@paystack/inline-js'))
  expect(library).toHaveLength(1)
  // Its code is in its own file only.
  const holding = Object.keys(manifest).filter(
    (name) => manifest[name]!.file.endsWith('.js') && codeOf(name).includes('verify_access_code'),
  )
  expect(holding).toEqual(library)
  for (const name of [door, entry, ...pages].filter((one) => one !== library[0]))
    expect([...withImports(name)]).not.toContain(library[0])
})
