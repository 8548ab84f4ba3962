import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rootDir } from '../src/server/base/root.ts'

// docs/faults.md explains the ids that tests and comments carry, such as the one of a full disk.
const FAULT_ID = /\b(?:CHAOS|(?:AUTH|AUTHZ|DATA|DB|EXP|IMG|INJ|LOAD|NET|PAY)-\d\d)\b/g

const read = (file: string) => readFileSync(join(rootDir(), file), 'utf8')
/** `- **ID** fault: guard (tests)` */
const ROW = /^- \*\*([A-Z\d-]+)\*\* (.+?): (.+) \((`.+`)\)$/gm
const rows = Array.from(read('docs/faults.md').matchAll(ROW), ([, id, fault, guard, tests]) => ({
  id: id!,
  fault: fault!,
  guard: guard!,
  tests: [...tests!.matchAll(/`([^`]+)`/g)].map(([, file]) => file!),
}))
const ids = rows.map(({ id }) => id)

test('each fault is listed once', () => {
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
  expect(ids.length).toBeGreaterThan(30)
})

test.each(rows)(
  '$id has a description, a guard and tests that carry the id',
  ({ id, fault, guard, tests }) => {
    expect([fault, guard]).not.toContain('')
    expect(tests).not.toEqual([])
    const missing = tests.filter((file) => !existsSync(join(rootDir(), file)) || !read(file).includes(id))
    expect(missing).toEqual([])
  },
)

test('every id in code, tests and docs is listed', () => {
  const folders = ['src', 'tests', 'scripts', 'bench', 'docs', 'README.md']
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...folders], {
    cwd: rootDir(),
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(?:tsx?|mjs|md|sql)$/.test(file) && existsSync(join(rootDir(), file)))
  const unknown = files.flatMap((file) =>
    [...read(file).matchAll(FAULT_ID)].filter(([id]) => !ids.includes(id)).map(([id]) => `${file}: ${id}`),
  )
  expect(unknown).toEqual([])
})
