import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { rootDir } from '../../src/platform/server/base/root.ts'
import { runProgram } from '../support/programs.ts'

// The built renderer in a separate process, whose heap holds nothing else.
const folder = mkdtempSync(join(tmpdir(), 'lotto-render-'))
afterAll(() => rmSync(folder, { recursive: true }))

const RENDERS = 8000
/** Keeping one map entry with the address per render would take more than 3 MB. */
const MAX_GROWTH_BYTES = 1_000_000

const program = `
  const { renderPage, callsOf, findPage } = await import(${JSON.stringify(pathToFileURL(join(rootDir(), 'dist/render/render.js')).href)})
  const me = { uid: 'u', username: 'Ada', email: 'ada@lotto.test', emailVerified: true, role: 'user', admin: false,
    subscription: 'free', subscriptionExpiry: null, daysLeft: null, ageConfirmed: true }
  const path = '/dashboard/ai'
  async function render(i) {
    const url = new URL(path, 'http://localhost')
    url.searchParams.set('question', 'where did ' + i + ' come ' + 'x'.repeat(250))
    const calls = await callsOf(findPage(path), url, true)
    const answers = { now: 1e12, calls: {} }
    for (const address of calls)
      answers.calls[address] = address === '/api/me' ? { status: 200, body: me }
        : address.startsWith('/api/assistant') ? { status: 200, body: { message: '', suggestions: [], examples: [],
            things: [], sample: false, record: { draws: 0, from: null, to: null } } }
        : { status: 503, body: {} }
    const html = await renderPage(path + url.search, answers)
    if (!html.includes('where did ' + i)) throw new Error('The page does not show its question: ' + html.slice(0, 500))
  }
  async function heap() {
    for (let i = 0; i < 4; i++) { gc(); await new Promise((resolve) => setTimeout(resolve, 50)) }
    return process.memoryUsage().heapUsed
  }
  for (let i = 0; i < 1000; i++) await render(i)
  const before = await heap()
  for (let i = 0; i < ${RENDERS}; i++) await render(1000 + i)
  process.stdout.write(String((await heap()) - before))`

test('the heap does not grow over renders of 8,000 different addresses', async () => {
  const file = join(folder, 'render.mjs')
  writeFileSync(file, program)
  const { code, out, err } = await runProgram(['--expose-gc', file])
  expect([code, err]).toEqual([0, ''])
  expect(Number(out)).toBeLessThan(MAX_GROWTH_BYTES)
})
