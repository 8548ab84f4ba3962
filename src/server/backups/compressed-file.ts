import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'

/** Of 22 levels, the one that keeps up with COPY on one core. */
const ZSTD_LEVEL = 3

/**
 * Writes the text with zstd and waits until the disk has it. Only the owner of the process can read the file.
 * @param signal ends the writing
 */
export async function writeCompressed(
  text: AsyncIterable<Buffer>,
  file: string,
  signal?: AbortSignal,
): Promise<void> {
  const params = {
    [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL,
    [constants.ZSTD_c_checksumFlag]: 1,
  }
  const output = createWriteStream(file, { mode: 0o600, flush: true })
  // Together, because an error of the disk fails both.
  await Promise.all([
    pipeline(Readable.from(text, { objectMode: false }), createZstdCompress({ params }), output, {
      ...(signal && { signal }),
    }),
    once(output, 'close'),
  ])
}

/** Puts a renamed file's name on disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
