import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { brotliCompressSync, constants, createGzip } from 'node:zlib'
import { etagOf } from '../http/reply.ts'

/** A document as it is sent: its bytes, the same in Brotli, and the validator of its content. */
export interface Packed {
  bytes: Uint8Array
  brotli: Uint8Array
  etag: string
}

/** Above it each level takes twice as long for a few percent. */
const QUALITY = 5

/** @param parts of the text, in order */
export function pack(parts: readonly string[]): Packed {
  const bytes = Buffer.from(parts.join(''))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return { bytes, brotli: brotliCompressSync(bytes, { params }), etag: etagOf(bytes) }
}

/** A text too long to be kept without compression, as gzip. `length` counts its bytes without it. */
export async function packLong(parts: Iterable<string>): Promise<{ gzip: Uint8Array; length: number }> {
  let length = 0
  function* counted() {
    for (const part of parts) {
      length += Buffer.byteLength(part)
      yield part
    }
  }
  const gzip = await buffer(Readable.from(counted()).pipe(createGzip()))
  return { gzip, length }
}
