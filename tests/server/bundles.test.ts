import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modulesOf } from '../../scripts/chunks.ts'
import { FILE_LIST, type FileList } from '../../scripts/files.ts'
import { areaOf } from '../../src/platform/rules/access/page-access.ts'
import { rootDir } from '../../src/platform/server/base/root.ts'
import { fileOfPage, PAGES } from '../../src/app/web/pages.ts'

// A browser fetches no code of pages that its visitor may not see.
const client = join(rootDir(), 'dist/client')
const { pages, modules } = JSON.parse(readFileSync(join(client, FILE_LIST), 'utf8')) as FileList
const codeOf = (address: string) => readFileSync(join(client, address), 'utf8')
const rows = PAGES.filter(({ script }) => script)

const STAFF =
  /^src\/(\w+\/web\/admin|people\/web\/(staff|members)|operation\/web\/(audit|start|status)|draws\/web\/(desk|games))\//

test('every page of the table has a module, and every module of a page has a row', () => {
  const named = PAGES.flatMap(modulesOf)
  expect(named.filter((path) => !existsSync(path))).toEqual([])
  const written = globSync(join(rootDir(), 'src/*/web/**/*-{page,static,layout}.tsx'))
  expect(new Set(named)).toEqual(new Set(written))
})

test.each(rows.filter(({ access }) => areaOf(access) !== 'staff'))('$path loads no staff code', (row) => {
  const files = pages[row.module]!
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) {
    expect([file, modules[file]!.filter((module) => STAFF.test(module))]).toEqual([file, []])
    expect([file, /\/api\/admin/.exec(codeOf(file))?.[0]]).toEqual([file, undefined])
  }
})

test('staff files contain staff calls, so the search above would find them', () => {
  const files = rows.flatMap(({ access, module }) => (areaOf(access) === 'staff' ? pages[module]! : []))
  expect(files.some((file) => codeOf(file).includes('/api/admin/draws'))).toBe(true)
})

test('the login loads no frame of players, and the browser gets no page without script', () => {
  const built = Object.values(modules).flat()
  expect(pages['people/login']!.flatMap((file) => modules[file]!)).not.toContain(
    'src/app/web/layout/dashboard-layout.tsx',
  )
  for (const row of PAGES.filter(({ script }) => !script))
    expect(built).not.toContain(`src/${fileOfPage(row)}`)
})
