import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rootDir } from '../src/platform/server/base/root.ts'

const page = readFileSync(join(rootDir(), 'docs/security.md'), 'utf8')

/** The file names in backticks. */
const filesIn = (text: string) =>
  [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|json|md|yaml))`/g)].map(([, file]) => file!)

/** The anchors of the page's headings. */
const anchors = new Set(
  [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!.toLowerCase().replaceAll(' ', '-')),
)

test('the page names only files and sections that exist', () => {
  const missing = filesIn(page).filter((file) => !existsSync(join(rootDir(), file)))
  expect(missing).toEqual([])
  const linked = Array.from(page.matchAll(/\]\(#([\w-]+)\)/g), ([, anchor]) => anchor!)
  expect(linked.filter((anchor) => !anchors.has(anchor))).toEqual([])
})
