import { readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import type { Log } from '../base/log.ts'
import { pictureName, storePicture } from './store.ts'

/**
 * Moves the pictures that earlier releases stored as files in `dataDir/images` into the database. A file whose name is
 * not the hash of its bytes is damaged or foreign: it stays in place, and the log names it.
 */
export async function movePictureFiles(
  { db, clock, log }: { db: Db; clock: Clock; log: Log },
  dataDir: string,
): Promise<void> {
  const folder = join(dataDir, 'images')
  const names = await readdir(folder).catch(() => [])
  if (names.length === 0) return
  const now = await clock.now(db)
  let moved = 0
  for (const name of names) {
    const bytes = await readFile(join(folder, name)).catch(() => null)
    if (bytes === null || pictureName(bytes) !== name) {
      log.warn({ name }, 'file in the picture folder is damaged or not a picture')
      continue
    }
    await storePicture(db, now, bytes)
    await rm(join(folder, name), { force: true })
    moved++
  }
  if (moved === names.length) await rmdir(folder).catch(() => undefined)
  log.info({ moved }, 'moved picture files into the database')
}
