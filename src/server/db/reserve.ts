import { type FileHandle, open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Reserved for Postgres: one WAL file (16 MB) and the writes of a checkpoint. On a completely full disk, the next
 * checkpoint would stop the server, and reads would fail too.
 */
const RESERVE_BYTES = 24 * 1024 * 1024
/** Below this free space, the reserve is released and writes stop. */
const LOW_BYTES = 8 * 1024 * 1024
const CHUNK_BYTES = 1024 * 1024

/** A file that reserves space on the disk of the embedded server until the disk is full. */
export class Reserve {
  private readonly folder: string
  private readonly path: string

  constructor(folder: string) {
    this.folder = folder
    this.path = join(folder, 'reserve')
  }

  /** Releases the reserve when the disk is nearly full, and refills it later. @returns whether writes have room */
  async hasRoom(): Promise<boolean> {
    const { bavail, bsize } = await statfs(this.folder)
    const free = bavail * bsize
    if (await this.isFilled()) {
      if (free >= LOW_BYTES) return true
      await rm(this.path, { force: true })
      return false
    }
    if (free < RESERVE_BYTES + 2 * LOW_BYTES) return false
    await this.fill()
    return true
  }

  private async isFilled(): Promise<boolean> {
    const found = await stat(this.path).catch(() => null)
    return found?.size === RESERVE_BYTES
  }

  /** Writes zeros, because a sparse file reserves no space. */
  private async fill(): Promise<void> {
    const file = await open(this.path, 'w', 0o600)
    try {
      await writeZeros(file)
    } catch (error) {
      await rm(this.path, { force: true })
      throw error
    } finally {
      await file.close()
    }
  }
}

async function writeZeros(file: FileHandle): Promise<void> {
  const chunk = Buffer.alloc(CHUNK_BYTES)
  for (let at = 0; at < RESERVE_BYTES; at += CHUNK_BYTES) await file.write(chunk, 0, CHUNK_BYTES, at)
}
