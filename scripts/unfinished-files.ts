import { writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'

/** What Vitest's JSON report leaves out. */
export interface Unreported {
  /** Errors outside every test, such as an unhandled rejection. */
  errors: string[]
  /** The end of worker processes, such as a crash of native code. */
  deaths: string[]
  /** The paths of the test files that did not finish because of it. */
  unfinished: string[]
}

/** A Vitest reporter that writes `Unreported` as JSON to the file in `UNREPORTED_FILE`. `scripts/test.ts` reads it. */
export default class UnfinishedFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env.UNREPORTED_FILE
    if (!file) throw new Error('UNREPORTED_FILE is not set')
    const unreported: Unreported = {
      errors: errors.filter((error) => !isDeath(error)).map(described),
      deaths: errors.filter(isDeath).map(({ cause }) => cause!.message),
      unfinished: modules
        .filter((module) => ['pending', 'queued'].includes(module.state()))
        .map(({ moduleId }) => moduleId),
    }
    writeFileSync(file, JSON.stringify(unreported))
  }
}

/** Vitest states the exit code or the signal of a dead worker in this sentence. */
const isDeath = ({ cause }: SerializedError) =>
  cause?.message.startsWith('Worker exited unexpectedly') === true

function described({ name, message, stack, VITEST_TEST_PATH: path }: SerializedError): string {
  const near = typeof path === 'string' ? `, near ${path}` : ''
  return `Outside every test${near}: ${stack ?? `${name}: ${message}`}`
}
