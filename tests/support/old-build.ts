import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { rootDir } from '../../src/platform/server/base/root.ts'

/** Ends the run with one sentence if `dist` is older than `src`. */
export function refuseOldBuild(): void {
  const { status, stderr } = spawnSync('node', [join(rootDir(), 'scripts/ensure.mjs'), 'built'], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr.trim())
}
