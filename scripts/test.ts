// Runs all checks and tests and ends with one line of counts. `--long` adds the slow files and the long tests in full.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check } from './check.ts'
import type { Unreported } from './unfinished-files.ts'

interface Counts {
  passed: number
  failed: number
  skipped: number
}

const reports = mkdtempSync(join(tmpdir(), 'lotto-reports-'))
const counts: Counts = { passed: 0, failed: 0, skipped: 0 }
/** What failed, repeated at the end of the run, where a truncated log still shows it. */
const failures: string[] = []
/** Browser tests that passed only in their second attempt, named at the end of the run. */
const unstable: string[] = []
/** Test files that ran again because their worker process died, named with its exit code or signal. */
const repeated: string[] = []

function add({ passed, failed, skipped }: Counts): void {
  counts.passed += passed
  counts.failed += failed
  counts.skipped += skipped
}

async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  console.log(`\n> ${command} ${args.join(' ')}\n`)
  const [status] = await once(
    spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }),
    'exit',
  )
  return status ?? 1
}

/** Reads a step's report. A step without a report counts as one failure. */
function read(name: string, status: number, count: (report: unknown) => Counts): Counts {
  const report = reportOf(name)
  if (!existsSync(report)) {
    failures.push(`${name}: no report, exit status ${status}`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const result = count(JSON.parse(readFileSync(report, 'utf8')))
  if (status === 0 || result.failed > 0) return result
  failures.push(`${name}: no test failed, but the exit status is ${status}`)
  return { ...result, failed: 1 }
}

function reportOf(name: string): string {
  return join(reports, `${name}.json`)
}

interface VitestReport {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** Counts the tests of a report without those of some files. */
function countVitest(json: unknown, without: string[]): Counts {
  const total: Counts = { passed: 0, failed: 0, skipped: 0 }
  for (const file of (json as VitestReport).testResults) {
    if (without.includes(file.name)) continue
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    const passed = file.assertionResults.filter((test) => test.status === 'passed').length
    for (const test of failed)
      failures.push(`${file.name} > ${test.fullName}\n${test.failureMessages.join('\n')}`)
    const isBroken = failed.length === 0 && file.status === 'failed'
    if (isBroken) failures.push(`${file.name}\n${file.message}`)
    total.passed += passed
    total.failed += failed.length + (isBroken ? 1 : 0)
    total.skipped += file.assertionResults.length - passed - failed.length
  }
  return total
}

interface PlaywrightSuite {
  file: string
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    ok: boolean
    tests: { status: string; results: { errors: { message?: string }[] }[] }[]
  }[]
}

interface PlaywrightReport {
  stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>
  suites: PlaywrightSuite[]
}

function noteFailed(suite: PlaywrightSuite): void {
  for (const { title, ok, tests } of suite.specs) {
    if (ok && !tests.some(({ status }) => status === 'flaky')) continue
    const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
    const text = `${suite.file} > ${title}\n${errors.map(({ message }) => message).join('\n')}`
    ;(ok ? unstable : failures).push(text)
  }
  suite.suites?.forEach(noteFailed)
}

function countPlaywright(json: unknown): Counts {
  const { stats, suites } = json as PlaywrightReport
  suites.forEach(noteFailed)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}

const REPORTERS = ['default', 'json', './scripts/unfinished-files.ts'].map((name) => `--reporter=${name}`)

/**
 * Runs test files. When a worker process dies, such as by a crash of native code, the files that it left unfinished run
 * once more, and the end of the run names them. A test that failed has no second attempt.
 */
async function vitest(name: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const unfinished = await vitestOnce(name, args, env, false)
  if (unfinished.length > 0) await vitestOnce(`${name}-again`, [...args, ...unfinished], env, true)
}

/** @returns the paths of the files to run again */
async function vitestOnce(
  name: string,
  args: string[],
  env: Record<string, string>,
  isLast: boolean,
): Promise<string[]> {
  const file = reportOf(`${name}-unreported`)
  const status = await run('vitest', ['run', ...args, ...REPORTERS, `--outputFile.json=${reportOf(name)}`], {
    ...env,
    UNREPORTED_FILE: file,
  })
  const nothing: Unreported = { errors: [], deaths: [], unfinished: [] }
  const unreported = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Unreported) : nothing
  const { errors, deaths, unfinished } = unreported
  const isRepeated = !isLast && deaths.length > 0 && unfinished.length > 0
  ;(isRepeated ? repeated : failures).push(...deaths)
  failures.push(...errors)
  const isExplained = isRepeated && errors.length === 0
  add(read(name, isExplained ? 0 : status, (report) => countVitest(report, isRepeated ? unfinished : [])))
  return isRepeated ? unfinished : []
}

/**
 * A browser test that fails gets a second attempt, because a busy machine can delay a page beyond a test's limits. The
 * end of the run names each test that needed it. Rules and server tests have no second attempt: their random cases must
 * not be drawn again until they pass.
 */
async function playwright(): Promise<void> {
  const status = await run('playwright', ['test', '--retries=1'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf('browser'),
  })
  add(read('browser', status, countPlaywright))
}

function list(title: string, texts: string[]): void {
  if (texts.length > 0) console.log(`\n${title}:\n\n${texts.map((text) => text.slice(0, 1500)).join('\n\n')}`)
}

async function script(file: string): Promise<void> {
  const failed = (await run('node', [file])) === 0 ? 0 : 1
  if (failed) failures.push(file)
  add({ passed: 1 - failed, failed, skipped: 0 })
}

const LONG = [
  'tests/long/kill.ts',
  'tests/long/sweep.ts',
  'tests/long/storm-payments.ts',
  'tests/long/simulate-payments.ts',
  'tests/long/simulate-luck.ts',
  'tests/long/compare-verifiers.ts',
  'tests/long/fuzz.ts',
  'tests/long/chaos.ts',
  'tests/long/wall.ts',
  'tests/long/previous-release.ts',
]

/** A long run has all tests, more lines, and other random choices each time. A failure is repeated with the named seed. */
function prepareLongRun(): void {
  process.env.SLOW_TESTS = 'on'
  process.env.TEST_SEED ??= String(randomInt(2 ** 31))
  process.env.RANDOM_LINES ??= '60000'
  console.log(`TEST_SEED=${process.env.TEST_SEED}`)
}

const isLong = process.argv.includes('--long')
if (isLong) prepareLongRun()
const complaints = await check()
failures.push(...complaints)
add({ passed: complaints.length === 0 ? 1 : 0, failed: complaints.length, skipped: 0 })
// Beside each other, because each waits half of its time: for the database, and for pages.
await Promise.all([
  vitest('vitest', ['--project', 'unit', '--project', 'server'], { TEST_DATABASE_URL: '' }),
  playwright(),
])
if (process.env.TEST_DATABASE_URL) await vitest('server-elsewhere', ['--project', 'server'])
if (isLong) {
  await vitest('lab', ['--project', 'unit', 'src/statistics/rules/lab', '--testTimeout=600000'], {
    LAB_HISTORIES: '1000',
  })
  await vitest('slow', ['--project', 'slow'], { TEST_DATABASE_URL: '' })
  // Two beside each other, because most of them are one process or wait.
  const files = LONG.values()
  const lane = async () => {
    for (const file of files) await script(file)
  }
  await Promise.all([lane(), lane()])
}
rmSync(reports, { recursive: true, force: true })

list(`Unstable: ${unstable.length} passed in the second attempt`, unstable)
list('Ran again after the death of a worker process', repeated)
list('Failed', failures)
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
console.log(`\n${counts.passed} passed, ${counts.failed} failed${skipped}`)
process.exitCode = counts.failed === 0 ? 0 : 1
