import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project's folder, whether the code runs from the sources or from the bundle. */
export function rootDir(): string {
  let dir = import.meta.dirname
  while (!existsSync(join(dir, 'package.json'))) dir = dirname(dir)
  return dir
}

/** How a command of this installation is called: from a clone, from the packed folder, or in the container, which has no shell. */
export function commandOf(name: string): string {
  const packed = join(rootDir(), 'bin/lotto-forecast')
  if (!existsSync(packed)) return `npm run ${name} --`
  return existsSync('/bin/sh') ? `${packed} ${name}` : `node dist/server/${name}.js`
}
