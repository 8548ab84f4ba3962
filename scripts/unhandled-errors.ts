import { writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'

/**
 * A Vitest reporter that writes what Vitest's JSON report leaves out: errors outside every test, such as an unhandled
 * rejection, and files that never finished, such as those of a worker that died. `scripts/test.ts` lists them at the end.
 */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env.UNHANDLED_ERRORS_FILE
    if (!file) throw new Error('UNHANDLED_ERRORS_FILE is not set')
    const unfinished = modules
      .filter((module) => module.state() === 'pending' || module.state() === 'queued')
      .map((module) => `${module.moduleId} did not finish`)
    writeFileSync(file, JSON.stringify([...errors.map(described), ...unfinished]))
  }
}

function described({ name, message, stack, cause, VITEST_TEST_PATH: path }: SerializedError): string {
  const near = typeof path === 'string' ? `, near ${path}` : ''
  const because = cause ? `\nCaused by: ${cause.message}` : ''
  return `Outside every test${near}: ${stack ?? `${name}: ${message}`}${because}`
}
