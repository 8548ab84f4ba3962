// The alert rules name metrics that the server has, and the handbook explains each alert. tests/ops/alerts.test.ts runs
// the rules themselves.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { CONTROL_FIGURES, controlLine } from '../../rules/metrics/control-room.ts'
import { testServer } from '../../../../tests/support/test-server.ts'
import { rootDir } from '../../../platform/server/base/root.ts'

const TOKEN = 'a-token-of-tests-012345'
const server = testServer({ settings: { METRICS_TOKEN: TOKEN } })
const read = (path: string) => readFileSync(join(rootDir(), path), 'utf8')

const { groups } = parse(read('deploy/prometheus/alerts.yml')) as {
  groups: { rules: { alert: string; expr: string }[] }[]
}
const rules = groups.flatMap((group) => group.rules)

test('every metric of the rules exists', async () => {
  const { text } = await server()
    .anonymous()
    .get('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
  const known = new Set(Array.from(text.matchAll(/^# HELP (\S+)/gm), ([, name]) => name!))
  const used = rules.flatMap(({ expr }) => expr.match(/\b(lotto|nodejs|process)_\w+/g) ?? [])
  expect(used.length).toBeGreaterThanOrEqual(rules.length - 1)
  expect(used.filter((name) => !known.has(name.replace(/_(bucket|count)$/, '')))).toEqual([])
})

test('the control room checks the same limits', () => {
  const alerted = CONTROL_FIGURES.filter((figure) => controlLine(figure).alert)
  expect(alerted).toHaveLength(9)
  for (const metric of alerted) {
    const { alert, most } = controlLine(metric)
    const { expr } = rules.find((rule) => rule.alert === alert)!
    expect([alert, expr.replace('== 1', '> 0')]).toEqual([alert, `max(${metric}) > ${most}`])
  }
})

test('docs/operations.md says for every alert what to do', () => {
  const [, section = ''] = read('docs/operations.md').split('\n## Alerts\n')
  const [own = ''] = section.split('\n## ')
  const explained = Array.from(own.matchAll(/^### (\S+)$/gm), ([, name]) => name!)
  expect(explained.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
})
