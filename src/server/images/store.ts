import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IMAGE_NAME } from '../../domain/image-address.ts'

const folderOf = (dataDir: string) => join(dataDir, 'images')

/**
 * Keeps a picture under the hash of its bytes: the same one twice is one file. Written beside and moved into place, so
 * that no reader ever meets half a picture.
 *
 * @returns its name
 */
export async function storeImage(dataDir: string, picture: Uint8Array): Promise<string> {
  const name = `${createHash('sha256').update(picture).digest('hex')}.webp`
  const folder = folderOf(dataDir)
  await mkdir(folder, { recursive: true })
  const beside = join(folder, `${randomUUID()}.part`)
  try {
    await writeFile(beside, picture, { flush: true })
    await rename(beside, join(folder, name))
  } finally {
    await rm(beside, { force: true })
  }
  return name
}

/** A picture's bytes; null when there is none of that name. */
export async function readImage(dataDir: string, name: string): Promise<Buffer | null> {
  if (!IMAGE_NAME.test(name)) return null
  try {
    return await readFile(join(folderOf(dataDir), name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
