import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rootDir } from '../src/platform/server/base/root.ts'

// docs/faults.md explains the ids that tests and comments carry, such as the one of a full disk.
const FAULT_ID = /\b(?:CHAOS|(?:AUTH|AUTHZ|DATA|DB|EXP|IMG|INJ|LOAD|NET|PAY)-\d\d)\b/g

const read = (file: string) => readFileSync(join(rootDir(), file), 'utf8')
/** The files of the project that carry each id. */
const filesOf = new Map<string, string[]>()
for (const file of execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: rootDir(),
  encoding: 'utf8',
}).split('\n')) {
  if (!/\.(?:tsx?|mjs|md|sql)$/.test(file) || !existsSync(join(rootDir(), file))) continue
  for (const [id] of read(file).matchAll(FAULT_ID)) filesOf.set(id, [...(filesOf.get(id) ?? []), file])
}
/** `- **ID** fault: guard` */
const ids = Array.from(read('docs/faults.md').matchAll(/^- \*\*([A-Z\d-]+)\*\* .+?: .+$/gm), ([, id]) => id!)

test('each fault is listed once, with its guard', () => {
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
  expect(ids.length).toBeGreaterThan(30)
})

test.each(ids)('a test carries %s', (id) => {
  const tests = filesOf.get(id)!.filter((file) => /\.(?:test|spec)\.ts$|^tests\/long\//.test(file))
  expect(tests).not.toEqual([])
})

test('every id in the project is listed', () => {
  expect([...filesOf.keys()].filter((id) => !ids.includes(id))).toEqual([])
})
