import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OUR_WORDS } from '../src/server/accounts/password.ts'
import { rootDir } from '../src/server/base/root.ts'
import { ASVS_IDS } from '../tests/support/asvs-ids.ts'

// Checks the claims of the security pages: every requirement, every file.
const read = (page: string) => readFileSync(join(rootDir(), 'docs', page), 'utf8')
const page = read('security.md')
const requirements = read('security-requirements.md')

/** The cells of every table row. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
const rows = rowsOf(requirements)
  .filter(([first]) => /^\d/.test(first!))
  .map(([ids, answer, how, where]) => ({ ids: ids!.split(', '), answer: answer!, how: how!, where: where! }))

/** The file names in backticks. */
const filesIn = (text: string) =>
  [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|json|md|yaml))`/g)].map(([, file]) => file!)

/** The anchors of the page's headings. */
const anchors = new Set(
  [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!.toLowerCase().replaceAll(' ', '-')),
)

describe('the page of requirements', () => {
  test('answers each requirement exactly once', () => {
    const answered = rows.flatMap(({ ids }) => ids)
    expect(answered.filter((id, i) => answered.indexOf(id) !== i)).toEqual([])
    expect(ASVS_IDS.filter((id) => !answered.includes(id))).toEqual([])
    expect(answered.filter((id) => !ASVS_IDS.includes(id))).toEqual([])
    expect(answered).toHaveLength(204)
  })

  test.each(rows)('$ids: says whether it is met, how, and where', ({ answer, how, where }) => {
    expect(['met', '**not met**', 'not applicable']).toContain(answer)
    expect(how).not.toBe('')
    if (answer === 'met') expect(filesIn(where)).not.toEqual([])
    if (answer === '**not met**') expect(how).toMatch(/Instead: |because /)
  })

  test('lists the requirements in order', () => {
    expect(rows.flatMap(({ ids }) => ids)).toEqual([...ASVS_IDS])
  })
})

test.each([
  ['security.md', page],
  ['security-requirements.md', requirements],
])('%s names only files and sections that exist', (_, text) => {
  const missing = filesIn(text).filter(
    (file) => !existsSync(join(rootDir(), file)) && !existsSync(join(rootDir(), 'src/server', file)),
  )
  expect(missing).toEqual([])
  const linked = [...text.matchAll(/\]\((?:security\.md)?#([\w-]+)\)/g)].map(([, anchor]) => anchor!)
  expect(linked.filter((anchor) => !anchors.has(anchor))).toEqual([])
})

test('the refused password words are those of the code', () => {
  const [, words] = /consists only of digits and these words: ([\s\S]*?), and the person/.exec(page)!
  expect([...words!.matchAll(/`(\w+)`/g)].map(([, word]) => word)).toEqual(OUR_WORDS)
})
