import { mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Spool } from '../../domain/ingest.ts'

/** Items in memory; more are written to a file. */
const MOST_IN_MEMORY = 2000
const CHUNK_BYTES = 1 << 16

/** Holds any number of items in their order: the last ones in memory, the others as lines of JSON in a temporary file. */
export class FileSpool<T> implements Spool<T> {
  #items: T[] = []
  #file: number | null = null
  #bytes = 0

  push(item: T): void {
    this.#items.push(item)
    if (this.#items.length > MOST_IN_MEMORY) this.#write()
  }

  *[Symbol.iterator](): Generator<T> {
    yield* this.#written()
    yield* this.#items
  }

  #write(): void {
    this.#file ??= openTemporary()
    const lines = this.#items.map((item) => `${JSON.stringify(item)}\n`).join('')
    const bytes = Buffer.from(lines)
    for (let at = 0; at < bytes.length;)
      at += writeSync(this.#file, bytes, at, bytes.length - at, this.#bytes + at)
    this.#bytes += bytes.length
    this.#items = []
  }

  *#written(): Generator<T> {
    const buffer = Buffer.alloc(CHUNK_BYTES)
    let open: Buffer = Buffer.alloc(0)
    const end = this.#bytes
    for (let at = 0; at < end;) {
      const length = readSync(this.#file!, buffer, 0, Math.min(CHUNK_BYTES, end - at), at)
      at += length
      const bytes = Buffer.concat([open, buffer.subarray(0, length)])
      const last = bytes.lastIndexOf('\n')
      for (const line of bytes.subarray(0, Math.max(last, 0)).toString().split('\n'))
        if (line !== '') yield JSON.parse(line) as T
      open = Buffer.from(bytes.subarray(last + 1))
    }
  }
}

/** A file without a name: it is gone when the process ends, however it ends. */
function openTemporary(): number {
  const folder = mkdtempSync(join(tmpdir(), 'lotto-import-'))
  try {
    return openSync(join(folder, 'spool'), 'w+')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
