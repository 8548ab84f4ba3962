import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NO_WITNESS = 'quorum none\n'

/** What an installation has beside its database for the log of forecasts. */
export interface LogFolder {
  /** The seed of the Ed25519 key, 64 hexadecimal digits; null without one: then nothing is signed. */
  seed: string | null
  /** The witnesses and the quorum, as in `policy.txt` (c2sp.org/tlog-policy). A witness may have an address as a third word. */
  policy: string
}

const seedFile = (folder: string) => join(folder, 'key')

/** @throws Error for a key that cannot be read */
export function readLogFolder(folder: string): LogFolder {
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null)
  const seed = read(seedFile(folder))?.trim() ?? null
  if (seed !== null && !/^[0-9a-f]{64}$/.test(seed)) throw new Error(`${seedFile(folder)} holds no key.`)
  return { seed, policy: read(join(folder, 'policy.txt')) ?? NO_WITNESS }
}

/** Makes the key, which never replaces another one. @returns whether it is new */
export function makeLogKey(folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (existsSync(seedFile(folder))) return false
  writeFileSync(seedFile(folder), `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  return true
}
