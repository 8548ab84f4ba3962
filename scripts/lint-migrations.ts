// Refuses migrations that lock a table for long or break the release that is still running.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** npm does not deliver the program of every platform here, so only Linux on x64 runs it, as the servers of checks do. */
const PROGRAM = 'node_modules/@squawk-cli/linux-x64/bin/squawk'

/** Whether this computer can run the check. */
export const canLintMigrations = process.platform === 'linux' && process.arch === 'x64'

/** Earlier migrations are applied everywhere and cannot be edited. */
const FIRST_NUMBER = 33

/** Rules about style, and what db/migrate.ts does for all migrations: it sets the lock timeout. */
const NOT_CHECKED = [
  'prefer-robust-stmts',
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'require-timeout-settings',
]

/**
 * Checks the new migrations of a folder: no long lock, no change of a column's type. A line `-- squawk-ignore RULE` before
 * a statement allows it; state the reason beside it.
 * @returns the findings; null without any
 */
export function lintMigrations(folder = 'migrations'): string | null {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql') && Number(file.slice(0, 4)) >= FIRST_NUMBER)
    .map((file) => join(folder, file))
  if (!canLintMigrations || files.length === 0) return null
  const { status, stdout, stderr, error } = spawnSync(
    PROGRAM,
    [
      '--reporter=gcc',
      '--assume-in-transaction',
      '--pg-version=15',
      `--exclude=${NOT_CHECKED.join(',')}`,
      ...files,
    ],
    { encoding: 'utf8' },
  )
  if (error) throw error
  return status === 0 ? null : stdout + stderr
}
