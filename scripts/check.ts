// What must hold before every commit, in seconds: format, lint with the ground's rules, types, unused code, migrations.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

interface Check {
  name: string
  run: () => Promise<string | null>
}

/** Runs a tool; null when it is content, otherwise what it said. */
function tool(command: string, ...args: string[]): Check['run'] {
  return () =>
    new Promise((resolve) => {
      let said = ''
      const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
      child.stdout.on('data', (text) => (said += text))
      child.stderr.on('data', (text) => (said += text))
      child.on('close', (status) => resolve(status === 0 ? null : said))
    })
}

/** Two branches that each add a migration can leave a journal in which the later one is never applied. */
function journalInOrder(): Promise<string | null> {
  const journal = JSON.parse(readFileSync('migrations/meta/_journal.json', 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  const wrong = journal.entries.find((entry, i) => i > 0 && entry.when <= journal.entries[i - 1]!.when)
  return Promise.resolve(wrong ? `${wrong.tag} is not younger than the migration before it.` : null)
}

const checks: Check[] = [
  { name: 'format', run: tool('prettier', '--check', '--log-level=warn', '.') },
  { name: 'lint', run: tool('oxlint', '--type-aware', '--quiet') },
  { name: 'types', run: tool('tsc', '-p', 'tsconfig.json') },
  { name: 'types of the domain alone', run: tool('tsc', '-p', 'src/domain/tsconfig.json') },
  { name: 'unused code', run: tool('knip') },
  { name: 'migrations', run: journalInOrder },
]

/** Runs all checks side by side. @returns the names of those that failed */
export async function check(): Promise<string[]> {
  const failed: string[] = []
  await Promise.all(
    checks.map(async ({ name, run }) => {
      const complaint = await run()
      if (complaint === null) return
      failed.push(name)
      console.error(`\n${name}:\n${complaint.trim()}`)
    }),
  )
  return failed
}

if (import.meta.main) {
  const failed = await check()
  console.log(failed.length === 0 ? 'All checks passed.' : `\nFailed: ${failed.join(', ')}`)
  process.exitCode = failed.length === 0 ? 0 : 1
}
