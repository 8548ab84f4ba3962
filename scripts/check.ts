// The checks before every commit: format, lint, types and migrations. `npm test` also runs the lint that needs types, and
// the checks of unused code and packages, which take a minute.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { checkPackages } from './check-packages.ts'
import { lintMigrations } from './lint-migrations.ts'

interface Check {
  name: string
  run: () => Promise<string | null>
}

/** Where the tools keep what they know of unchanged files. `npm ci` empties it. */
const CACHE = 'node_modules/.cache'

/** For `tsc` and the lint of types, which are written in Go. One thread and rarer collections save a third of their time. */
const GO = { GOMAXPROCS: '1', GOGC: '400' }

/** Runs a tool. @returns null when it succeeds, otherwise its output */
function tool(command: string, ...args: string[]): Check['run'] {
  return () =>
    new Promise((resolve) => {
      let output = ''
      const child = spawn(command, args, {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...GO },
      })
      child.stdout.on('data', (text) => (output += text))
      child.stderr.on('data', (text) => (output += text))
      child.on('close', (status) => resolve(status === 0 ? null : output))
    })
}

/** Two branches that each add a migration can leave a journal in which the later migration is never applied. */
function journalInOrder(): Promise<string | null> {
  const journal = JSON.parse(readFileSync('migrations/meta/_journal.json', 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  const wrong = journal.entries.find((entry, i) => i > 0 && entry.when <= journal.entries[i - 1]!.when)
  return Promise.resolve(wrong ? `${wrong.tag} is not younger than the migration before it.` : null)
}

/** Type-checks a project; unchanged files are not checked again. */
function types(project: string, name: string): Check['run'] {
  const options = `-p ${project} --checkers 1 --incremental --tsBuildInfoFile ${CACHE}/${name}.tsbuildinfo`
  return tool('tsc', ...options.split(' '))
}

const QUICK: readonly Check[] = [
  { name: 'format', run: tool('oxfmt', '--check') },
  { name: 'types', run: types('tsconfig.json', 'all') },
  { name: 'types of the rules alone', run: types('tsconfig.rules.json', 'rules') },
  { name: 'migrations', run: journalInOrder },
]

/** Runs all checks. @returns the names of the failed checks */
export const check = (): Promise<string[]> =>
  runAll([
    { name: 'lint', run: tool('oxlint', '--type-aware', '--quiet') },
    { name: 'unused code', run: tool('knip', '--cache', `--cache-location=${CACHE}/knip`) },
    { name: 'packages', run: checkPackages },
    { name: 'locks of migrations', run: () => Promise.resolve(lintMigrations()) },
    ...QUICK,
  ])

/** Runs checks in parallel. @returns the names of the failed ones */
async function runAll(checks: readonly Check[]): Promise<string[]> {
  const failed: string[] = []
  await Promise.all(
    checks.map(async ({ name, run }) => {
      const output = await run()
      if (output === null) return
      failed.push(name)
      console.error(`\n${name}:\n${output.trim()}`)
    }),
  )
  return failed
}

if (import.meta.main) {
  const failed = process.argv.includes('--all')
    ? await check()
    : await runAll([{ name: 'lint', run: tool('oxlint', '--quiet') }, ...QUICK])
  console.log(failed.length === 0 ? 'All checks passed.' : `\nFailed: ${failed.join(', ')}`)
  process.exitCode = failed.length === 0 ? 0 : 1
}
