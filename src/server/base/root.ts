import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project's folder, from the sources as from the bundle. */
export function rootDir(): string {
  let dir = import.meta.dirname
  while (!existsSync(join(dir, 'package.json'))) dir = dirname(dir)
  return dir
}
