// The release before this one, built in a folder of its own, and a database that it left behind.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { rootDir } from '../../src/platform/server/base/root.ts'

export interface PreviousRelease {
  folder: string
  /** Its tag or commit. */
  name: string
  /** Runs a program of its packages, with the output on this process's. @returns the exit status */
  run(program: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<number>
  remove(): void
}

/** @returns null if git refuses, for example because the history ends before a commit */
function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: rootDir(), encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

const JOURNAL = 'migrations/meta/_journal.json'

/** The names of the migrations in a journal, in their order. */
const migrationsIn = (journal: string) =>
  (JSON.parse(journal) as { entries: { tag: string }[] }).entries.map(({ tag }) => tag)

/**
 * The newest tag before this commit. Without tags, the newest commit with fewer migrations whose migrations are all the same
 * as now: until a release is made, a migration may still get another number or content.
 * @returns null where the history is too short
 */
function findPrevious(): string | null {
  const tag = git('describe', '--tags', '--abbrev=0', 'HEAD^')
  if (tag) return tag
  const own = migrationsIn(readFileSync(join(rootDir(), JOURNAL), 'utf8'))
  for (const change of git('log', '--format=%h', '--', JOURNAL)?.split('\n') ?? []) {
    const journal = git('show', `${change}^:${JOURNAL}`)
    if (!journal) return null
    const hasFewer = migrationsIn(journal).length < own.length
    const edited = git('diff', '--name-only', '--diff-filter=DMR', `${change}^`, '--', 'migrations/*.sql')
    if (hasFewer && edited === '') return git('rev-parse', '--short', `${change}^`)
  }
  return null
}

/**
 * Copies the previous release into a folder, with the packages of its lockfile, and builds it.
 * @returns null where the history of this clone does not reach back to it
 */
export async function preparePrevious(): Promise<PreviousRelease | null> {
  const name = findPrevious()
  if (!name) return null
  const place = mkdtempSync(join(tmpdir(), 'lotto-previous-'))
  const folder = join(place, 'release')
  mkdirSync(folder)
  // Some tests read files beside the repository.
  symlinkSync(join(rootDir(), '../shared'), join(place, 'shared'))
  const run: PreviousRelease['run'] = (program, args, env = {}) => {
    const path = [join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter)
    const { HOME = '' } = process.env
    const options = { cwd: folder, env: { HOME, ...env, PATH: path }, stdio: 'inherit' } as const
    // Not synchronous: this process forwards the database's connections meanwhile.
    return new Promise((resolve, reject) => {
      const child = spawn(program, args, options).on('error', reject)
      child.on('close', (code) => resolve(code ?? 1))
    })
  }
  const must = async (program: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
    if ((await run(program, args, env)) !== 0)
      throw new Error(`${program} ${args.join(' ')} failed in ${folder}`)
  }
  const archive = execFileSync('git', ['archive', name], { cwd: rootDir(), maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const lockOf = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8')
  if (lockOf(folder) === lockOf(rootDir()))
    symlinkSync(join(rootDir(), 'node_modules'), join(folder, 'node_modules'))
  else {
    const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
    // npm may need variables of this machine, such as a proxy or its certificate.
    await must('npm', ['ci', ...flags], process.env)
  }
  await must('node', ['scripts/ensure.mjs', 'build'])
  return { folder, name, run, remove: () => rmSync(place, { recursive: true, force: true }) }
}
