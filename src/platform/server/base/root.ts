import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project's folder, whether the code runs from the sources or from the bundle. */
export function rootDir(): string {
  let dir = import.meta.dirname
  while (!existsSync(join(dir, 'package.json'))) dir = dirname(dir)
  return dir
}
