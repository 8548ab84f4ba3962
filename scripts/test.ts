// Runs all checks and tests and ends with one line of counts. `--long` adds the long tests in full. `--fast` runs only the
// rules and the server, without the slow files below.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check } from './check.ts'

interface Counts {
  passed: number
  failed: number
  skipped: number
}

const reports = mkdtempSync(join(tmpdir(), 'lotto-reports-'))
const counts: Counts = { passed: 0, failed: 0, skipped: 0 }

function add({ passed, failed, skipped }: Counts): void {
  counts.passed += passed
  counts.failed += failed
  counts.skipped += skipped
}

function run(command: string, args: string[], env: Record<string, string> = {}): number {
  console.log(`\n> ${command} ${args.join(' ')}\n`)
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1
}

/** Reads a step's report. A step without a report counts as one failure. */
function read(report: string, status: number, count: (report: unknown) => Counts): Counts {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }
  const result = count(JSON.parse(readFileSync(report, 'utf8')))
  return status !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result
}

function vitest(name: string, args: string[], env: Record<string, string> = {}): void {
  const report = join(reports, `${name}.json`)
  const status = run(
    'vitest',
    ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    env,
  )
  add(
    read(report, status, (json) => {
      const result = json as Record<
        'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests',
        number
      >
      return {
        passed: result.numPassedTests,
        failed: result.numFailedTests,
        skipped: result.numPendingTests + result.numTodoTests,
      }
    }),
  )
}

function playwright(): void {
  const report = join(reports, 'browser.json')
  const status = run('playwright', ['test'], { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  add(
    read(report, status, (json) => {
      const { stats } = json as { stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> }
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
    }),
  )
}

function script(file: string): void {
  const failed = run('node', [file]) === 0 ? 0 : 1
  add({ passed: 1 - failed, failed, skipped: 0 })
}

/** Whole processes, attacks with thousands of attempts, every call with every malformed request, and other slow files. */
const LEFT_OUT_OF_FAST = [
  'src/server/accounts/enumeration.test.ts',
  'src/server/accounts/google-sign-in.test.ts',
  'src/server/accounts/hostile-input.test.ts',
  'src/server/accounts/limits.test.ts',
  'src/server/accounts/mailed-links.test.ts',
  'src/server/accounts/second-factor.test.ts',
  'src/server/billing/payments/compare-payments.test.ts',
  'src/server/billing/payments/reversed.test.ts',
  'src/server/billing/sweep.test.ts',
  'src/server/db/embedded.test.ts',
  'src/server/db/migrate.test.ts',
  'src/server/images/images.test.ts',
  'src/server/mail/send-mail.test.ts',
  'src/server/stand-ins.test.ts',
  'tests/server/admin-factor.test.ts',
  'tests/server/bad-requests.test.ts',
  'tests/server/cross-site.test.ts',
  'tests/server/database-away.test.ts',
  'tests/server/guards.test.ts',
  'tests/server/import-command.test.ts',
  'tests/server/kill.test.ts',
  'tests/server/logs.test.ts',
  'tests/server/payment-kill.test.ts',
  'tests/server/payment-simulation.test.ts',
  'tests/server/payment-storm.test.ts',
  'tests/server/payments-sandbox.test.ts',
  'tests/server/promote-command.test.ts',
  'tests/server/render-memory.test.ts',
  'tests/server/slow-clients.test.ts',
  'tests/server/start-refusals.test.ts',
  'tests/server/stop.test.ts',
]

function fast(): void {
  const moved = LEFT_OUT_OF_FAST.filter((file) => !existsSync(file))
  if (moved.length > 0) throw new Error(`LEFT_OUT_OF_FAST names missing files: ${moved.join(', ')}`)
  const excluded = LEFT_OUT_OF_FAST.map((file) => `--exclude=${file}`)
  vitest('fast', ['--project', 'unit', '--project', 'server', ...excluded], { TEST_DATABASE_URL: '' })
}

const LONG = [
  'tests/long/kill.ts',
  'tests/long/sweep.ts',
  'tests/long/storm-payments.ts',
  'tests/long/simulate-payments.ts',
]

async function all(): Promise<void> {
  const complaints = await check()
  add({ passed: complaints.length === 0 ? 1 : 0, failed: complaints.length, skipped: 0 })
  vitest('vitest', ['--project', 'unit', '--project', 'server'], { TEST_DATABASE_URL: '' })
  if (process.env.TEST_DATABASE_URL) vitest('server-elsewhere', ['--project', 'server'])
  playwright()
  if (process.argv.includes('--long')) for (const file of LONG) script(file)
}

await (process.argv.includes('--fast') ? fast() : all())
rmSync(reports, { recursive: true, force: true })

const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
console.log(`\n${counts.passed} passed, ${counts.failed} failed${skipped}`)
process.exitCode = counts.failed === 0 ? 0 : 1
