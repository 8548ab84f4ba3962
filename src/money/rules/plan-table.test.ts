import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

// The domain with one more row in its plan table, between Basic and Pro, and nothing else changed.
const folder = mkdtempSync(join(tmpdir(), 'lotto-plans-'))
afterAll(() => rmSync(folder, { recursive: true }))

beforeAll(() => {
  cpSync(join(import.meta.dirname, '../..'), join(folder, 'src'), {
    recursive: true,
    filter: (path) => !/[/](?:server|web)$/.test(path),
  })
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const file = join(folder, 'src/platform/rules/access/plans.ts')
  const text = readFileSync(file, 'utf8')
  const plus = `  plus: { name: 'Plus', kobo: 1, per: 'month', months: 1, contents: [], button: '' },\n`
  const changed = text.replace(/^ {2}pro: \{/m, `${plus}  pro: {`)
  expect(changed).not.toBe(text)
  writeFileSync(file, changed)
})

test('a plan that is added to the table is in its place, and opens what the plans before it open and nothing else', () => {
  const code = `
    const plans = await import(${JSON.stringify(join(folder, 'src/platform/rules/access/plans.ts'))})
    const { layOut } = await import(${JSON.stringify(join(folder, 'src/money/rules/grants.ts'))})
    const now = Date.parse('2026-11-20T12:00:00+01:00')
    const grant = (plan, id) => ({ id, plan, length: { months: 1 }, paidAt: now - 1000 })
    const held = (...names) => plans.entitlement(layOut(names.map(grant), []), now).plan
    const opens = (feature) => plans.opens({ plan: 'plus', role: 'user' }, feature)
    process.stdout.write(JSON.stringify({
      held: [held('plus'), held('basic', 'plus'), held('plus', 'basic'), held('plus', 'pro'), held('pro')],
      keys: [plans.PLAN_KEYS, plans.PAID_PLANS],
      opens: [opens('assistant'), opens('frequent-numbers'), opens('prediction')],
    }))`
  const node = join(import.meta.dirname, '../../../node_modules/.bin/node')
  const found = execFileSync(node, ['--input-type=module', '-e', code], { encoding: 'utf8' })
  expect(JSON.parse(found)).toEqual({
    held: ['plus', 'plus', 'plus', 'pro', 'pro'],
    keys: [
      ['free', 'basic', 'plus', 'pro'],
      ['basic', 'plus', 'pro'],
    ],
    opens: [true, true, false],
  })
})
