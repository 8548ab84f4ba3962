// The alert rules, by the program of Prometheus that checks and tests them.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rootDir } from '../../src/platform/server/base/root.ts'

const promtool = (...args: string[]) => {
  const cwd = join(rootDir(), 'deploy/prometheus')
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { cwd, encoding: 'utf8' })
  return { status, text: `${stdout}${stderr}`, error }
}

describe.skipIf(promtool('--version').error)('with promtool installed', () => {
  test('the rules are valid', () => {
    const { status, text } = promtool('check', 'rules', 'alerts.yml')
    expect(status, text).toBe(0)
  })

  test('each rule fires when it should, and not before', () => {
    const { status, text } = promtool('test', 'rules', 'alerts.test.yml')
    expect(status, text).toBe(0)
  })
})
